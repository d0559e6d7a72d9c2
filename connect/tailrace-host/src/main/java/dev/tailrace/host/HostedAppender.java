package dev.tailrace.host;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.encoding.WarmUp;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.layout.event.HostedMessage;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An appender of another backend, the host, that writes through Tailrace's engine. The host fills an event and has it encoded, or encodes
 * by itself into the event's line:
 *
 * <pre>{@code
 * Event event = appender.take(level, loggerName, boundary, epochNanos);
 * try {
 *     if (appender.encodes()) {
 *         event.threadName(...);                       // context, throwable, markers, pairs
 *         outcome = appender.append(event, message, arguments);
 *     } else {
 *         event.line().append(bytes, 0, bytes.length);
 *         outcome = appender.appendLine(event);
 *     }
 * } finally {
 *     appender.give(event);
 * }
 * }</pre>
 *
 * <p>No method that logs throws. Appenders of one file share its log. Thread-safe.
 */
public final class HostedAppender implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 24;
    /** A failing encoder must not fill the host's status list. */
    private static final int MOST_FAILURES = 10;

    private static final EventPool POOL = new EventPool(LONGEST_LINE);
    private static final AtomicBoolean WARM = new AtomicBoolean();

    /** The outcome of an event. */
    public enum Outcome {
        APPENDED,
        /** Memory and spill are full, which is counted and reported in the log. */
        DROPPED,
        /** An unforeseen error, which is a finding. */
        FAILED
    }

    private final DescriptionReading read;
    private final PromptFindings findings;
    private final HostedLog log;
    private final LateLog late;
    private final boolean needsCaller;
    private boolean closed;
    private final AtomicInteger failures = new AtomicInteger();
    /** Events that were dropped because their thread's stack was full. Not atomic, as their handler can't call anything. */
    private int withoutStack;

    private HostedAppender(DescriptionReading read, HostedLog log) {
        this.read = read;
        this.log = log;
        this.findings = log.findings();
        this.late = new LateLog(read.appender(), findings);
        this.needsCaller = asksForCaller(read.encoder());
    }

    /**
     * Reads a description and opens its log.
     *
     * @param findings receives what was found in the description, and what the engine reports while this appender is open, from any
     *     thread. Equal consumers get a report of the engine once.
     * @throws IOException when there is no file to write to; the message says why
     */
    public static HostedAppender open(AppenderDescription description, Consumer<Finding> findings) throws IOException {
        DescriptionReading read = DescriptionReading.of(description);
        read.findings().forEach(findings);
        HostedAppender opened =
                new HostedAppender(read, HostedLogs.open(read.appender(), new PromptFindings(findings)));
        Encoder encoder = read.encoder();
        if (encoder != null && WARM.compareAndSet(false, true)) {
            HostedMessage message = new HostedMessage();
            message.text().append("warming up ".repeat(150));
            WarmUp.start(List.of(encoder), POOL, message, () -> {}, () -> {});
        }
        return opened;
    }

    /** Why lines in a charset can't be written; null: they can. A charset of null is UTF-8. */
    public static @Nullable String problem(@Nullable Charset charset) {
        if (charset != null && charset.canEncode()) {
            for (byte each : "\n".getBytes(charset)) {
                if (each == 0) {
                    return "lines in " + charset + " have NUL bytes; use UTF-8";
                }
            }
        }
        return null;
    }

    /** Whether Tailrace's encoder writes the lines; otherwise {@link #foreign} says why not, and the host encodes. */
    public boolean encodes() {
        return read.encoder() != null;
    }

    /** Why the host encodes; null: it doesn't. */
    public @Nullable String foreign() {
        return read.foreign();
    }

    /** Whether the lines show where the call was made, so that the host should call {@link Event#locatedAt}. */
    public boolean needsCaller() {
        return needsCaller;
    }

    /** The path of the log. */
    public String file() {
        return log.log().figures().log();
    }

    /**
     * Takes an event from the pool, with an empty line. Give it back with {@link #give}.
     *
     * @param level SLF4J's code: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40
     * @param loggerName null counts as empty
     * @param callerBoundary the full name of the class that applications call, for events without {@link Event#locatedAt}
     */
    public Event take(int level, @Nullable String loggerName, String callerBoundary, long epochNanos) {
        Event event = POOL.take();
        String name = loggerName == null ? "" : loggerName;
        event.begin(level, LoggerIds.of(name), name, callerBoundary, epochNanos);
        event.line().clear();
        return event;
    }

    /** Encodes the event with its message and appends the line. Only where this appender {@link #encodes}. */
    public Outcome append(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        try {
            Encoder encoder = read.encoder();
            if (encoder == null) {
                throw new IllegalStateException(read.appender().name() + " has no encoder");
            }
            encoder.encode(event, message, arguments, event.line());
            return outcome(event);
        } catch (Throwable e) {
            return failed(event, e);
        }
    }

    /** Appends the event's line as it is, but for NUL bytes, which become question marks. An empty line is no event. */
    public Outcome appendLine(Event event) {
        try {
            byte[] bytes = event.line().array();
            int length = event.line().length();
            for (int i = 0; i < length; i++) {
                if (bytes[i] == 0) {
                    bytes[i] = '?';
                }
            }
            return length == 0 ? Outcome.APPENDED : outcome(event);
        } catch (Throwable e) {
            return failed(event, e);
        }
    }

    private Outcome outcome(Event event) throws IOException {
        Destination.Outcome outcome = log.append(event);
        if (outcome == Destination.Outcome.CLOSED) {
            // The appender was stopped after its host had let the event pass.
            outcome = late.append(event);
        }
        return outcome == Destination.Outcome.APPENDED ? Outcome.APPENDED : Outcome.DROPPED;
    }

    private Outcome failed(Event event, Throwable e) {
        // No call before the claim is handed over: a stack that is full has no room for one.
        PendingWord pending = event.pending;
        if (pending.owed) {
            pending.orphaned = true;
            pending.next = PendingWord.orphans;
            PendingWord.orphans = pending;
        }
        if (e instanceof StackOverflowError) {
            withoutStack++;
        } else {
            report(e);
        }
        return Outcome.FAILED;
    }

    private void report(Throwable error) {
        if (failures.getAndIncrement() < MOST_FAILURES) {
            lost("An event could not be logged: " + describe(error));
        }
    }

    private void lost(String cause) {
        findings.accept(Finding.of(FindingCode.ENCODER_FAILED, cause));
    }

    private static String describe(Throwable error) {
        try {
            return error.toString();
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }

    /** Gives an event back to the pool. */
    public void give(Event event) {
        // An orphaned event belongs to the drain thread, which settles its claim.
        if (!event.pending.orphaned) {
            POOL.give(event);
        }
    }

    /** Waits until all earlier lines are in the file; false when they aren't after {@code atMost}. */
    public boolean flush(Duration atMost) {
        return log.log().flush(atMost);
    }

    /** Closes the log unless another appender has it open, and waits until all is written, for at most ten seconds. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (withoutStack != 0) {
            lost(withoutStack + " events could not be logged, because the stacks of their threads were full.");
        }
        int more = failures.get() - MOST_FAILURES;
        if (more > 0) {
            lost(more + " more events could not be logged.");
        }
        log.close();
    }

    private static boolean asksForCaller(@Nullable Encoder encoder) {
        if (encoder == null) {
            return false;
        }
        Event probe = POOL.take();
        try {
            probe.begin(0, -1, "", "", 0);
            encoder.encode(probe, "", null, probe.line());
            return probe.takeLate();
        } finally {
            POOL.give(probe);
        }
    }

    /** Releases the memory of closed logs. */
    static void forgetMemory() {
        POOL.forgetMemory();
    }
}
