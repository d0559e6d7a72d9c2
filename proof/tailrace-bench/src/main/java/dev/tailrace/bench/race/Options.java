package dev.tailrace.bench.race;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line.
 *
 * @param quick one short round with the backends that matter
 * @param rounds how often each backend runs in each incident; as given, or as often as the time allows
 * @param roundsAsked whether the number of rounds was given
 * @param incidents ids; empty for all
 * @param backends names, or names with settings as {@code logback/incident}; empty for all
 * @param json file for the JSON, or {@code -}
 * @param html file for the page, or {@code -}
 * @param folder parent of the work folder
 * @param all whether all tables are printed
 * @param from JSON of an earlier race that is shown instead of a new one
 */
record Options(
        boolean quick,
        int rounds,
        boolean roundsAsked,
        Set<String> incidents,
        Set<String> backends,
        @Nullable String json,
        @Nullable String html,
        Path folder,
        boolean all,
        @Nullable Path from) {
    static final String HELP = """
            usage: race [--quick] [--rounds N] [--incident I1[,I3..]] [--backend NAME[/SETTINGS][,..]]
                        [--json FILE|-] [--html FILE|-] [--dir DIR] [--all]
                   race --from FILE [--json FILE|-] [--html FILE|-] [--all]

              --quick      one short round with the backends that matter
              --rounds N   how often each backend runs in each incident (1 with --quick, else 5,
                           as far as 15 minutes allow)
              --incident   which incidents to run: I1, I2, I3, I5
              --backend    tailrace, logback, log4j2, jul, noop, or one setting such as logback/incident;
                           the no-op always runs, since it shows what the machine itself does
              --json FILE  write the result as JSON; - is the standard output
              --html FILE  write the result as one self-contained page; - is the standard output
              --dir DIR    where log files are written (the system's folder for temporary files)
              --all        print all figures, not only one table for each incident
              --from FILE  run nothing: print and convert what --json wrote earlier
            """;

    /** Thrown for an invalid command line; the message is for the user. */
    static final class Misunderstanding extends Exception {
        private static final long serialVersionUID = 1L;

        Misunderstanding(String message) {
            super(message);
        }
    }

    static Options parse(String... arguments) throws Misunderstanding {
        boolean quick = false;
        int rounds = 0;
        Set<String> incidents = Set.of();
        Set<String> backends = Set.of();
        String json = null;
        String html = null;
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        boolean all = false;
        Path from = null;
        String running = null;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (List.of("--quick", "--rounds", "--incident", "--backend", "--dir")
                    .contains(name)) {
                running = name;
            }
            if (name.equals("--quick")) {
                quick = true;
                continue;
            }
            if (name.equals("--all")) {
                all = true;
                continue;
            }
            if (equals < 0 && i + 1 == arguments.length) {
                throw new Misunderstanding("no value after " + argument);
            }
            String value = equals < 0 ? arguments[++i] : argument.substring(equals + 1);
            switch (name) {
                case "--rounds" -> rounds = rounds(value);
                case "--incident" -> incidents = words(value.toUpperCase(Locale.ROOT));
                case "--backend" -> backends = words(value.toLowerCase(Locale.ROOT));
                case "--json" -> json = value;
                case "--html" -> html = value;
                case "--dir" -> folder = Path.of(value);
                case "--from" -> from = Path.of(value);
                default -> throw new Misunderstanding("unknown option " + argument);
            }
        }
        if ("-".equals(json) && "-".equals(html)) {
            throw new Misunderstanding("--json and --html cannot both be written to the standard output");
        }
        if (from != null && running != null) {
            throw new Misunderstanding("--from runs nothing, and " + running + " is for a run");
        }
        int wanted = rounds == 0 ? quick ? 1 : 5 : rounds;
        return new Options(quick, wanted, rounds != 0, incidents, backends, json, html, folder, all, from);
    }

    /** Whether a result is written to standard output, so that nothing else may be. */
    boolean standardOutputTaken() {
        return "-".equals(json) || "-".equals(html);
    }

    private static int rounds(String value) throws Misunderstanding {
        try {
            int rounds = Integer.parseInt(value);
            if (rounds >= 1 && rounds <= 1_000) {
                return rounds;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new Misunderstanding("--rounds " + value + ": a number from 1 to 1000 is needed");
    }

    private static Set<String> words(String value) {
        return new LinkedHashSet<>(Arrays.asList(value.split(",")));
    }
}
