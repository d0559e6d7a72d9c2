package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Peer;
import dev.tailrace.report.Json;
import dev.tailrace.testkit.Arguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Main class of the bench: measures all targets. Stateless. */
public final class BenchRun {
    /** Space for the long lines of one contestant, the lanes, and a reserve. */
    private static final long ROOM_BYTES = 8_000_000_000L;

    private static final int ROUNDS = 3;

    private BenchRun() {}

    /** Runs the bench. Exit status: 0 all targets met, 1 a target missed or a line lost, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return Arguments.run("bench", () -> measure(List.of(arguments)));
    }

    private static int measure(List<String> words)
            throws IOException, InterruptedException, Arguments.Misunderstanding {
        Arguments given = Arguments.parse(
                words, Set.of("--quick"), Set.of("--rounds", "--scene", "--backend", "--dir", "--json", "--html"));
        Options options = Options.of(given, "--scene", ROUNDS, true, folder());
        Race race = Race.of(options, BenchScenes.all(options.quick()));
        RaceReport report = race.hold();
        Map<String, Results> resultsByScene = race.resultsByScene();
        List<Target> targets = Targets.of(resultsByScene, jarRatio());
        RaceTable.print(report, targets, true, options.standardOutputTaken() ? System.err : System.out);
        if (options.json() != null) {
            Json.write(BenchReport.of(targets, report), options.json());
        }
        if (options.html() != null) {
            RacePage.of("Tailrace bench", report, targets, resultsByScene).write(options.html());
        }
        // If a peer crashes, out of memory for instance, the others' figures still count.
        int status = race.status(report, contestant -> !Targets.isPeer(contestant));
        return status == 0 && !targets.stream().allMatch(Target::isMet) ? 1 : status;
    }

    private static Path folder() throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() >= ROOM_BYTES
                ? memory
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** The size of Tailrace's jars divided by Logback's; null if Tailrace's jars aren't built. */
    private static @Nullable Double jarRatio() throws IOException {
        ClassPaths classPaths = ClassPaths.ofThisBuild();
        long own = classPaths.jarBytes(Peer.TAILRACE);
        return own == 0 ? null : (Double) ((double) own / classPaths.jarBytes(Peer.LOGBACK));
    }
}
