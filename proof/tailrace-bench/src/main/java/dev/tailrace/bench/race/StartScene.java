package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.child.FirstLine;
import dev.tailrace.bench.child.Latency;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Series;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ChildJvm;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.Folders;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The time from the start of a JVM to its first line in the file, with the JVM's default settings.
 *
 * @param starts number of starts in each round
 */
record StartScene(String id, String title, String load, List<Contestant> contestants, int starts, int secondsEach)
        implements Scene {
    private static final int LIMIT_SECONDS = 60;

    @Override
    public List<Measurement> run(Contestant contestant, int round, BenchDirectory benchDirectory)
            throws IOException, InterruptedException, ChildFailure {
        Histogram times = Latency.histogram();
        for (int i = 0; i < starts; i++) {
            Path work = benchDirectory.prepare(contestant);
            Path momentFile = work.resolve("moment");
            long began = System.currentTimeMillis();
            Path log = BenchDirectory.logs(work).resolve(Contestant.ACTIVE);
            JvmLauncher launcher = benchDirectory.launcher(
                    contestant,
                    work,
                    List.of(),
                    null,
                    FirstLine.class.getName(),
                    log.toString(),
                    momentFile.toString());
            try (ChildJvm child = ChildJvm.start(contestant.label(), launcher, work.resolve("output"))) {
                child.await(LIMIT_SECONDS);
            }
            long millis = Long.parseLong(Files.readString(momentFile)) - began;
            times.recordValue(Math.max(1, millis) * 1_000_000);
            Folders.delete(work);
        }
        Latency latency = new Latency(times, Latency.histogram(), times.getMaxValue(), 0, Series.NONE);
        Phase phase = new Phase(1, starts, 0, 1, 0, 0, latency);
        Audit audit = new Audit(starts, 0, 0, 0, 0);
        return List.of(new Measurement(contestant, round, null, audit, 0, 0, latency, phase, null, null));
    }
}
