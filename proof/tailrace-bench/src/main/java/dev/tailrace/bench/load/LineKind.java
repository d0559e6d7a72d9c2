package dev.tailrace.bench.load;

/** The kinds of lines, by the names that a parent JVM passes to its child. Immutable. */
public enum LineKind {
    /** 1,600 characters of text as the last of three arguments, about 1.7 kB in all. */
    LARGE(true, new Delivered(new Texts(1_600, ' '))),
    /** One String of 1.6 kB with tabs, without a prefix. */
    TSV(false, new Tsv(new Texts(1_600, '\t'))),
    /** A line of about 120 bytes, for requests. */
    REQUEST(true, new Delivered(new Texts(24, ' '))),
    /** The standard line of about 106 bytes. */
    ORDER(true, new Order());

    // Every Line is immutable; Error Prone would only believe an annotation of its own.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Line line;

    private final String pattern;

    LineKind(boolean prefixed, Message message) {
        this.line = new Line(prefixed, message);
        this.pattern = prefixed ? Line.PATTERN : "%msg%n";
    }

    public Line line() {
        return line;
    }

    /** The pattern that the backends are configured with. */
    public String pattern() {
        return pattern;
    }

    /** The required name of the thread with this number. */
    public static String threadName(int thread) {
        return Line.THREAD + thread;
    }
}
