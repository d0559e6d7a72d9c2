package dev.tailrace.config;

/**
 * What is said of a rolled file besides its policy.
 *
 * @param streaming whether the file is written compressed, if the pattern's end allows it
 * @param interval how many periods of the pattern's date make one of the file, at least 1
 * @param modulate whether they end where their number in the next larger unit can be divided by {@code interval}: 6 hours at 6, 12, 18, 24
 * @param startSize a file of at least so many bytes is rolled when it is opened at a start; −1: none is
 */
public record RollingOptions(boolean streaming, int interval, boolean modulate, long startSize) {
    /** Nothing is said. */
    public static final RollingOptions NONE = new RollingOptions(false, 1, false, -1);

    /** These, written compressed or not. */
    public RollingOptions withStreaming(boolean other) {
        return new RollingOptions(other, interval, modulate, startSize);
    }
}
