package dev.tailrace.doctor.heap;

import dev.tailrace.finding.FindingCode.Severity;

/** The stable codes of what can be wrong with a heap. A code is never reused. */
public enum HeapCode {
    /** The young generation fills and empties again and again. */
    TEMPORARY_GARBAGE("TR3150", Severity.WARNING, "Temporary garbage"),
    /** The application stands still too long or too often. */
    COLLECTOR_STOPS("TR3151", Severity.WARNING, "The collector stops the application"),
    /** Next to nothing is free after everything was collected. */
    HEAP_FULL("TR3152", Severity.ERROR, "The heap is full"),
    /** Flags contradict each other, or the machine. */
    FLAGS_UNFIT("TR3153", Severity.WARNING, "Heap flags that don't fit"),
    /** Much of what is allocated is allocated in order to log. */
    LOGGING_GARBAGE("TR3154", Severity.WARNING, "Logging makes garbage"),
    /** The application calls the collector itself. */
    EXPLICIT_GC("TR3155", Severity.WARNING, "The application calls the collector"),
    /** Threads wait for memory. */
    ALLOCATION_STALLS("TR3156", Severity.ERROR, "Threads wait for memory"),
    /** Exceptions are thrown at a rate that costs. */
    EXCEPTIONS("TR3157", Severity.WARNING, "Many exceptions"),
    /** Writes of log lines take long. */
    SLOW_LOG_WRITES("TR3158", Severity.WARNING, "Writing the log takes long");

    private final String code;
    private final Severity severity;
    private final String title;

    HeapCode(String code, Severity severity, String title) {
        this.code = code;
        this.severity = severity;
        this.title = title;
    }

    /** Such as {@code TR3150}. */
    public String code() {
        return code;
    }

    /** How bad it is where nothing makes it worse. */
    public Severity severity() {
        return severity;
    }

    /** What it is, in few words. */
    public String title() {
        return title;
    }
}
