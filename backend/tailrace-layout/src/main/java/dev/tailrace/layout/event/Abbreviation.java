package dev.tailrace.layout.event;

/** Shortens class and logger names as Logback does: packages to their first letters, from the left, until the name fits. */
public final class Abbreviation {
    private Abbreviation() {}

    /**
     * The last part of the name is never shortened.
     *
     * @param length the target length in characters; 0: only the last part; negative: the whole name
     */
    public static String abbreviate(String name, int length) {
        int lastDot = name.lastIndexOf('.');
        if (length < 0 || lastDot < 0) {
            return name;
        }
        if (length == 0) {
            return name.substring(lastDot + 1);
        }
        if (name.length() < length) {
            return name;
        }
        int tail = name.length() - lastDot;
        int excess = lastDot - Math.max(0, length - tail);
        StringBuilder shortened = new StringBuilder(name.length());
        int partStart = 0;
        int trimmed = 0;
        while (partStart <= lastDot) {
            int dot = name.indexOf('.', partStart);
            if (dot > partStart) {
                shortened.append(name.charAt(partStart));
                trimmed += dot - partStart - 1;
            }
            if (dot == lastDot || trimmed >= excess) {
                return shortened.append(name, dot, name.length()).toString();
            }
            shortened.append('.');
            partStart = dot + 1;
        }
        return shortened.toString();
    }
}
