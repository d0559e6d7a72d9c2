package dev.tailrace.bench.race;

import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import dev.tailrace.testkit.Arguments;
import dev.tailrace.testkit.Folders;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Main class: measures single log calls with JMH, one JVM for each backend with that backend's class path and configuration only. Stateless.
 */
public final class CallRace {
    private static final String JMH = "org.openjdk.jmh.Main";
    private static final String CALLS = "CallBenchmark\\.(?!located)";
    private static final String LOCATED = "CallBenchmark\\.located";
    private static final String STAGES = "StageBenchmark";

    private CallRace() {}

    /**
     * Runs all backends, or those named by {@code --backend}; JMH gets the other arguments. {@code --located} measures the call whose line
     * shows its place, {@code --stages} Tailrace's single stages. Exit status: 0 good, 2 it could not run.
     */
    public static void main(String[] arguments) {
        System.exit(Arguments.run("calls", () -> measure(new ArrayList<>(List.of(arguments)))));
    }

    private static int measure(List<String> forJmh) throws IOException, InterruptedException {
        boolean stages = forJmh.remove("--stages");
        boolean located = forJmh.remove("--located");
        List<String> backends = List.of();
        int named = forJmh.indexOf("--backend");
        if (named >= 0 && named + 1 < forJmh.size()) {
            forJmh.remove(named);
            backends = List.of(forJmh.remove(named).split(",", -1));
        }
        if (stages) {
            backends = List.of(Peer.TAILRACE.id());
        }
        // A pattern of the user doesn't narrow the selection: JMH runs the matches of all patterns.
        forJmh.add(0, stages ? STAGES : located ? LOCATED : CALLS);
        String pattern = LineKind.ORDER.pattern();
        int status = 0;
        try (BenchDirectory benchDirectory =
                BenchDirectory.in(Path.of(System.getProperty("java.io.tmpdir")), ClassPaths.ofThisBuild())) {
            for (Contestant contestant : located ? BackendMatrix.located(pattern) : BackendMatrix.calls(pattern)) {
                if ((contestant.isNoop() && !stages)
                        || backends.isEmpty()
                        || backends.contains(contestant.peer().id())) {
                    System.out.println("==== " + contestant.label() + " on " + benchDirectory.fileSystem());
                    status = measure(contestant, benchDirectory, forJmh) == 0 ? status : 2;
                }
            }
        }
        return status;
    }

    private static int measure(Contestant contestant, BenchDirectory benchDirectory, List<String> arguments)
            throws IOException, InterruptedException {
        Path work = benchDirectory.prepare(contestant);
        List<String> options = List.of("-Djava.io.tmpdir=" + work);
        JvmLauncher launcher =
                benchDirectory.launcher(contestant, work, options, "jmh", JMH, arguments.toArray(new String[0]));
        int status = launcher.builder().inheritIO().start().waitFor();
        Folders.delete(work);
        return status;
    }
}
