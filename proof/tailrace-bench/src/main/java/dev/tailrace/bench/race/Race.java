package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.report.Json;
import dev.tailrace.testkit.Arguments;
import dev.tailrace.testkit.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Main class of the race. Exit status: 0 good; 1 Tailrace lost, duplicated, tore or misordered a line; 2 it could not run with these
 * options, or a contestant crashed.
 */
public final class Race {
    /** The full race must end within 15 minutes. */
    private static final int LIMIT_SECONDS = 840;

    private static final int ROUNDS_AT_LEAST = 3;

    private final Options options;
    private final List<Scene> scenes;
    private final Map<String, Results> resultsByScene = new TreeMap<>();

    private Race(Options options, List<Scene> scenes) {
        this.options = options;
        this.scenes = scenes;
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs the race without ending this JVM; returns the exit status. */
    static int run(String... arguments) {
        return Arguments.run("race", () -> {
            Options options = Options.parse(arguments);
            Path saved = options.from();
            return saved != null
                    ? show(RaceReport.read(saved), options)
                    : of(options, Scenes.all(options.quick())).start();
        });
    }

    static Race of(Options options, List<Scene> scenes) throws Arguments.Misunderstanding {
        List<Scene> chosen = new ArrayList<>(scenes);
        if (!options.incidents().isEmpty()) {
            chosen.removeIf(scene -> options.incidents().stream().noneMatch(scene.id()::equalsIgnoreCase));
        }
        for (String id : options.incidents()) {
            if (chosen.stream().noneMatch(scene -> scene.id().equalsIgnoreCase(id))) {
                throw new Arguments.Misunderstanding("--incident " + id + ": there are "
                        + String.join(", ", scenes.stream().map(Scene::id).toList()));
            }
        }
        for (String backend : options.backends()) {
            if (chosen.stream()
                    .flatMap(scene -> scene.contestants().stream())
                    .noneMatch(c -> named(c, List.of(backend)))) {
                throw new Arguments.Misunderstanding(
                        "--backend " + backend + ": no backend of that name takes part in this race");
            }
        }
        return new Race(options, chosen);
    }

    int start() throws IOException, InterruptedException {
        RaceReport report = hold();
        write(report, options);
        return status(report, contestant -> true);
    }

    /** Shows a saved result as if it had just been measured; returns the original exit status. */
    private static int show(RaceReport report, Options options) throws IOException {
        write(report, options);
        boolean crashed = report.rows().anyMatch(row -> row.failure() != null);
        return isDamaged(report) ? 1 : crashed ? 2 : 0;
    }

    private static void write(RaceReport report, Options options) throws IOException {
        RaceTable.print(report, List.of(), options.all(), options.standardOutputTaken() ? System.err : System.out);
        if (options.json() != null) {
            Json.write(report, options.json());
        }
        if (options.html() != null) {
            RacePage.of("Tailrace race", report, List.of(), Map.of()).write(options.html());
        }
    }

    RaceReport hold() throws IOException, InterruptedException {
        Progress progress = new Progress(System.err, Terminal.isTerminal(), plannedSeconds());
        try (BenchDirectory benchDirectory = BenchDirectory.in(options.folder(), ClassPaths.ofThisBuild())) {
            progress.say("log files in " + benchDirectory.folder() + " on " + benchDirectory.fileSystem());
            for (Scene scene : scenes) {
                resultsByScene.put(scene.id(), runScene(scene, benchDirectory, progress));
            }
            progress.end();
            return report(benchDirectory);
        }
    }

    Map<String, Results> resultsByScene() {
        return Map.copyOf(resultsByScene);
    }

    /** Runs each contestant once per round, in rotating order, so that a slow minute of the machine affects all equally. */
    private Results runScene(Scene scene, BenchDirectory benchDirectory, Progress progress)
            throws IOException, InterruptedException {
        Results results = new Results();
        List<Contestant> contestants = new ArrayList<>(contestants(scene));
        // Also a single round begins with another one in each scene.
        Collections.rotate(contestants, scenes.indexOf(scene));
        int rounds = options.rounds() * scene.runsEach();
        for (int round = 0; round < rounds; round++) {
            int left = rounds - round;
            if (round > 0
                    && !options.roundsAsked()
                    && progress.beyond(roundSeconds(scene) + laterSeconds(scene), LIMIT_SECONDS)) {
                progress.say("race: " + scene.id() + ": no time for " + left + " more rounds");
                progress.leaveOut(left * roundSeconds(scene));
                break;
            }
            results.beginRound();
            for (Contestant contestant : contestants) {
                progress.running(scene.id() + " " + contestant.label(), round, rounds);
                try {
                    scene.run(contestant, round, benchDirectory).forEach(results::add);
                } catch (ChildFailure e) {
                    progress.say("race: " + scene.id() + ": " + e.getMessage());
                    results.fail(contestant, String.valueOf(e.getMessage()));
                }
                progress.done(scene.secondsEach());
            }
            Collections.rotate(contestants, 1);
        }
        return results;
    }

    private int roundSeconds(Scene scene) {
        return contestants(scene).size() * scene.secondsEach();
    }

    /** The seconds that the scenes after this one need, with three rounds each. */
    private int laterSeconds(Scene scene) {
        return scenes.stream()
                .skip(scenes.indexOf(scene) + 1L)
                .mapToInt(later -> ROUNDS_AT_LEAST * later.runsEach() * roundSeconds(later))
                .sum();
    }

    private RaceReport report(BenchDirectory benchDirectory) throws IOException {
        List<RaceReport.Incident> incidents = new ArrayList<>();
        for (Scene scene : scenes) {
            Results results = resultsByScene.getOrDefault(scene.id(), new Results());
            List<Standing> rows = new ArrayList<>();
            for (Contestant contestant : contestants(scene)) {
                rows.addAll(results.of(contestant, benchDirectory.classPaths().version(contestant.peer())));
            }
            incidents.add(new RaceReport.Incident(
                    scene.id(), scene.title(), scene.load(), results.rounds(), scene.threads(), rows));
        }
        return new RaceReport(
                RaceReport.SCHEMA,
                System.getProperty("java.runtime.version"),
                Runtime.getRuntime().availableProcessors(),
                options.rounds(),
                options.quick(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                benchDirectory.fileSystem(),
                incidents);
    }

    /** The exit status. Losses of peers are shown but are no failure; a crash of a {@code needed} contestant is one. */
    int status(RaceReport report, Predicate<Contestant> needed) {
        if (isDamaged(report)) {
            return 1;
        }
        boolean crashed = resultsByScene.values().stream()
                .flatMap(results -> results.failed().stream())
                .anyMatch(needed);
        return crashed ? 2 : 0;
    }

    private static boolean isDamaged(RaceReport report) {
        boolean damaged = report.rows().anyMatch(row -> row.name().equals("tailrace") && row.damaged());
        if (damaged) {
            System.err.println("race: Tailrace lost, doubled, tore or misordered lines; see the table");
        }
        return damaged;
    }

    private List<Contestant> contestants(Scene scene) {
        return scene.contestants().stream()
                .filter(contestant ->
                        contestant.isNoop() || options.backends().isEmpty() || named(contestant, options.backends()))
                .toList();
    }

    private static boolean named(Contestant contestant, List<String> names) {
        return names.stream()
                .anyMatch(name ->
                        name.equalsIgnoreCase(contestant.peer().id()) || name.equalsIgnoreCase(contestant.label()));
    }

    private int plannedSeconds() {
        return scenes.stream()
                .mapToInt(scene -> options.rounds() * scene.runsEach() * roundSeconds(scene))
                .sum();
    }
}
