package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.report.NumberFormats;

/** A figure that is kept for each test. */
public enum Kpi {
    /** Log entries. */
    ENTRIES("entries"),
    /** Bytes of log. */
    BYTES("of log"),
    /** Entries through the root logger itself. */
    ROOT_ENTRIES("entries by the root logger"),
    /** Exceptions. */
    EXCEPTIONS("exceptions"),
    /** Duration, in calibration loops. */
    TIME("of time");

    private final String title;

    Kpi(String title) {
        this.title = title;
    }

    /** As shown to a reader. */
    public String title() {
        return title;
    }

    /** This figure of a test; its duration in nanoseconds. */
    public long of(Kpis kpis) {
        return switch (this) {
            case ENTRIES -> kpis.entries();
            case BYTES -> kpis.bytes();
            case ROOT_ENTRIES -> kpis.rootEntries();
            case EXCEPTIONS -> kpis.exceptions();
            case TIME -> kpis.nanos();
        };
    }

    /** A count with what is counted: {@code 1 entry}, {@code 1,003 entries by the root logger}. */
    public static String counted(long count, String plural) {
        String what = count == 1 ? plural.replace("entries", "entry").replace("exceptions", "exception") : plural;
        return NumberFormats.count(count) + " " + what;
    }
}
