package dev.tailrace.probe;

import dev.tailrace.probe.archive.ArchiveWriter;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LiveRecordingReader;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Target;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * A recording of a JVM that doesn't answer because it collects: its counters are visible from outside, and they show it.
 * Stateless.
 */
final class Unanswered {
    /** A share of the time for collections; a healthy JVM has less than a twentieth. */
    private static final double MUCH = 0.2;

    private Unanswered() {}

    /**
     * Follows the counters.
     *
     * @param refused thrown again when the JVM does not collect much of the time
     */
    static LiveRecording record(LiveOptions options, Target target, ArchiveWriter archive, LiveException refused)
            throws LiveException, IOException {
        long began = System.currentTimeMillis();
        long beganNanos = System.nanoTime();
        Meter meter = new Meter(target.proc());
        Counters counters = new Counters(target.proc(), options.seconds());
        RunQueue runQueue = new RunQueue();
        double before = meter.collected();
        if (Double.isNaN(before)) {
            throw refused;
        }
        double now = 0;
        while (now < options.seconds()) {
            counters.look(now);
            runQueue.look(now);
            try {
                Thread.sleep(Counters.SHORTEST_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw refused;
            }
            now = (System.nanoTime() - beganNanos) / 1e9;
        }
        boolean collects = meter.collected() - before >= MUCH * now;
        if (!collects) {
            throw refused;
        }
        LiveRecording recording = new LiveRecording(
                Source.of(LiveRecordingReader.ENTRY),
                options.pid(),
                "no answer",
                "",
                Map.of(),
                began,
                ZoneId.systemDefault().getId(),
                Runtime.getRuntime().availableProcessors(),
                runQueue.mean(),
                new Overhead(now, options.budget(), OwnProcess.cpuSeconds(), List.of()),
                OpenFiles.of(target.proc()),
                StandardStreams.of(target.proc()),
                Map.of(Counters.ENTRY, Counters.ORIGIN),
                List.of(refused.getMessage() + " There are no thread dumps; its counters are read from outside."));
        archive.put(Counters.ENTRY, counters.text());
        archive.put(LiveRecordingReader.ENTRY, LiveRecordingReader.text(recording));
        archive.finish();
        return recording;
    }
}
