package dev.tailrace.bench.race;

import dev.tailrace.testkit.Arguments;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line, see {@code docs/reference/race.md}.
 *
 * @param roundsAsked whether all rounds are run, however long they take
 * @param incidents ids; empty for all
 * @param backends names, or names with settings as {@code logback/incident}; empty for all
 */
record Options(
        boolean quick,
        int rounds,
        boolean roundsAsked,
        List<String> incidents,
        List<String> backends,
        @Nullable String json,
        @Nullable String html,
        Path folder,
        boolean all,
        @Nullable Path from) {
    private static final int ROUNDS = 5;
    private static final int MOST_ROUNDS = 1_000;

    static Options parse(String... words) throws Arguments.Misunderstanding {
        Set<String> ofARun = Set.of("--quick", "--rounds", "--incident", "--backend", "--dir");
        Arguments given = Arguments.parse(
                List.of(words),
                Set.of("--quick", "--all"),
                Set.of("--rounds", "--incident", "--backend", "--dir", "--json", "--html", "--from"));
        for (String name : ofARun) {
            if (given.has("--from") && given.has(name)) {
                throw new Arguments.Misunderstanding("--from runs nothing, and " + name + " is for a run");
            }
        }
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        return of(given, "--incident", ROUNDS, given.has("--rounds"), folder);
    }

    /**
     * The options of a run.
     *
     * @param scenes the option that selects incidents
     * @param rounds if they aren't given, and it isn't quick
     * @param folder if it isn't given
     */
    static Options of(Arguments given, String scenes, int rounds, boolean roundsAsked, Path folder)
            throws Arguments.Misunderstanding {
        if (given.get("--json", "").equals("-") && given.get("--html", "").equals("-")) {
            throw new Arguments.Misunderstanding("--json and --html cannot both be written to the standard output");
        }
        Long asked = given.number("--rounds", 1, MOST_ROUNDS);
        String from = given.get("--from");
        return new Options(
                given.has("--quick"),
                asked != null ? asked.intValue() : given.has("--quick") ? 1 : rounds,
                roundsAsked,
                given.words(scenes),
                given.words("--backend"),
                given.get("--json"),
                given.get("--html"),
                Path.of(given.get("--dir", folder.toString())),
                given.has("--all"),
                from == null ? null : Path.of(from));
    }

    /** Whether a result is written to standard output, so that nothing else may be. */
    boolean standardOutputTaken() {
        return "-".equals(json) || "-".equals(html);
    }
}
