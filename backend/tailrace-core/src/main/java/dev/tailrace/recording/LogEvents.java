package dev.tailrace.recording;

import dev.tailrace.engine.figures.EventRecorder.Kind;
import dev.tailrace.engine.figures.EventRecorder.Span;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The events, and how they are made. Loaded only once there has been a recording. */
final class LogEvents {
    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};

    private LogEvents() {}

    static @Nullable Span begin(Kind kind) {
        Timed event = switch (kind) {
            case WAIT -> new Wait();
            case ROLL -> new Roll();
            case SPILL -> new Spill();
            case TAKEOVER -> new Takeover();
        };
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    static void dropped(String log, int level, String logger, boolean waited) {
        Drop event = new Drop();
        if (event.isEnabled()) {
            event.log = log;
            event.level = LEVELS[Math.max(0, Math.min(LEVELS.length - 1, level / 10))];
            event.logger = logger;
            event.reason = waited ? "timeout" : "full";
            event.commit();
        }
    }

    static void batch(String log, long tookNanos, long bytes) {
        Batch event = new Batch();
        if (event.isEnabled()) {
            event.log = log;
            event.writeTime = tookNanos;
            event.bytes = bytes;
            event.commit();
        }
    }

    /** An event with a beginning and an end, in one thread. */
    @Category("Tailrace")
    abstract static class Timed extends Event implements Span {
        @Label("Log")
        @Description("The log's file, or console")
        @Nullable
        String log;

        abstract void result(long amount, boolean done);

        @Override
        public final void end(String name, long amount, boolean done) {
            try {
                end();
                if (shouldCommit()) {
                    log = name;
                    result(amount, done);
                    commit();
                }
            } catch (Throwable e) {
                // A failure counts as not recorded.
                return;
            }
        }
    }

    @Name("dev.tailrace.Wait")
    @Label("Wait for Room in a Log")
    @Description("A log call waited because memory and spill file of the log were full")
    @StackTrace(true)
    static final class Wait extends Timed {
        @Label("Appended")
        @Description("Whether there was room in the end; if not, the event was dropped")
        boolean appended;

        @Override
        void result(long amount, boolean done) {
            appended = done;
        }
    }

    @Name("dev.tailrace.Roll")
    @Label("Roll of a Log File")
    @StackTrace(false)
    static final class Roll extends Timed {
        @Label("Files")
        @Description("How many files were finished")
        long files;

        @Override
        void result(long amount, boolean done) {
            files = amount;
        }
    }

    @Name("dev.tailrace.Spill")
    @Label("Spill to Disk")
    @Description("Lines were moved from memory to a file beside the log")
    @StackTrace(false)
    static final class Spill extends Timed {
        @Label("Bytes")
        @DataAmount
        long bytes;

        @Override
        void result(long amount, boolean done) {
            bytes = amount;
        }
    }

    @Name("dev.tailrace.Takeover")
    @Label("Takeover of a Log")
    @Description("This process became the one that writes a log which another process wrote before")
    @StackTrace(false)
    static final class Takeover extends Timed {
        @Label("Succeeded")
        boolean succeeded;

        @Override
        void result(long amount, boolean done) {
            succeeded = done;
        }
    }

    @Name("dev.tailrace.Drop")
    @Label("Dropped Log Event")
    @Category("Tailrace")
    @StackTrace(false)
    static final class Drop extends Event {
        @Label("Log")
        @Nullable
        String log;

        @Label("Level")
        @Nullable
        String level;

        @Label("Logger")
        @Nullable
        String logger;

        @Label("Reason")
        @Description("full: its level doesn't wait; timeout: its call had waited as long as it may")
        @Nullable
        String reason;
    }

    @Name("dev.tailrace.Batch")
    @Label("Long Batch")
    @Description("Writing a batch of lines took longer than 100 ms; the event stands at its end")
    @Category("Tailrace")
    @StackTrace(false)
    static final class Batch extends Event {
        @Label("Log")
        @Nullable
        String log;

        @Label("Write Time")
        @Timespan(Timespan.NANOSECONDS)
        long writeTime;

        @Label("Bytes")
        @DataAmount
        long bytes;
    }
}
