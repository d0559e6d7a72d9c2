package dev.tailrace.bench.load;

/** The kinds of lines, by the names that a parent JVM passes to its child. Immutable. */
public enum LineKind {
    /** 1,600 characters of text as the last of three arguments, about 1.7 kB in all. */
    LARGE(new Delivered(1_600), Prefix.PATTERN),
    /** One String of 1.6 kB with tabs, without a prefix. */
    TSV(new Tsv(1_600), "%msg%n"),
    /** A line of about 120 bytes, for requests. */
    REQUEST(new Delivered(24), Prefix.PATTERN),
    /** The standard line of about 106 bytes. */
    ORDER(new Order(), Prefix.PATTERN);

    /** The prefix of the names of logging threads. */
    static final String THREAD = "worker-";

    // Every Line is immutable; Error Prone would only believe an annotation of its own.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Line line;

    private final String pattern;

    LineKind(Line line, String pattern) {
        this.line = line;
        this.pattern = pattern;
    }

    /** Logs and parses lines of this kind. */
    public Line line() {
        return line;
    }

    /** The pattern that the backends are configured with. */
    public String pattern() {
        return pattern;
    }

    /** The required name of the thread with this number. */
    public static String threadName(int thread) {
        return THREAD + thread;
    }
}
