package dev.tailrace.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tailrace.destination.Target;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.Overflow;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.runtime.EngineRuntime;
import dev.tailrace.engine.runtime.EngineSettings;
import dev.tailrace.engine.runtime.FindingsListener;
import dev.tailrace.engine.runtime.LogSettings;
import dev.tailrace.engine.runtime.OpenDestination;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Writes bytes to files, for loggers, access logs and audit files: what was appended reaches its file exactly once, also after
 * {@code kill -9} of this process, as soon as a process that has the file open, or {@code tailrace drain}, runs. Callers wait for no
 * disk, and several processes of one user may share a file. It knows nothing of events, patterns or configuration files.
 *
 * <p>Has threads of its own, all daemons, from {@link #start} to {@link #close}. Thread-safe.
 */
public final class LogEngine implements AutoCloseable {
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final EngineRuntime runtime;
    private final Listener listener;
    private final Options options;
    private final List<AppendLog> logs = new CopyOnWriteArrayList<>();
    private boolean closed;

    private LogEngine(Options options) {
        this.options = options;
        this.listener = new Listener(options.findings);
        this.runtime = new EngineRuntime(
                new EngineSettings(
                        options.memory,
                        options.spill,
                        WaitStrategy.SLEEP,
                        false,
                        options.longestSleep.toNanos(),
                        options.archiverShare),
                listener);
        runtime.start();
    }

    /** An engine with these options. */
    public static LogEngine start(Options options) {
        return new LogEngine(options.copy());
    }

    /**
     * Opens a log. Missing directories and the file are made; a file that is there is appended to. Other processes of the same user
     * may have it open with the same rolling.
     *
     * @param file which file, and how it is rolled; console and keyed files are the loggers' affair
     * @throws IOException when the file can't be written; the message says why, and what helps
     * @throws IllegalStateException after {@link #close}
     */
    public synchronized AppendLog open(Target.File file) throws IOException {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        try {
            LogFile named = runtime.factory().logOf(file);
            if (named == null) {
                throw new IOException(file.file() + " is no regular file, and nothing else is opened");
            }
            for (AppendLog each : logs) {
                if (each.isOf(named)) {
                    throw new IOException(named.description() + " is open already in this engine");
                }
            }
            Overflow overflow =
                    new Overflow(options.waits ? Integer.MIN_VALUE : Integer.MAX_VALUE, options.longestWait.toNanos());
            OpenDestination opened = runtime.factory()
                    .open(file, named, new LogSettings(overflow, options.longestRecord, 0, null, null, false));
            opened.loop().add(opened.drainer());
            AppendLog log = new AppendLog(this, opened, named);
            logs.add(log);
            return log;
        } catch (SinkUnavailableException e) {
            throw new IOException(e.finding().format(), e);
        }
    }

    /** Waits until all that was appended before, to any log, is in its file; false when it is not by then. */
    public boolean flush(Duration atMost) {
        return runtime.flush(drainers(), System.nanoTime() + atMost.toNanos());
    }

    /** The figures of all open logs. */
    public List<Figures> figures() {
        return logs.stream().map(AppendLog::figures).toList();
    }

    /**
     * Ends all logs: what is appended later is refused, the rest is written, for at most five seconds. What isn't by then stays in
     * shared memory for the next process that opens the log, and is a finding. Once is enough; again does nothing.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        long deadline = System.nanoTime() + LONGEST_CLOSE.toNanos();
        runtime.flush(drainers(), deadline);
        runtime.archiver().close(deadline);
        runtime.stop(drainers(), deadline);
        runtime.awaitEnd(deadline);
    }

    private List<DrainAgent> drainers() {
        return logs.stream().map(AppendLog::drainer).toList();
    }

    /** Something unforeseen that must not reach the application. */
    void failed(Throwable error) {
        listener.onError(error);
    }

    /** Waits for one log. */
    boolean flush(AppendLog log, Duration atMost) {
        return runtime.flush(List.of(log.drainer()), System.nanoTime() + atMost.toNanos());
    }

    /** Ends one log. */
    synchronized void close(AppendLog log) {
        if (closed || !logs.contains(log)) {
            return;
        }
        OpenDestination opened = log.opened();
        opened.destination().close();
        flush(log, LONGEST_CLOSE);
        opened.loop().retire(opened.drainer(), gone -> {
            runtime.factory().close(opened);
            logs.remove(log);
        });
    }

    private static final class Listener extends FindingsListener {
        private final Consumer<Finding> findings;

        Listener(Consumer<Finding> findings) {
            this.findings = findings;
        }

        @Override
        public void report(Finding finding) {
            findings.accept(finding);
        }

        /** Nothing is kept of a destination. */
        @Override
        public void onEnd(Destination destination) {}

        /** A line of its own in the log. */
        @Override
        public ByteBuffer lossLine(Destination destination, LossReport report) {
            return ByteBuffer.wrap((losses(destination, report) + "\n").getBytes(UTF_8));
        }
    }

    /** What an engine may use. Not thread-safe; an engine keeps a copy. */
    public static final class Options {
        private long memory;
        private long spill = 1L << 30;
        private boolean waits = true;
        private Duration longestWait = Duration.ofSeconds(10);
        private Duration longestSleep = Duration.ofMillis(100);
        private int longestRecord = 1 << 20;
        private double archiverShare = 0.5;
        private Consumer<Finding> findings = finding -> System.err.println(finding.format());

        /** The defaults. */
        public Options() {}

        private Options copy() {
            Options copy = new Options();
            copy.memory = memory;
            copy.spill = spill;
            copy.waits = waits;
            copy.longestWait = longestWait;
            copy.longestSleep = longestSleep;
            copy.longestRecord = longestRecord;
            copy.archiverShare = archiverShare;
            copy.findings = findings;
            return copy;
        }

        /** Cap of the memory for all logs, in bytes; by default 64 MiB, or less where shared memory or a container is small. */
        public Options memory(long bytes) {
            memory = atLeast(1, bytes, "memory");
            return this;
        }

        /** Cap of what is moved to disk beside the logs when memory is full, in bytes; by default 1 GiB, 0: nothing is. */
        public Options spill(long bytes) {
            spill = atLeast(0, bytes, "spill");
            return this;
        }

        /** When memory and spill are full, a call waits at most so long, then its record is dropped and counted. By default 10 s. */
        public Options waitWhenFull(Duration atMost) {
            waits = true;
            longestWait = atMost;
            return this;
        }

        /** When memory and spill are full, records are dropped and counted. */
        public Options dropWhenFull() {
            waits = false;
            return this;
        }

        /** How long a record may wait for its file at most while little is appended, 1 to 100 ms. By default 100 ms. */
        public Options longestSleep(Duration sleep) {
            long millis = sleep.toMillis();
            if (millis < 1 || millis > 100) {
                throw new IllegalArgumentException("longest sleep is not between 1 and 100 ms: " + sleep);
            }
            longestSleep = sleep;
            return this;
        }

        /** Longer records are cut, with a mark at their end; in bytes, by default 1 MiB. */
        public Options longestRecord(int bytes) {
            longestRecord = (int) atLeast(64, bytes, "longest record");
            return this;
        }

        /** Share of one core that compression may use, above 0 and at most 1. By default a half. */
        public Options archiverShare(double share) {
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException("share is not above 0 and at most 1: " + share);
            }
            archiverShare = share;
            return this;
        }

        /** Takes what people should know, from any thread; must neither throw nor block. By default standard error. */
        public Options findings(Consumer<Finding> consumer) {
            findings = consumer;
            return this;
        }

        private static long atLeast(long least, long bytes, String name) {
            if (bytes < least) {
                throw new IllegalArgumentException(name + " is less than " + least + " bytes: " + bytes);
            }
            return bytes;
        }
    }
}
