package dev.tailrace;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.DrainFindings;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.LossText;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Tells people what they should know: on standard error, and of losses in the log itself. Thread-safe. */
final class Reporter implements DrainListener {
    private static final long ENCODER_FAILURE_PAUSE_NANOS = 10_000_000_000L;
    private static final long PRINT_NANOS = 1_000_000_000L;
    private static final StandardError ERRORS = new StandardError();
    private static final String LOGGER = "dev.tailrace";

    private final Map<Destination, Encoder> encoders = new ConcurrentHashMap<>();
    private final Set<FindingCode> told = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextEncoderReport = new AtomicLong(System.nanoTime());
    private final AtomicLong encoderFailures = new AtomicLong();

    void report(Finding finding) {
        ERRORS.print(finding.format());
    }

    /** Gives what was reported a moment to appear, before the application goes on or ends; false when it has not appeared by then. */
    boolean awaitPrinted() {
        return ERRORS.await(PRINT_NANOS);
    }

    /** Ends the thread that prints, for which it waits as long; what is reported later starts it again. */
    void end() {
        ERRORS.end(PRINT_NANOS);
    }

    /** Reports only the first finding with this code. */
    void reportOnce(Finding finding) {
        if (told.add(finding.code())) {
            report(finding);
        }
    }

    /** Losses of a destination are told in its own format: that of the first of its appenders. */
    void describe(Destination destination, Encoder encoder) {
        encoders.put(destination, encoder);
    }

    void forget(Destination destination) {
        encoders.remove(destination);
    }

    void onEncoderFailure(Throwable error) {
        long failures = encoderFailures.incrementAndGet();
        long due = nextEncoderReport.get();
        long now = System.nanoTime();
        if (now - due >= 0 && nextEncoderReport.compareAndSet(due, now + ENCODER_FAILURE_PAUSE_NANOS)) {
            report(Finding.of(
                    FindingCode.ENCODER_FAILED,
                    failures + " events so far could not be logged, the last: " + describe(error)));
        }
    }

    /** Not its own words, if it has none: an exception's text is the application's code, too. */
    private static String describe(Throwable error) {
        try {
            return error.toString();
        } catch (Throwable e) {
            return error.getClass().getName();
        }
    }

    void reportLeftOver(List<DrainAgent> drainers) {
        for (DrainAgent drainer : drainers) {
            Destination destination = drainer.destination();
            long backlog = destination.backlog();
            if (backlog > 0) {
                report(Finding.of(
                        destination.outlivesProcess() ? FindingCode.EVENTS_LEFT : FindingCode.EVENTS_LOST,
                        backlog + " bytes of lines for " + destination.description() + " were not written in time."));
            }
        }
    }

    void close(DrainAgent drainer) {
        try {
            drainer.close();
        } catch (IOException e) {
            onError(e);
        }
    }

    @Override
    public void onDamage(Destination destination, long lostBytes) {
        report(DrainFindings.damage(destination, lostBytes));
    }

    @Override
    public void onStuckProducer(Destination destination) {
        report(DrainFindings.stuckProducer(destination));
    }

    @Override
    public void onTorn(Destination destination, long frames) {
        report(DrainFindings.torn(destination, frames));
    }

    @Override
    public void onSpillFailure(Destination destination, IOException reason) {
        reportOnce(DrainFindings.spillFailure(destination, reason));
    }

    @Override
    public void onCut(Destination destination, long lostBytes) {
        report(DrainFindings.cut(destination, lostBytes));
    }

    @Override
    public void onSkipped(Destination destination, long places, long bytes) {
        report(DrainFindings.skipped(destination, places, bytes));
    }

    @Override
    public void onSpoiltCounts(Destination destination) {
        report(DrainFindings.spoiltCounts(destination));
    }

    @Override
    public void onPossiblyTwice(Destination destination) {
        report(DrainFindings.possiblyTwice(destination));
    }

    @Override
    public void onNoRoom(Destination destination, int lineLength, IOException reason) {
        report(DrainFindings.noRoom(destination, lineLength, reason));
    }

    @Override
    public void onPutAside(Path file, IOException reason) {
        report(DrainFindings.putAside(file, reason));
    }

    @Override
    public void onError(Throwable error) {
        reportOnce(Finding.of(FindingCode.INTERNAL_ERROR, describe(error)));
    }

    @Override
    public ByteBuffer lossLine(Destination destination, LossReport report) {
        String text = LossText.of(report);
        reportOnce(Finding.of(FindingCode.EVENTS_DROPPED, text + " (" + destination.description() + ")"));
        Encoder encoder = encoders.get(destination);
        Event event = Tailrace.EVENTS.take();
        try {
            event.begin(Level.WARN.code(), 0, LOGGER, Reporter.class.getName(), Engine.epochNanos());
            event.message(text);
            if (encoder != null) {
                encoder.encode(event, event.line());
            }
            byte[] line = new byte[event.line().length()];
            System.arraycopy(event.line().array(), 0, line, 0, line.length);
            return ByteBuffer.wrap(line);
        } finally {
            Tailrace.EVENTS.give(event);
        }
    }
}
