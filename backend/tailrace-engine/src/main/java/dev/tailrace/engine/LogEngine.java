package dev.tailrace.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.ConsoleMode;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.Overflow;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.engine.drain.shared.SharedDrainer;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.runtime.EngineRuntime;
import dev.tailrace.engine.runtime.EngineSettings;
import dev.tailrace.engine.runtime.FindingsListener;
import dev.tailrace.engine.runtime.LogSettings;
import dev.tailrace.engine.runtime.OpenDestination;
import dev.tailrace.engine.runtime.StandardError;
import dev.tailrace.engine.runtime.Waiting;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes bytes to files, for loggers, access logs and audit files. Each record reaches its file exactly once, even after {@code kill -9} of
 * this process, as soon as a process that has the file open, or {@code tailrace drain}, runs. Callers don't wait for a disk, and several
 * processes of one user may share a file. The engine knows nothing of events, patterns or configuration files.
 *
 * <p>Has threads of its own, all daemons, from {@link #start} to {@link #close}. Thread-safe.
 */
public final class LogEngine implements AutoCloseable {
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);
    private static final long PRINT_NANOS = 1_000_000_000L;
    /** During JVM shutdown: how long a call waits until its record is in the file. */
    private static final long LATE_NANOS = 200_000_000L;
    /** The hook waits until nothing was appended for this time. */
    private static final long QUIET_NANOS = 50_000_000L;
    /** The longest wait of the hook: daemon threads may log to the end. */
    private static final long LONGEST_QUIET_NANOS = 2_000_000_000L;

    private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(365);

    private final EngineRuntime runtime;
    private final Listener listener;
    private final Options options;
    private final List<AppendLog> logs = new CopyOnWriteArrayList<>();
    /** Closed logs that their thread may not have released yet. */
    private final List<AppendLog> leaving = new CopyOnWriteArrayList<>();

    private boolean closed;
    /** The shutdown hook; null: there is none. */
    private @Nullable HelperThread hook;

    private volatile boolean exiting;
    /** During JVM shutdown: when the last record was appended. */
    private volatile long lateAt;
    /** Whether each call waits until its record is in the file, because the hook has ended. */
    private volatile boolean callsWait;

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
        if (options.drainsAtExit) {
            hook();
        }
    }

    private void hook() {
        HelperThread fresh = HelperThread.of(this::onExit, "tailrace-shutdown");
        try {
            Runtime.getRuntime().addShutdownHook(fresh);
            hook = fresh;
        } catch (IllegalStateException e) {
            // The JVM is on its way down already: each call waits for its file.
            exiting = true;
            callsWait = true;
        }
    }

    /** Starts an engine with these options. */
    public static LogEngine start(Options options) {
        return new LogEngine(options.copy());
    }

    /**
     * Opens a log. The file and missing directories are created; an existing file is appended to. Other processes of the same user may have
     * it open with the same rolling.
     *
     * @param file the file and its rolling; not a console, and not one file for each value of a key
     * @throws IOException when the file can't be written; the message says why, and what helps
     * @throws IllegalStateException after {@link #close}
     */
    public AppendLog open(DestinationConfig.File file) throws IOException {
        return open(file, options, false);
    }

    /**
     * Opens a log for one of several users in this process, each of which closes it. A log that is already open for other users is
     * returned, and takes over this rolling and these options.
     *
     * @param own the options of this log; options for all logs of an engine are ignored
     * @throws IOException when the file can't be written, or was opened by {@link #open}; the message says why, and what helps
     * @throws IllegalStateException after {@link #close}
     */
    public AppendLog share(DestinationConfig.File file, Options own) throws IOException {
        return open(file, own, true);
    }

    /**
     * Joins a log that is already open for other users, as {@link #share} does. The log keeps its rolling and options.
     *
     * @return the log; null if it isn't open
     * @throws IOException when the file's attributes can't be read
     */
    public synchronized @Nullable AppendLog join(DestinationConfig.File file) throws IOException {
        try {
            LogFile named = runtime.factory().logOf(file);
            for (AppendLog each : logs) {
                if (named != null && each.isShared() && each.isOf(named)) {
                    each.share();
                    return each;
                }
            }
            return null;
        } catch (SinkUnavailableException e) {
            throw new IOException(e.finding().format(), e);
        }
    }

    private synchronized AppendLog open(DestinationConfig.File file, Options own, boolean shared) throws IOException {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        try {
            LogFile named = runtime.factory().logOf(file);
            if (named == null) {
                throw new IOException(file.file() + " is no regular file, and nothing else is opened");
            }
            AppendLog log = known(named, own, shared);
            if (log == null) {
                OpenDestination opened = takeBack(named, own);
                if (opened == null) {
                    opened = runtime.factory().open(file, named, own.settings());
                    opened.loop().add(opened.drainer());
                }
                log = new AppendLog(this, opened, named);
                logs.add(log);
            }
            if (shared) {
                log.share();
            }
            return log;
        } catch (SinkUnavailableException e) {
            throw new IOException(e.finding().format(), e);
        } catch (InvalidPathException e) {
            throw new IOException("no file can be named so: " + e.getMessage(), e);
        }
    }

    /** The open log of a file; null: there is none. */
    private @Nullable AppendLog known(LogFile named, Options own, boolean shared) throws IOException {
        for (AppendLog each : logs) {
            if (each.isOf(named)) {
                if (!shared || !each.isShared()) {
                    throw new IOException(named.description() + " is open already in this engine");
                }
                change(each.opened(), named, own);
                return each;
            }
        }
        return null;
    }

    /** A closed log of this file that its thread has not released yet, reopened: it keeps its lanes. */
    private @Nullable OpenDestination takeBack(LogFile named, Options own) {
        for (AppendLog each : leaving) {
            if (each.isOf(named)) {
                OpenDestination opened = each.opened();
                if (opened.loop().recall(opened.drainer())) {
                    leaving.remove(each);
                    runtime.factory().reopen(opened);
                    change(opened, named, own);
                    return opened;
                }
                // It is being released right now.
                Waiting.until(System.nanoTime() + LONGEST_CLOSE.toNanos(), () -> !leaving.contains(each));
            }
        }
        return null;
    }

    private static void change(OpenDestination opened, LogFile named, Options own) {
        opened.limit(own.settings());
        if (opened.drainer() instanceof SharedDrainer drainer) {
            drainer.use(named);
        }
    }

    /** Waits until all earlier records of all logs are in their files; returns false if {@code atMost} has passed before. */
    public boolean flush(Duration atMost) {
        return runtime.flush(drainers(), System.nanoTime() + nanos(atMost));
    }

    /** The figures of all open logs. */
    public List<Figures> figures() {
        return logs.stream().map(AppendLog::figures).toList();
    }

    /**
     * Closes all logs: later records are refused, and earlier records are written, for at most five seconds. Records that are still
     * unwritten stay in shared memory for the next process that opens the log, and a finding reports them. Idempotent.
     */
    @Override
    public void close() {
        List<DrainAgent> drainers;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            drainers = drainers();
            unhook();
        }
        long deadline = System.nanoTime() + LONGEST_CLOSE.toNanos();
        // First: records that are appended meanwhile would be left behind.
        logs.forEach(this::refuse);
        runtime.flush(drainers, deadline);
        runtime.archiver().close(deadline);
        runtime.stop(drainers, () -> deadline);
        runtime.awaitEnd(deadline);
        listener.end();
    }

    private void unhook() {
        if (hook != null && !exiting) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It runs already.
                return;
            }
        }
    }

    /**
     * At the end of the JVM nothing is closed: other hooks still append, and the drain threads, being daemons, serve them to the end. Waits
     * for the records that were appended before, and removes the files for other processes if no other process uses the log.
     */
    private void onExit() {
        long quiet = System.nanoTime() + LONGEST_QUIET_NANOS;
        lateAt = System.nanoTime();
        exiting = true;
        // Hooks of others run at the same time, and may have much to append: their calls don't wait as long as this one
        // does.
        Waiting.until(quiet, () -> logs.isEmpty() || System.nanoTime() - lateAt > QUIET_NANOS);
        callsWait = true;
        long deadline = System.nanoTime() + LONGEST_CLOSE.toNanos();
        List<DrainAgent> drainers = drainers();
        runtime.finish(drainers, () -> deadline);
        // Files that are rolled from now on are compressed by the next process that opens the log.
        runtime.archiver().close(deadline);
        runtime.seal(drainers, () -> deadline);
        runtime.leave(drainers, System.nanoTime() + LATE_NANOS);
        listener.end();
    }

    /** Whether the JVM ends, so that it may halt after any record. */
    boolean isExiting() {
        return exiting;
    }

    /** Waits for a record that was appended at the end of the JVM, unless the hook does. */
    void flushLate(AppendLog log) {
        lateAt = System.nanoTime();
        if (!callsWait) {
            return;
        }
        List<DrainAgent> drainer = List.of(log.drainer());
        long deadline = System.nanoTime() + LATE_NANOS;
        if (runtime.flush(drainer, deadline)) {
            runtime.leave(drainer, deadline);
        }
    }

    private List<DrainAgent> drainers() {
        return Stream.concat(logs.stream(), leaving.stream())
                .map(AppendLog::drainer)
                .toList();
    }

    /** Reports an unforeseen error, which must not reach the application. */
    void failed(Throwable error) {
        listener.onError(error);
    }

    /** Waits for one log. */
    boolean flush(AppendLog log, Duration atMost) {
        return runtime.flush(List.of(log.drainer()), System.nanoTime() + nanos(atMost));
    }

    /** Ends one log. */
    void close(AppendLog log) {
        synchronized (this) {
            if (closed || !logs.contains(log) || !log.leave()) {
                return;
            }
            logs.remove(log);
            leaving.add(log);
        }
        refuse(log);
        flush(log, LONGEST_CLOSE);
        OpenDestination opened = log.opened();
        opened.loop().retire(opened.drainer(), gone -> {
            try {
                runtime.factory().close(opened);
            } finally {
                leaving.remove(log);
            }
        });
    }

    private void refuse(AppendLog log) {
        try {
            log.opened().destination().close();
        } catch (InternalError e) {
            // A mapped file was truncated from outside. The other logs must end all the same.
            failed(e);
        }
    }

    private static long nanos(Duration duration) {
        try {
            return Math.max(0, Math.min(LONGEST_NANOS, duration.toNanos()));
        } catch (ArithmeticException e) {
            return LONGEST_NANOS;
        }
    }

    private static final class Listener extends FindingsListener {
        private final @Nullable Consumer<Finding> findings;
        private final StandardError errors = new StandardError();

        Listener(@Nullable Consumer<Finding> findings) {
            this.findings = findings;
        }

        @Override
        public void report(Finding finding) {
            if (findings == null) {
                errors.print(finding.format());
                return;
            }
            try {
                findings.accept(finding);
            } catch (RuntimeException | Error e) {
                // Foreign code: the thread that reports has other work to do.
                errors.print(finding.format());
            }
        }

        void end() {
            errors.end(PRINT_NANOS);
        }

        /** The engine keeps no data of a destination. */
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
        /** The lowest level whose records wait. */
        private int waitFrom = Integer.MIN_VALUE;

        private boolean drainsAtExit;
        private @Nullable String directory;
        private @Nullable String parentDirectory;
        private int stripes;
        private Duration longestWait = Duration.ofSeconds(10);
        private Duration longestSleep = Duration.ofMillis(100);
        private int longestRecord = 1 << 20;
        private double archiverShare = 0.5;
        /** Receives findings. Null: a thread writes them to standard error, which may be a full pipe. */
        private @Nullable Consumer<Finding> findings;

        /** The defaults. */
        public Options() {}

        private LogSettings settings() {
            return new LogSettings(
                    new Overflow(waitFrom, nanos(longestWait)),
                    longestRecord,
                    stripes,
                    directory,
                    parentDirectory,
                    ConsoleMode.AUTO);
        }

        private Options copy() {
            Options copy = new Options();
            copy.memory = memory;
            copy.spill = spill;
            copy.waitFrom = waitFrom;
            copy.drainsAtExit = drainsAtExit;
            copy.directory = directory;
            copy.parentDirectory = parentDirectory;
            copy.stripes = stripes;
            copy.longestWait = longestWait;
            copy.longestSleep = longestSleep;
            copy.longestRecord = longestRecord;
            copy.archiverShare = archiverShare;
            copy.findings = findings;
            return copy;
        }

        /** Sets the limit of the memory for all logs, in bytes; by default 64 MiB, or less if shared memory or the container is small. */
        public Options memory(long bytes) {
            memory = atLeast(1, bytes, "memory");
            return this;
        }

        /**
         * Sets the limit of the spill files beside the logs, which hold records when memory is full, in bytes; by default 1 GiB, 0: no
         * spill files.
         */
        public Options spill(long bytes) {
            spill = atLeast(0, bytes, "spill");
            return this;
        }

        /**
         * Sets how long a call waits when memory is full: until memory grows, is moved to disk, or is drained. After that, the call's
         * record is dropped and counted. By default 10 s. The time begins when records stop moving, so calls wait at the same time and not
         * one after another.
         */
        public Options waitWhenFull(Duration atMost) {
            waitFrom = Integer.MIN_VALUE;
            if (atMost.isNegative()) {
                throw new IllegalArgumentException("longest wait is negative: " + atMost);
            }
            longestWait = atMost;
            return this;
        }

        /**
         * When memory and spill are full, records are dropped at once, and counted; calls still wait while memory grows or is moved to
         * disk.
         */
        public Options dropWhenFull() {
            return dropBelow(Integer.MAX_VALUE);
        }

        /** When memory and spill are full, records below a level are dropped at once, and counted; the others wait. */
        public Options dropBelow(int level) {
            waitFrom = level;
            return this;
        }

        /**
         * At the end of the JVM, all records are written, for at most five seconds, and the files for other processes are removed if no
         * other process uses the log. The engine isn't closed: a record of a later hook is written before its call returns.
         */
        public Options drainAtExit() {
            drainsAtExit = true;
            return this;
        }

        /**
         * Sets the directories and the number of lanes, in which records wait.
         *
         * @param own directory of the lanes; null: chosen
         * @param parent where a directory for the lanes of each log is made; null: chosen
         * @param perLog number of lanes of a log, a power of two; 0: chosen by the number of processors
         */
        public Options lanes(@Nullable String own, @Nullable String parent, int perLog) {
            directory = own;
            parentDirectory = parent;
            stripes = perLog;
            return this;
        }

        /** Sets how long a record may wait for its file while little is appended, 1 to 100 ms. By default 100 ms. */
        public Options longestSleep(Duration sleep) {
            long millis = sleep.toMillis();
            if (millis < 1 || millis > 100) {
                throw new IllegalArgumentException("longest sleep is not between 1 and 100 ms: " + sleep);
            }
            longestSleep = sleep;
            return this;
        }

        /**
         * Longer records are truncated, with a mark at their end; in bytes, 64 to 16 Mi, by default 1 MiB. If memory is small, records
         * longer than an eighth of the largest ring are truncated, too.
         */
        public Options longestRecord(int bytes) {
            if (bytes > RecordPool.LONGEST) {
                throw new IllegalArgumentException(
                        "longest record is more than " + RecordPool.LONGEST + " bytes: " + bytes);
            }
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

        /** Receives findings, from any thread; must neither throw nor block. By default they go to standard error. */
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
