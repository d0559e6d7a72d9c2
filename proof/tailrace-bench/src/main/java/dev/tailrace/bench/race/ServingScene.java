package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.child.PageServer;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.child.Serving;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A server whose requests log.
 *
 * @param pace the task of the server; its contestant and class path are replaced
 */
record ServingScene(
        String id, String title, String load, List<Contestant> contestants, Serving pace, int runsEach, int secondsEach)
        implements Scene {
    private static final int LIMIT_SECONDS = 90;

    @Override
    public List<Measurement> run(Contestant contestant, int round, BenchDirectory benchDirectory)
            throws IOException, InterruptedException, ChildFailure {
        Path work = benchDirectory.prepare(contestant);
        Serving serving = new Serving(
                contestant.peer().id(),
                pace.lines(),
                pace.connections(),
                pace.warmMillis(),
                pace.flatOutMillis(),
                pace.pacedRequestsPerSecond());
        Report report = benchDirectory.run(contestant, work, PageServer.class, serving, LIMIT_SECONDS, "jetty");
        // The number of lines per request is the lines' process number, so that each row has its own audit.
        Map<Integer, Audit> audits = contestant
                .audit(BenchDirectory.logs(work), pace.lines().line(), report.logged())
                .byProcess();
        Folders.delete(work);
        List<Measurement> rows = new ArrayList<>();
        for (Phase phase : report.phases()) {
            rows.add(new Measurement(
                    contestant,
                    round,
                    phase.process(),
                    audits.getOrDefault(phase.process(), Audit.NONE),
                    0,
                    0,
                    phase.latency(),
                    phase,
                    phase.requests() * 1e9 / phase.nanos(),
                    null));
        }
        return rows;
    }
}
