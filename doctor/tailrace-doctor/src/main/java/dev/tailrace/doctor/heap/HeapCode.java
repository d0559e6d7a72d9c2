package dev.tailrace.doctor.heap;

import dev.tailrace.finding.FindingCode.Severity;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.RemarkCode;
import dev.tailrace.probe.evidence.Source;
import java.util.List;

/** Troubles of a heap. Each has its anchor in docs/reference/recording.md. */
public enum HeapCode implements RemarkCode {
    TEMPORARY_GARBAGE(
            "TR3150",
            Severity.WARNING,
            "Temporary garbage",
            "Make less of it: send smaller responses, keep on the server what is built anew for each request (a cache), and"
                    + " have callers keep what they ask for again and again; give internal callers an instance or a pool of"
                    + " their own, so that they can't starve the others. A larger young generation makes collections"
                    + " rarer, not the garbage less. A flight recording shows what allocates (./tailrace doctor PID), a"
                    + " load test where the ceiling is (./tailrace doctor --ramp URL).",
            "It makes no garbage for an event; where logging's share is given above, that much of it goes away."),
    COLLECTOR_STOPS(
            "TR3151",
            Severity.WARNING,
            "GC pauses stop the application",
            "Allocate less, or keep less: see what survives (jmap -histo:live). If both are as they must be, give the heap more"
                    + " room (-Xmx), or take a collector with shorter stops (G1 with -XX:MaxGCPauseMillis, ZGC).",
            ""),
    HEAP_FULL(
            "TR3152",
            Severity.ERROR,
            "The heap is full",
            "See what is kept: take two class histograms an hour apart (jcmd PID GC.class_histogram) and compare them; raise"
                    + " -Xmx if all of it is needed.",
            ""),
    FLAGS_UNFIT("TR3153", Severity.WARNING, "Heap flags that don't fit", "", ""),
    LOGGING_GARBAGE(
            "TR3154",
            Severity.WARNING,
            "Logging allocates much garbage",
            "Log less at the places named, use {} instead of joining strings, and leave out of the pattern what walks the stack"
                    + " (%C, %F, %L, %M) or formats much.",
            "It makes no garbage for an event: the same lines cost 0 bytes each."),
    EXPLICIT_GC(
            "TR3155",
            Severity.WARNING,
            "The application calls System.gc()",
            "Remove the calls; until then -XX:+DisableExplicitGC, or with G1 -XX:+ExplicitGCInvokesConcurrent. Remote calls"
                    + " (RMI) make them once an hour: -Dsun.rmi.dgc.server.gcInterval.",
            ""),
    ALLOCATION_STALLS(
            "TR3156",
            Severity.ERROR,
            "Allocation stalls: threads wait for memory",
            "Give the heap more room (-Xmx), or allocate less; with ZGC of JDK 21 and 22 use -XX:+ZGenerational.",
            ""),
    EXCEPTIONS(
            "TR3157",
            Severity.WARNING,
            "Many exceptions",
            "Exceptions are for what happens seldom: test before you call (hasNext, containsKey, a parser that answers), or make"
                    + " the exception once, without a stack.",
            ""),
    WHO_ALLOCATES(
            "TR3159",
            Severity.INFO,
            "What allocates, and logging's share",
            "Nothing has to be done while collections are short; where they aren't, begin with the places named.",
            ""),
    SLOW_LOG_WRITES(
            "TR3158",
            Severity.WARNING,
            "Writing the log takes long",
            "See what else writes to that disk, and whether a roll copies or compresses; put the log on a disk of its own.",
            "No caller waits for the disk: lines go to memory, and another thread writes them."),
    CLASSES_FULL(
            "TR3149",
            Severity.WARNING,
            "Metaspace is full",
            "Raise -XX:MetaspaceSize (until JDK 7 -XX:MaxPermSize) if this was at the start or after a deployment. If it goes on,"
                    + " classes are made without end, or a redeployed application's loader is still referred to: compare"
                    + " jcmd PID GC.class_stats or VM.classloader_stats over time.",
            "");

    @SuppressWarnings("ImmutableEnumChecker") // Strings and an enum.
    private final Text text;

    HeapCode(String code, Severity severity, String title, String remedy, String withTailrace) {
        text = new Text(code, severity, title, remedy, withTailrace);
    }

    /** What is wrong, in plain sentences with the figures, and what shows it, the strongest first. */
    Remark finding(String cause, Source source, List<String> evidence) {
        return Remark.of(this, cause, null, source.file(), source.line()).evidence(evidence.toArray(new String[0]));
    }

    @Override
    public Text text() {
        return text;
    }
}
