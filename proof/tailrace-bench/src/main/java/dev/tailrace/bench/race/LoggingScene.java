package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Auditor;
import dev.tailrace.bench.audit.Findings;
import dev.tailrace.bench.child.Assignment;
import dev.tailrace.bench.child.CopyLoop;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Producers;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ChildJvm;
import dev.tailrace.bench.peers.Contestant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many threads that log, paced and optionally at full speed afterwards.
 *
 * @param pace the assignment of the threads; its contestant and folder are replaced
 */
record LoggingScene(
        String id, String title, String load, List<Contestant> contestants, Assignment pace, int secondsEach)
        implements Scene {
    /** Time beyond the paced time, for starting, draining, compressing and stopping. */
    private static final int GRACE_SECONDS = 60;
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
        Path assignmentFile = work.resolve("assignment");
        Path reportFile = work.resolve("report");
        Assignment assignment = pace.of(contestant.peer().id(), logs.toString(), !contestant.isNoop());
        assignment.write(assignmentFile);
        List<String> options = new ArrayList<>(BenchDirectory.JVM_OPTIONS);
        options.addAll(
                contestant.jvmOptions(work.resolve(Contestant.CONFIGURATION).toString()));
        long flatOutSeconds = pace.flatOutMillis() == 0
                ? pace.threads() * (long) (pace.flatOutWarmLines() + pace.flatOutLines()) / SLOWEST_LINES_PER_SECOND
                : 2L * pace.flatOutMillis() / 1_000;
        long limit = (pace.warmMillis() + pace.pacedMillis()) / 1_000 + flatOutSeconds + GRACE_SECONDS;
        try (ChildJvm child = ChildJvm.start(
                contestant.label(),
                work,
                benchDirectory.environment(),
                benchDirectory.classPaths().join(contestant.peer()),
                options,
                (contestant.isLimit() ? CopyLoop.class : Producers.class).getName(),
                List.of(assignmentFile.toString(), reportFile.toString()))) {
            child.await(limit);
            if (!Files.exists(reportFile)) {
                throw new ChildFailure(contestant.label() + " left no report: " + child.output());
            }
        }
        Measurement measurement = measurement(contestant, round, Report.read(reportFile), logs);
        BenchDirectory.delete(work);
        return List.of(measurement);
    }

    private Measurement measurement(Contestant contestant, int round, Report report, Path logs) throws IOException {
        Phase first = report.phases().get(0);
        Phase last = report.phases().get(report.phases().size() - 1);
        boolean flatOut = pace.flatOutLines() > 0;
        @Nullable Double linesPerSecond = flatOut ? (Double) (last.events() * 1e9 / last.nanos()) : null;
        if (contestant.isNoop() || contestant.isLimit()) {
            return new Measurement(
                    contestant,
                    round,
                    flatOut ? 1 : null,
                    Lineless.of(report),
                    0,
                    0,
                    first.latency(),
                    last,
                    linesPerSecond,
                    null);
        }
        Findings findings = Auditor.audit(
                logs,
                contestant.files(),
                contestant.active(),
                contestant.naming(),
                pace.lines().line(),
                report.logged());
        return new Measurement(
                contestant,
                round,
                flatOut ? 1 : null,
                findings.total(),
                findings.rolls(),
                findings.compressions(),
                first.latency(),
                last,
                linesPerSecond,
                null);
    }
}
