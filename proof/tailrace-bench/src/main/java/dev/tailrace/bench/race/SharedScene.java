package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Findings;
import dev.tailrace.bench.child.Assignment;
import dev.tailrace.bench.child.Growth;
import dev.tailrace.bench.child.Latency;
import dev.tailrace.bench.child.Pace;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.child.Stage;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Several JVMs that log to one file, first all paced, then all at full speed.
 *
 * @param pace what each JVM logs
 * @param processes number of JVMs
 */
record SharedScene(
        String id, String title, String load, List<Contestant> contestants, Pace pace, int processes, int secondsEach)
        implements Scene {
    /** Time beyond the time for logging, for starting, draining and stopping. */
    private static final int GRACE_SECONDS = 60;
    /** How long the file must be unchanged before the backends are stopped; a final look sees later bytes. */
    private static final long STILL_NANOS = 200_000_000;
    /** The time in the name of a rolled file. */
    private static final String MOMENT = "\\d{4}-\\d\\d-\\d\\d[0-9.-]*";

    @Override
    public Integer threads() {
        return processes * pace.threads();
    }

    @Override
    public List<Measurement> run(Contestant contestant, int round, BenchDirectory benchDirectory)
            throws IOException, InterruptedException, ChildFailure {
        Path work = benchDirectory.prepare(contestant);
        Path logs = BenchDirectory.logs(work);
        Assignment assignment = new Assignment(contestant.peer().id(), logs.toString(), false, pace);
        long limit = (pace.warmMillis() + pace.pacedMillis() + 2L * pace.flatOutMillis()) / 1_000 + GRACE_SECONDS;
        List<Report> reports;
        long nanos;
        try (ProcessGroup processGroup =
                ProcessGroup.start(contestant, assignment, processes, work, benchDirectory, limit)) {
            processGroup.gather(Stage.READY);
            processGroup.release();
            processGroup.gather(Stage.PACED);
            processGroup.release();
            processGroup.gather(Stage.WARM);
            Growth growth = new Growth(logs);
            untilStill(growth);
            long began = System.nanoTime();
            processGroup.release();
            while (!processGroup.all(Stage.DONE)) {
                growth.look();
                TimeUnit.MILLISECONDS.sleep(2);
            }
            long called = System.nanoTime();
            untilStill(growth);
            processGroup.release();
            reports = processGroup.reports();
            growth.look();
            nanos = Math.max(called, contestant.isNoop() ? 0 : growth.changedNanos()) - began;
        }
        Measurement measurement = measurement(contestant, round, reports, logs, nanos);
        Folders.delete(work);
        return List.of(measurement);
    }

    private static void untilStill(Growth growth) throws InterruptedException {
        do {
            TimeUnit.MILLISECONDS.sleep(2);
            growth.look();
        } while (System.nanoTime() - growth.changedNanos() < STILL_NANOS);
    }

    private Measurement measurement(Contestant contestant, int round, List<Report> reports, Path logs, long nanos)
            throws IOException {
        Phase flatOut = sum(reports, nanos);
        Latency latency = Latency.together(reports);
        double linesPerSecond = flatOut.events() * 1e9 / nanos;
        Map<Integer, long[]> logged = new TreeMap<>();
        reports.forEach(report -> logged.putAll(report.logged()));
        Findings findings = contestant.audit(logs, pace.lines().line(), logged);
        Integer files = contestant.isNoop() ? null : (Integer) files(logs);
        return new Measurement(
                contestant,
                round,
                1,
                findings.total(),
                files == null ? 0 : Math.max(0, findings.rolls() + 1 - files),
                findings.compressions(),
                latency,
                flatOut,
                linesPerSecond,
                files);
    }

    /** The number of files that the processes wrote concurrently; files of different periods count as one. */
    private static int files(Path logs) throws IOException {
        try (Stream<Path> listed = Files.list(logs)) {
            return (int) listed.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .map(name -> name.replaceAll(MOMENT, ""))
                    .distinct()
                    .count();
        }
    }

    private static Phase sum(List<Report> reports, long nanos) {
        long events = 0;
        long cpuNanos = 0;
        long bytes = 0;
        for (Report report : reports) {
            Phase last = report.phases().get(report.phases().size() - 1);
            events += last.events();
            cpuNanos += last.cpuNanos();
            bytes += last.allocatedBytes();
        }
        return new Phase(0, events, 0, nanos, cpuNanos, bytes, Latency.none());
    }
}
