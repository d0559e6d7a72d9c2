package dev.tailrace.probe.evidence;

/**
 * Something that could not be read. It is always reported, because what was not read may be what mattered. Immutable.
 *
 * @param source the file, with the first line that was not understood; without a line: nothing of the file was read
 * @param lines how many lines; 0: that is not known
 * @param why in one plain sentence, with a full stop
 * @param decisive whether findings depend on it, so that without it an empty result says nothing
 */
public record ParseProblem(Source source, long lines, String why, boolean decisive) {
    public ParseProblem {
        if (lines < 0) {
            throw new IllegalArgumentException("lines are 0 or more: lines=" + lines);
        }
    }

    /** Something without which findings are still as they are. */
    public ParseProblem(Source source, long lines, String why) {
        this(source, lines, why, false);
    }

    /** A file of which nothing could be read. */
    public static ParseProblem all(String file, String why) {
        return new ParseProblem(Source.of(file), 0, why, true);
    }

    /** Something that findings depend on. */
    public static ParseProblem decisive(Source source, long lines, String why) {
        return new ParseProblem(source, lines, why, true);
    }

    /** Whether nothing of the file could be read. */
    public boolean isAll() {
        return source.line() == 0;
    }
}
