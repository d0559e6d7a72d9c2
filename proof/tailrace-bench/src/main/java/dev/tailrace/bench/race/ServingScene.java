package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.audit.Auditor;
import dev.tailrace.bench.audit.Findings;
import dev.tailrace.bench.child.PageServer;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.child.Serving;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ChildJvm;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        Path servingFile = work.resolve("serving");
        Path reportFile = work.resolve("report");
        Serving serving = new Serving(
                contestant.peer().id(),
                benchDirectory.classPaths().join(Peer.NOOP),
                pace.lines(),
                pace.connections(),
                pace.warmMillis(),
                pace.flatOutMillis(),
                pace.pacedRequestsPerSecond(),
                contestant.isNoop());
        serving.write(servingFile);
        List<String> options = new ArrayList<>(BenchDirectory.JVM_OPTIONS);
        options.addAll(
                contestant.jvmOptions(work.resolve(Contestant.CONFIGURATION).toString()));
        try (ChildJvm child = ChildJvm.start(
                contestant.label(),
                work,
                benchDirectory.environment(),
                benchDirectory.classPaths().join(contestant.peer(), "jetty"),
                options,
                PageServer.class.getName(),
                List.of(servingFile.toString(), reportFile.toString()))) {
            child.await(LIMIT_SECONDS);
            if (!Files.exists(reportFile)) {
                throw new ChildFailure(contestant.label() + " left no report: " + child.output());
            }
        }
        Report report = Report.read(reportFile);
        Map<Integer, Audit> audits = audits(contestant, report, BenchDirectory.logs(work));
        BenchDirectory.delete(work);
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

    /** The number of lines per request is the lines' process number, so that each row has its own audit. */
    private Map<Integer, Audit> audits(Contestant contestant, Report report, Path logs) throws IOException {
        if (report.logged().isEmpty()) {
            return Map.of();
        }
        if (!contestant.isNoop()) {
            Findings findings = Auditor.audit(
                    logs,
                    contestant.files(),
                    contestant.active(),
                    contestant.naming(),
                    pace.lines().line(),
                    report.logged());
            return findings.byProcess();
        }
        Map<Integer, Audit> counts = new TreeMap<>();
        report.logged().forEach((process, events) -> counts.put(process, Lineless.of(events)));
        return counts;
    }
}
