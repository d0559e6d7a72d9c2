package dev.tailrace.engine.figures;

import org.jspecify.annotations.Nullable;

/**
 * Records what happens to a log on its slow paths, such as into a flight recording. Thread-safe; no method throws or blocks. Called by
 * callers that wait and by helper threads, never on the way of an event that finds room.
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

    /** What takes some time. */
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

    /** Something that has begun. For the thread that began it. */
    interface Span {
        /**
         * It is over.
         *
         * @param log the file's path or "console"
         * @param amount as its kind says
         * @param done whether it did what it was to do
         */
        void end(String log, long amount, boolean done);
    }

    /** Something begins now, in this thread; null: it isn't recorded. */
    @Nullable
    Span begin(Kind kind);

    /**
     * An event was dropped.
     *
     * @param log the file's path or "console"
     * @param level SLF4J's code
     * @param logger its name
     * @param waited whether its caller had waited for room before
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
