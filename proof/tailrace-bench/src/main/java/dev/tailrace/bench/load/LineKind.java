package dev.tailrace.bench.load;

/** The kinds of lines, by the names under which a parent JVM names to its child the one to log. Immutable. */
public enum LineKind {
    /** 1,600 characters of text as the last of three arguments, about 1.7 kB in all. */
    LARGE(new Delivered(1_600), Prefix.PATTERN),
    /** One String of 1.6 kB with tabs, nothing around it. */
    TSV(new Tsv(1_600), "%msg%n"),
    /** A line of about 120 bytes as a request writes it. */
    REQUEST(new Delivered(24), Prefix.PATTERN),
    /** The standard line of about 106 bytes. */
    ORDER(new Order(), Prefix.PATTERN);

    /** How the names of the threads that log begin. */
    static final String THREAD = "worker-";

    // Every Line is immutable; Error Prone would only believe an annotation of its own.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Line line;

    private final String pattern;

    LineKind(Line line, String pattern) {
        this.line = line;
        this.pattern = pattern;
    }

    /** How to log and to recognise it. */
    public Line line() {
        return line;
    }

    /** The layout that the backends are configured with. */
    public String pattern() {
        return pattern;
    }

    /** The name that the thread with this number has to have. */
    public static String threadName(int thread) {
        return THREAD + thread;
    }
}
