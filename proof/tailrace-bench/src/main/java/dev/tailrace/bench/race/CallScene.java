package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.child.CallTimes;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ChildJvm;
import dev.tailrace.bench.peers.Contestant;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread and one kind of call.
 *
 * @param kind the kind of call
 * @param calls number of measured calls
 */
record CallScene(
        String id,
        String title,
        String load,
        List<Contestant> contestants,
        CallTimes.Kind kind,
        int calls,
        int secondsEach)
        implements Scene {
    private static final int LIMIT_SECONDS = 120;
    private static final String HEAD = "] " + Line.LOGGER + " - order";

    @Override
    public List<Measurement> run(Contestant contestant, int round, BenchDirectory benchDirectory)
            throws IOException, InterruptedException, ChildFailure {
        Path work = benchDirectory.prepare(contestant);
        Path reportFile = work.resolve("report");
        List<String> options = new ArrayList<>(BenchDirectory.JVM_OPTIONS);
        options.addAll(
                contestant.jvmOptions(work.resolve(Contestant.CONFIGURATION).toString()));
        try (ChildJvm child = ChildJvm.start(
                contestant.label(),
                work,
                benchDirectory.environment(),
                benchDirectory.classPaths().join(contestant.peer()),
                options,
                CallTimes.class.getName(),
                List.of(contestant.peer().id(), kind.name(), Integer.toString(calls), reportFile.toString()))) {
            child.await(LIMIT_SECONDS);
            if (!Files.exists(reportFile)) {
                throw new ChildFailure(contestant.label() + " left no report: " + child.output());
            }
        }
        Report report = Report.read(reportFile);
        Phase phase = report.phases().get(0);
        Audit audit = contestant.isNoop()
                ? Lineless.of(report)
                : audit(Lineless.of(report).events(), BenchDirectory.logs(work).resolve(contestant.active()));
        BenchDirectory.delete(work);
        boolean together = kind == CallTimes.Kind.DISABLED;
        return List.of(new Measurement(
                contestant,
                round,
                together ? 1 : null,
                audit,
                0,
                0,
                phase.latency(),
                phase,
                together ? (Double) (phase.events() * 1e9 / phase.nanos()) : null,
                null));
    }

    /** Counts only the first line of each event, because a stack trace has many lines. */
    private static Audit audit(long events, Path log) throws IOException {
        long found = 0;
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains(HEAD)) {
                    found++;
                }
            }
        }
        return new Audit(events, Math.max(0, events - found), Math.max(0, found - events), 0, 0);
    }
}
