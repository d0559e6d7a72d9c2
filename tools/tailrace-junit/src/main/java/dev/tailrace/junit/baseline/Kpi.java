package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.report.NumberFormats;
import java.util.ArrayList;
import java.util.List;

/** A figure of a test, or of the methods that it names. */
public enum Kpi {
    /** Log entries. */
    ENTRIES("entries"),
    /** Bytes of log. */
    BYTES("of log"),
    /** Entries through the root logger itself. */
    ROOT_ENTRIES("entries by the root logger"),
    /** Exceptions. */
    EXCEPTIONS("exceptions"),
    /** Duration of the test; a budget may limit it, and no baseline has it. */
    TIME("of time"),
    /** Wall time of a named method's median call, less its wait for a CPU. */
    RESPONSE("response time"),
    /** CPU time of a named method's median call. */
    CPU("CPU time"),
    /** What a named method's median call allocates. */
    ALLOCATED("allocated");

    private final String title;

    Kpi(String title) {
        this.title = title;
    }

    /** As shown to a reader. */
    public String title() {
        return title;
    }

    /** Whether this is a figure of what is logged, so that the places of log calls explain it. */
    public boolean isOfLog() {
        return compareTo(TIME) < 0;
    }

    /** Whether this is a figure of named methods. */
    public boolean isOfMethod() {
        return compareTo(TIME) > 0;
    }

    /** This figure of a test; durations in nanoseconds. Of several named methods the highest, and -1 if it isn't known. */
    public long of(Kpis kpis) {
        return switch (this) {
            case ENTRIES -> kpis.entries();
            case BYTES -> kpis.bytes();
            case ROOT_ENTRIES -> kpis.rootEntries();
            case EXCEPTIONS -> kpis.exceptions();
            case TIME -> kpis.nanos();
            case RESPONSE, CPU, ALLOCATED ->
                kpis.methods().stream().mapToLong(this::of).max().orElse(-1);
        };
    }

    /** This figure of a named method's median call; -1: unknown. */
    public long of(MethodTime method) {
        return switch (this) {
            case RESPONSE -> method.responseNanos();
            case CPU -> method.cpuNanos();
            case ALLOCATED -> method.allocatedBytes();
            default -> -1;
        };
    }

    /** The part of this figure of a named method that may be worse. */
    public long judged(MethodTime method) {
        return this == RESPONSE ? method.responseNanos() - method.excusedNanos() : of(method);
    }

    /** A named method's median call in words: {@code 810 ms response time, 12 ms CPU time, 35 kB allocated}. */
    public static String figures(MethodTime method) {
        List<String> figures = new ArrayList<>();
        for (Kpi kpi : List.of(RESPONSE, CPU, ALLOCATED)) {
            if (kpi.of(method) >= 0) {
                figures.add(kpi.figure((double) kpi.of(method)) + " " + kpi.title);
            }
        }
        if (method.responseNanos() < 0) {
            figures.add(NumberFormats.nanos(method.nanos() / (double) method.calls()) + " wall time");
        }
        if (method.isCrowded()) {
            figures.add("times not compared: " + NumberFormats.nanos(method.nanos() / (double) method.calls())
                    + " wall time, mostly waiting for a CPU");
        }
        return String.join(", ", figures);
    }

    /** A value of this figure in words. */
    public String figure(double value) {
        return switch (this) {
            case BYTES, ALLOCATED -> NumberFormats.bytes(value);
            case TIME, RESPONSE, CPU -> NumberFormats.nanos(value);
            case ENTRIES, ROOT_ENTRIES, EXCEPTIONS -> NumberFormats.count((long) value);
        };
    }

    /** A count with what is counted: {@code 1 entry}, {@code 1,003 entries by the root logger}. */
    public static String counted(long count, String plural) {
        String what = count == 1 ? plural.replace("entries", "entry").replace("exceptions", "exception") : plural;
        return NumberFormats.count(count) + " " + what;
    }
}
