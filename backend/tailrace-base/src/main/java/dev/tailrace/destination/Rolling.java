package dev.tailrace.destination;

/** When a file is rolled, and the names of rolled files. Compression follows from the end of the name: .gz, .zip or none. */
public sealed interface Rolling {
    String fileNamePattern();

    /** The size in bytes from which on a file is rolled; 0: by time only. */
    long maxFileSize();

    /** This rolling with another pattern. */
    Rolling with(String other);

    /** Rolled files carry an index; 1 (or {@code minIndex}) is the newest. */
    record FixedWindow(String fileNamePattern, int minIndex, int maxIndex, long maxFileSize) implements Rolling {
        @Override
        public FixedWindow with(String other) {
            return new FixedWindow(other, minIndex, maxIndex, maxFileSize);
        }
    }

    /**
     * Rolled files carry a date, and an index when there is a size limit too.
     *
     * @param maxFileSize bytes; 0: by time only
     * @param maxHistory periods to keep; 0: all
     * @param totalSizeCap bytes of rolled files to keep; 0: no limit
     */
    record TimeBased(
            String fileNamePattern, long maxFileSize, int maxHistory, long totalSizeCap, boolean cleanHistoryOnStart)
            implements Rolling {
        @Override
        public TimeBased with(String other) {
            return new TimeBased(other, maxFileSize, maxHistory, totalSizeCap, cleanHistoryOnStart);
        }
    }

    /**
     * Log4j's: rolled files carry an index; when the pattern has a date, too, files are also rolled at the end of each period, and the
     * indices of a period stand for themselves.
     *
     * @param maxIndex when all indices from {@code minIndex} on are taken, the oldest file of the period is deleted; {@link
     *     Integer#MAX_VALUE}: none is
     * @param newestHighest whether the newest file has the highest index, else it has the lowest
     * @param maxFileSize bytes; 0: by time only
     * @param maxHistory periods to keep; 0: all
     * @param totalSizeCap bytes of rolled files to keep; 0: no limit
     */
    record Numbered(
            String fileNamePattern,
            int minIndex,
            int maxIndex,
            boolean newestHighest,
            long maxFileSize,
            int maxHistory,
            long totalSizeCap)
            implements Rolling {
        @Override
        public Numbered with(String other) {
            return new Numbered(other, minIndex, maxIndex, newestHighest, maxFileSize, maxHistory, totalSizeCap);
        }
    }
}
