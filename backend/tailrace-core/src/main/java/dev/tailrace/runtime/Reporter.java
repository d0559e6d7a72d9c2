package dev.tailrace.runtime;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.encoding.AppenderEncoders;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.figures.EventRecorder;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.runtime.FindingsListener;
import dev.tailrace.engine.runtime.StandardError;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.JsonEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.limit.LimitSummary;
import dev.tailrace.logging.Events;
import dev.tailrace.recording.FlightRecorderEvents;
import dev.tailrace.spi.LostCalls;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports findings on standard error, and losses in the log itself. Thread-safe. */
public final class Reporter extends FindingsListener {
    private static final long LOST_PAUSE_NANOS = 10_000_000_000L;
    private static final long PRINT_NANOS = 1_000_000_000L;
    private static final int MOST_KEPT = 300;
    private static final StandardError ERRORS = new StandardError();
    /** Events that were lost with another error than that of {@link LostCalls}. Static, as these: an engine reports those of the last, too. */
    private static final AtomicLong ENCODER_FAILURES = new AtomicLong();
    /** The number of lost events in the last report. */
    private static volatile long reportedLost;

    private static final String LOGGER = "dev.tailrace";
    /** How long a summary waits for room: longer than a larger ring takes to make. */
    private static final long SUMMARY_NANOS = 500_000_000L;

    private final @Nullable SpringSource spring;
    private final Queue<Finding> first = new ConcurrentLinkedQueue<>();
    private final Map<Destination, Encoder> encoders = new ConcurrentHashMap<>();
    private final AtomicLong nextEncoderReport = new AtomicLong(System.nanoTime());
    private volatile String lastFailure = "";
    /** The keeper's: the number of lost events at its last look, and since when (nanoTime) some aren't reported. */
    private long seenLost;

    private long unreportedSince;

    /** One that knows nothing of Spring. */
    public Reporter() {
        this(null);
    }

    /** @param spring knows which of Spring's properties caused a finding; null: none did */
    Reporter(@Nullable SpringSource spring) {
        this.spring = spring;
    }

    @Override
    public void report(Finding found) {
        Finding finding = spring == null ? found : spring.located(found);
        if (!finding.equals(found) && first.contains(finding)) {
            // A property that stands in the patterns of console and file.
            return;
        }
        print(finding);
        if (first.size() < MOST_KEPT) {
            first.add(finding);
        }
    }

    @Override
    public EventRecorder recorder() {
        return FlightRecorderEvents.instance();
    }

    public static void print(Finding finding) {
        ERRORS.print(finding.format());
    }

    /** The first reported findings, in their order. */
    List<Finding> findings() {
        return List.copyOf(first);
    }

    /**
     * Waits a moment for reported findings to be printed, before the application goes on or ends; false when they aren't printed by then.
     */
    public boolean awaitPrinted() {
        return ERRORS.await(PRINT_NANOS);
    }

    @Override
    public boolean hasPrinted() {
        return ERRORS.isDone();
    }

    /** Ends the printing thread, after the same wait; a later report starts it again. */
    void end() {
        ERRORS.end(PRINT_NANOS);
    }

    /** Sets the format of a destination's loss reports and summaries: that of its first appender. */
    void describe(Destination destination, Encoder encoder) {
        encoders.put(destination, encoder);
    }

    @Override
    public void onEnd(Destination destination) {
        encoders.remove(destination);
        // The events' last claims would keep the memory of the destination's lanes.
        Events.POOL.forgetMemory();
    }

    void onEncoderFailure(Throwable error) {
        lastFailure = describe(error);
        ENCODER_FAILURES.incrementAndGet();
        long due = nextEncoderReport.get();
        long now = System.nanoTime();
        if (now - due >= 0 && nextEncoderReport.compareAndSet(due, now + LOST_PAUSE_NANOS)) {
            reportLost();
        }
    }

