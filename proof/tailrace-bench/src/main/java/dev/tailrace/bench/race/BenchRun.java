package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Peer;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures all targets. Stateless. */
public final class BenchRun {
    /** Space for the long lines of one contestant, the lanes, and a reserve. */
    private static final long ROOM_BYTES = 8_000_000_000L;

    private static final int ROUNDS = 3;

    private static final String HELP = """
            usage: bench [--quick] [--rounds N] [--scene NAME[,..]] [--backend NAME[/SETTINGS][,..]]
                         [--json FILE|-] [--html FILE|-] [--dir DIR]

              --quick      one short round, in about 5 minutes
              --rounds N   how often each backend runs in each scene (3)
              --scene      which scenes to run: short1, short4, short16, short64, long1, long4, long16,
                           paced, burst, rolling, disabled, thrown, start, http
              --backend    tailrace, logback, log4j2, tinylog, limit, or one setting such as log4j2/busyspin
              --json FILE  write the result as JSON; - is the standard output
              --html FILE  write the result as one self-contained page; - is the standard output
              --dir DIR    where log files are written (a file system in memory with 8 GB of room, else the
                           folder for temporary files)
            """;

    private BenchRun() {}

    /** Runs the bench. Returns 0: all targets met, 1: a target missed or a line lost, 2: it could not run. */
    public static int run(String... arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(HELP);
            return 0;
        }
        try {
            Options options = Options.parse(translated(arguments));
            if (options.all() || options.from() != null) {
                throw new Options.Misunderstanding("--all and --from are options of the race");
            }
            Race race = Race.of(options, BenchScenes.all(options.quick()));
            RaceReport report = race.hold();
            Map<String, Results> resultsByScene = race.resultsByScene();
            List<Target> targets = Targets.of(resultsByScene, jarRatio());
            BenchPage.print(targets, report, options.standardOutputTaken() ? System.err : System.out);
            if (options.json() != null) {
                Json.write(BenchReport.of(targets, report), options.json());
            }
            if (options.html() != null) {
                BenchPage.of(targets, report, resultsByScene).write(options.html());
            }
            // If a peer crashes, out of memory for instance, the others' figures still count.
            int status = race.status(report, contestant -> !Targets.isPeer(contestant));
            return status == 0 && !targets.stream().allMatch(Target::isMet) ? 1 : status;
        } catch (Options.Misunderstanding e) {
            System.err.println("bench: " + e.getMessage());
            System.err.print(HELP);
            return 2;
        } catch (IOException e) {
            System.err.println("bench: " + e.getMessage());
            return 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 2;
        }
    }

    /** Translates arguments to the race's, with the bench's own defaults. */
    private static String[] translated(String... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        boolean rounds = false;
        boolean folder = false;
        for (String argument : arguments) {
            rounds |= argument.startsWith("--rounds") || argument.equals("--quick");
            folder |= argument.startsWith("--dir");
            words.add(argument.replaceFirst("^--scene(?==|$)", "--incident"));
        }
        if (!rounds) {
            words.add("--rounds=" + ROUNDS);
        }
        Path memory = Path.of("/dev/shm");
        if (!folder && Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() >= ROOM_BYTES) {
            words.add("--dir=" + memory);
        }
        return words.toArray(String[]::new);
    }

    /** The size of Tailrace's jars divided by Logback's; null if Tailrace's jars aren't built. */
    private static @Nullable Double jarRatio() throws IOException {
        ClassPaths classPaths = ClassPaths.ofThisBuild();
        long own = classPaths.jarBytes(Peer.TAILRACE);
        return own == 0 ? null : (Double) ((double) own / classPaths.jarBytes(Peer.LOGBACK));
    }
}
