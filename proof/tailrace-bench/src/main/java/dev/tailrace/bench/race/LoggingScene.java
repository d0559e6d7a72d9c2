package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Findings;
import dev.tailrace.bench.child.Assignment;
import dev.tailrace.bench.child.CopyLoop;
import dev.tailrace.bench.child.Pace;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Producers;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Many threads that log, paced and optionally at full speed afterwards.
 *
 * @param pace what the threads log
 */
record LoggingScene(String id, String title, String load, List<Contestant> contestants, Pace pace, int secondsEach)
        implements Scene {
    /** Time beyond the paced time, for starting, draining, compressing and stopping. */
    private static final int GRACE_SECONDS = 60;
    /** A shorter stretch says nothing about lines a second. */
    private static final long SHORTEST_NANOS = 1_000_000_000L;
    /** Far below the full speed of any backend. */
    private static final long SLOWEST_LINES_PER_SECOND = 25_000;

    @Override
    public Integer threads() {
        return pace.threads();
    }

    @Override
    public List<Measurement> run(Contestant contestant, int round, BenchDirectory benchDirectory)
            throws IOException, InterruptedException, ChildFailure {
        Path work = benchDirectory.prepare(contestant);
        Path logs = BenchDirectory.logs(work);
        long flatOutSeconds = pace.flatOutMillis() == 0
                ? pace.threads() * (long) (pace.flatOutWarmLines() + pace.flatOutLines()) / SLOWEST_LINES_PER_SECOND
                : 2L * pace.flatOutMillis() / 1_000;
        long limit = (pace.warmMillis() + pace.pacedMillis()) / 1_000 + flatOutSeconds + GRACE_SECONDS;
        Report report = benchDirectory.run(
                contestant,
                work,
                contestant.isLimit() ? CopyLoop.class : Producers.class,
                new Assignment(contestant.peer().id(), logs.toString(), !contestant.isNoop(), pace),
                limit,
                null);
        Phase first = report.phases().get(0);
        Phase last = report.phases().get(report.phases().size() - 1);
        boolean flatOut = pace.flatOutLines() > 0;
        Findings findings = contestant.audit(logs, pace.lines().line(), report.logged());
        Folders.delete(work);
        return List.of(new Measurement(
                contestant,
                round,
                flatOut ? 1 : null,
                findings.total(),
                findings.rolls(),
                findings.compressions(),
                first.latency(),
                last,
                flatOut && last.nanos() >= SHORTEST_NANOS ? (Double) (last.events() * 1e9 / last.nanos()) : null,
                null));
    }
}