    /** Reports lost events: as soon as no more get lost if their number has doubled, else after a while. For the keeper, which has stack. */
    void lookForLost() {
        long lost = LostCalls.count + ENCODER_FAILURES.get();
        if (lost == reportedLost) {
            return;
        }
        // Those calls may not have given back their events.
        Events.POOL.reclaim();
        long now = System.nanoTime();
        if (seenLost <= reportedLost) {
            unreportedSince = now;
        }
        if ((lost == seenLost && lost >= 2 * reportedLost) || now - unreportedSince >= LOST_PAUSE_NANOS) {
            reportLost();
        }
        seenLost = lost;
    }

    /** Reports the events that were lost since the last report. */
    void reportLost() {
        int withoutStack = LostCalls.count;
        long lost = withoutStack + ENCODER_FAILURES.get();
        if (lost == reportedLost) {
            return;
        }
        reportedLost = lost;
        report(Finding.of(
                FindingCode.ENCODER_FAILED,
                lost + " events so far could not be logged"
                        + (withoutStack == 0 ? "" : ", " + withoutStack + " of them with a StackOverflowError")
                        + (lastFailure.isEmpty() ? "" : ", the last: " + lastFailure)));
    }

    /** Reports what a destination's sender found; dropped records also in the log itself. */
    void reportOf(Destination destination, Finding finding) {
        report(finding);
        if (finding.code() == FindingCode.TARGET_RECORDS_DROPPED) {
            write(destination, Threshold.WARN.code(), LOGGER, WallClock.nanos(), finding.cause(), event -> {});
        }
    }

    /**
     * Appends the line of a summary to a lane of its destination, in the calling thread.
     *
     * @param epochNanos the line's time, in nanoseconds since 1970
     * @return false when there was no room for it
     */
    boolean writeSummary(Destination destination, LimitSummary summary, long epochNanos) {
        Encoder encoder = encoders.get(destination);
        boolean json = encoder != null && AppenderEncoders.withoutKey(encoder) instanceof JsonEncoder;
        return write(destination, summary.level(), summary.logger(), epochNanos, summary.message(), event -> {
            if (json) {
                event.addKeyValue("limited.count", summary.count());
                event.addKeyValue("limited.first", summary.first());
                event.addKeyValue("limited.last", summary.last());
                event.addKeyValue("limited.text", summary.text());
            }
        });
    }

    private boolean write(
            Destination destination, int level, String logger, long epochNanos, String message, Consumer<Event> pairs) {
        Encoder encoder = encoders.get(destination);
        if (encoder == null) {
            return false;
        }
        Event event = Events.POOL.take();
        PendingWord pending = event.pending;
        try {
            event.begin(level, 0, logger, Reporter.class.getName(), epochNanos);
            pairs.accept(event);
            event.line().clear();
            encoder.encode(event, message, null, event.line());
            return destination.offer(event.line(), epochNanos, SUMMARY_NANOS, pending);
        } catch (RuntimeException e) {
            // A line that can't be formatted must not keep the others from theirs: the event counts as written.
            onEncoderFailure(e);
            return true;
        } finally {
            // Here is stack: a claim that the call has left is settled at once.
            pending.settleHere();
            Events.POOL.give(event);
        }
    }

    @Override
    public ByteBuffer lossLine(Destination destination, LossReport report) {
        String text = losses(destination, report);
        Encoder encoder = encoders.get(destination);
        Event event = Events.POOL.take();
        try {
            event.begin(Threshold.WARN.code(), 0, LOGGER, Reporter.class.getName(), WallClock.nanos());
            if (encoder != null) {
                AppenderEncoders.withoutKey(encoder).encode(event, text, null, event.line());
            }
            byte[] line = new byte[event.line().length()];
            System.arraycopy(event.line().array(), 0, line, 0, line.length);
            return ByteBuffer.wrap(line);
        } finally {
            Events.POOL.give(event);
        }
    }
}
