package dev.tailrace;

import dev.tailrace.config.Finding;
import dev.tailrace.config.FindingCode;
import dev.tailrace.drain.Destination;
import dev.tailrace.drain.DrainAgent;
import dev.tailrace.drain.DrainListener;
import dev.tailrace.encode.Encoder;
import dev.tailrace.encode.Event;
import dev.tailrace.journal.LossReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
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

    /** Gives what was reported a moment to appear, before the application goes on or ends. */
    void awaitPrinted() {
        ERRORS.await(PRINT_NANOS);
    }

    /** Reports only the first finding with this code. */
    void reportOnce(Finding finding) {
        if (told.add(finding.code())) {
            report(finding);
        }
    }

    /** Losses of a destination are told in its own format. */
    void describe(Destination destination, Encoder encoder) {
        encoders.put(destination, encoder);
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
        report(Finding.of(
                FindingCode.LANE_PUT_ASIDE,
                lostBytes + " bytes of a lane of " + destination.description() + " could not be read"));
    }

    @Override
    public void onStuckProducer(Destination destination) {
        report(Finding.of(
                FindingCode.LANE_STUCK,
                "a thread has begun a line for " + destination.description()
                        + " and not finished it for 10 s; later lines wait behind it"));
    }

    @Override
    public void onTorn(Destination destination, long frames) {
        report(Finding.of(
                FindingCode.FRAMES_TORN,
                frames + " events of " + destination.description()
                        + " were begun by threads whose process was killed in the middle of them; their log calls never"
                        + " returned"));
    }

    @Override
    public void onSpillFailure(Destination destination, IOException reason) {
        reportOnce(Finding.of(
                FindingCode.SPILL_UNUSABLE,
                "Lines for " + destination.description() + " that were moved to disk can't be read: " + reason));
    }

    @Override
    public void onPossiblyTwice(Destination destination) {
        report(Finding.of(
                FindingCode.POSSIBLY_TWICE,
                destination.description()
                        + " was changed from outside while its drainer was killed; the last lines were written again"));
    }

    @Override
    public void onPutAside(Path file, IOException reason) {
        report(Finding.of(FindingCode.LANE_FILE_UNREADABLE, file + ": " + reason.getMessage()));
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

    /** What a report of losses says. */
    static final class LossText {
        private LossText() {}

        static String of(LossReport report) {
            StringBuilder text = new StringBuilder(200)
                    .append(FindingCode.EVENTS_DROPPED.code())
                    .append(": ")
                    .append(report.total())
                    .append(" events were dropped between ")
                    .append(instant(report.firstNanos()))
                    .append(" and ")
                    .append(instant(report.lastNanos()))
                    .append(" because the lanes were full:");
            for (Level level : Level.values()) {
                long count = report.perLevel()[level.code() / 10];
                if (count != 0) {
                    text.append(' ').append(level).append(' ').append(count);
                }
            }
            text.append("; loggers:");
            report.perLogger()
                    .forEach((name, count) ->
                            text.append(' ').append(name).append(' ').append(count));
            return text.toString();
        }

        private static Instant instant(long epochNanos) {
            return Instant.ofEpochMilli(Math.floorDiv(epochNanos, 1_000_000L));
        }
    }
}
