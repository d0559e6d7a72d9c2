package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Bursts;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts JMH, or {@link Bursts}, once for each backend, with that backend's class path and configuration only. Stateless. */
public final class CallRace {
    private static final String JMH = "org.openjdk.jmh.Main";
    private static final String CALLS = "CallBenchmark";
    private static final String STAGES = "StageBenchmark";

    private CallRace() {}

    /**
     * Runs all backends, or those named by {@code --backend}, with JMH, which gets the other arguments. {@code --bursts} runs the loop of
     * {@link Bursts} instead, {@code --stages} Tailrace's single stages. Returns the exit status.
     */
    public static int run(String... arguments) {
        List<String> forJmh = new ArrayList<>();
        List<String> backends = List.of();
        boolean bursts = false;
        boolean stages = false;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--backend") && i + 1 < arguments.length) {
                backends = List.of(arguments[++i].split(",", -1));
            } else if (arguments[i].equals("--bursts")) {
                bursts = true;
            } else if (arguments[i].equals("--stages")) {
                stages = true;
            } else {
                forJmh.add(arguments[i]);
            }
        }
        // A pattern of the user doesn't narrow the selection: JMH runs the matches of all patterns.
        forJmh.add(0, stages ? STAGES : CALLS);
        if (stages) {
            backends = List.of(Peer.TAILRACE.id());
        }
        try (BenchDirectory benchDirectory =
                BenchDirectory.in(Path.of(System.getProperty("java.io.tmpdir")), ClassPaths.ofThisBuild())) {
            int status = 0;
            for (Contestant contestant : BackendMatrix.calls(LineKind.ORDER.pattern())) {
                if ((contestant.isNoop() && !stages)
                        || backends.isEmpty()
                        || backends.contains(contestant.peer().id())) {
                    System.out.println("==== " + contestant.label() + " on " + benchDirectory.fileSystem());
                    status = Math.max(status, measure(contestant, benchDirectory, bursts, forJmh));
                }
            }
            return status == 0 ? 0 : 2;
        } catch (IOException e) {
            System.err.println("calls: " + e.getMessage());
            return 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 2;
        }
    }

    private static int measure(
            Contestant contestant, BenchDirectory benchDirectory, boolean bursts, List<String> arguments)
            throws IOException, InterruptedException {
        Path work = benchDirectory.prepare(contestant);
        JvmLauncher launcher = (bursts
                        ? JvmLauncher.of(Bursts.class).options(BenchDirectory.JVM_OPTIONS)
                        : JvmLauncher.of(JMH, arguments.toArray(new String[0])))
                .classPath(benchDirectory.classPaths().join(contestant.peer(), "jmh"))
                .options("-Djava.io.tmpdir=" + work)
                .options(contestant.jvmOptions(
                        work.resolve(Contestant.CONFIGURATION).toString()))
                .in(work);
        benchDirectory.environment().forEach(launcher::environment);
        int status = launcher.builder().inheritIO().start().waitFor();
        BenchDirectory.delete(work);
        return status;
    }
}
