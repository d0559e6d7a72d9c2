package dev.tailrace.doctor.heap;

import dev.tailrace.finding.FindingCode.Severity;
import dev.tailrace.lint.remark.RemarkCode;

/** What can be wrong with a heap. Each has its anchor in docs/reference/recording.md; what helps depends on the case. */
public enum HeapCode implements RemarkCode {
    /** The young generation fills and empties again and again. */
    TEMPORARY_GARBAGE("TR3150", Severity.WARNING, "Temporary garbage"),
    /** The application stands still too long or too often. */
    COLLECTOR_STOPS("TR3151", Severity.WARNING, "GC pauses stop the application"),
    /** Next to nothing is free after everything was collected. */
    HEAP_FULL("TR3152", Severity.ERROR, "The heap is full"),
    /** Flags contradict each other, or the machine. */
    FLAGS_UNFIT("TR3153", Severity.WARNING, "Heap flags that don't fit"),
    /** Much of what is allocated is allocated in order to log. */
    LOGGING_GARBAGE("TR3154", Severity.WARNING, "Logging allocates much garbage"),
    /** The application calls System.gc() itself. */
    EXPLICIT_GC("TR3155", Severity.WARNING, "The application calls System.gc()"),
    /** Allocation stalls: threads wait for memory. */
    ALLOCATION_STALLS("TR3156", Severity.ERROR, "Allocation stalls: threads wait for memory"),
    /** Exceptions are thrown at a rate that costs. */
    EXCEPTIONS("TR3157", Severity.WARNING, "Many exceptions"),
    /** Nothing is wrong; it is said, so that logging is not blamed for allocation. */
    WHO_ALLOCATES("TR3159", Severity.INFO, "What allocates, and logging's share"),
    /** Writes of log lines take long. */
    SLOW_LOG_WRITES("TR3158", Severity.WARNING, "Writing the log takes long"),
    /** Collections come because metaspace or the permanent generation is full. */
    CLASSES_FULL("TR3149", Severity.WARNING, "Metaspace is full");

    @SuppressWarnings("ImmutableEnumChecker") // Strings and an enum.
    private final Text text;

    HeapCode(String code, Severity severity, String title) {
        text = new Text(code, severity, title, "", "");
    }

    @Override
    public Text text() {
        return text;
    }
}
