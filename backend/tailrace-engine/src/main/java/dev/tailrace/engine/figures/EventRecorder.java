package dev.tailrace.engine.figures;

import org.jspecify.annotations.Nullable;

/**
 * Records events on a log's slow paths, for instance into a flight recording. Thread-safe; no method throws or blocks. Called by waiting
 * callers and by helper threads, never for an event that finds room.
 */
public interface EventRecorder {
    /** Records nothing. */
    EventRecorder NONE = new EventRecorder() {
        @Override
        public @Nullable Span begin(Kind kind) {
            return null;
        }

        @Override
        public void dropped(String log, int level, String logger, boolean waited) {}

        @Override
        public void batch(String log, long tookNanos, long bytes) {}
    };

    /** An operation that takes some time. */
    enum Kind {
        /** A caller waits for room; its amount is 0. */
        WAIT,
        /** A file is rolled; its amount is the number of files. */
        ROLL,
        /** Frames are moved to disk; its amount is in bytes. */
        SPILL,
        /** This process becomes the drainer of a log that another one drained before; its amount is 0. */
        TAKEOVER
    }

    /** A running operation. For the thread that began it. */
    interface Span {
        /**
         * Ends the operation.
         *
         * @param log the file's path or "console"
         * @param amount as its kind says
         * @param done whether the operation succeeded
         */
        void end(String log, long amount, boolean done);
    }

    /** Begins an operation in this thread; null: it isn't recorded. */
    @Nullable
    Span begin(Kind kind);

    /**
     * An event was dropped.
     *
     * @param log the file's path or "console"
     * @param level SLF4J's code
     * @param logger its name
     * @param waited whether the caller had waited for room before
     */
    void dropped(String log, int level, String logger, boolean waited);

    /**
     * A batch was written, and it took longer than {@link LogFigures#LONG_BATCH_NANOS}.
     *
     * @param log the file's path or "console"
     * @param tookNanos from its first byte to its last one, in nanoseconds, failures and pauses between them not included
     * @param bytes that were written
     */
    void batch(String log, long tookNanos, long bytes);
}
