package dev.tailrace.probe.evidence;

/**
 * A place that evidence comes from. Immutable.
 *
 * @param file the file's name as it was given; of an entry of an archive {@code archive.zip!entry}
 * @param line counted from 1; 0: the file as a whole
 */
public record Source(String file, int line) {
    public Source {
        if (line < 0) {
            throw new IllegalArgumentException("a line is 0 or more: line=" + line);
        }
    }

    /** A file as a whole. */
    public static Source of(String file) {
        return new Source(file, 0);
    }

    /** {@code file:line}, or the file alone. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
