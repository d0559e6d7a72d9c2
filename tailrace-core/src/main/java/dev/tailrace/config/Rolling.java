package dev.tailrace.config;

/** When a file is rolled and what becomes of the finished one. Compression follows from the end of the name: .gz, .zip or none. */
public sealed interface Rolling {
    String fileNamePattern();

    /** Finished files carry an index; 1 (or {@code minIndex}) is the newest. */
    record FixedWindow(String fileNamePattern, int minIndex, int maxIndex, long maxFileSize) implements Rolling {}

    /**
     * Finished files carry a date, and an index when there is a size limit too.
     *
     * @param maxFileSize bytes; 0: by time only
     * @param maxHistory periods to keep; 0: all
     * @param totalSizeCap bytes of finished files to keep; 0: no limit
     */
    record TimeBased(
            String fileNamePattern, long maxFileSize, int maxHistory, long totalSizeCap, boolean cleanHistoryOnStart)
            implements Rolling {}
}
