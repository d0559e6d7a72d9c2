package dev.tailrace.torture;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line.
 *
 * @param quick whether to run only a few minutes, with short faults
 * @param seconds how long to start new runs
 * @param resumes whether to continue the totals of earlier tortures
 * @param faults names of the faults to run; empty for all
 * @param seed seed of the first run; null for one from the clock
 * @param runs the most runs of each fault; 0 for as many as time allows
 * @param json file for the result, or null
 * @param folder parent folder of scenes
 * @param state file of the totals
 */
record Options(
        boolean quick,
        long seconds,
        boolean resumes,
        List<String> faults,
        @Nullable Long seed,
        int runs,
        @Nullable String json,
        Path folder,
        Path state) {
    static final String HELP = """
            Usage: tailrace torture [--quick | --for TIME] [--fault NAME,...] [--seed N]
                                    [--runs N] [--json FILE] [--dir DIR] [--state FILE]

            Kills, stops and starves processes that log to one file, and looks for every
            line afterwards: each whose log call returned must be there exactly once.

              --quick        all faults in less than five minutes
              --for TIME     goes on for so long (2h, 90m, 600s), adds its totals to those
                             of earlier tortures and keeps them
              --fault NAME   only these, such as "kill -9" or "full disk"; with commas
              --seed N       of the first run; the next ones count on from it. Printed.
              --runs N       of each fault at most
              --json FILE    writes all figures; - is standard output
              --dir DIR      where the logs are; else the folder for temporary files
              --state FILE   where --for keeps its totals
              --mutants      changes the engine's sources in a copy, one mistake at a
                             time, and fails if one isn't noticed

            Exit status: 0 good; 1 a line was lost, repeated or torn, or another thing went
                         wrong; 2 it could not run.
            """;

    private static final int QUICK_SECONDS = 245;
    private static final int USUAL_SECONDS = 900;
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})([smh])");

    /** The arguments are invalid. */
    static final class Misunderstanding extends Exception {
        private static final long serialVersionUID = 1;

        Misunderstanding(String message) {
            super(message);
        }
    }

    static Options parse(List<String> arguments) throws Misunderstanding {
        boolean quick = false;
        long seconds = 0;
        List<String> faults = List.of();
        Long seed = null;
        int runs = 0;
        String json = null;
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "tailrace-torture");
        Path state =
                Path.of(System.getProperty("tailrace.home", "."), "proof", "tailrace-torture", "target", "totals.json");
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            if (option.equals("--quick")) {
                quick = true;
                continue;
            }
            if (i + 1 == arguments.size()) {
                throw new Misunderstanding(option + ": there is no such option, or its value is missing");
            }
            String value = arguments.get(++i);
            switch (option) {
                case "--for" -> seconds = seconds(value);
                case "--fault" -> faults = List.of(value.split(",", -1));
                case "--seed" -> seed = number(option, value);
                case "--runs" -> runs = (int) number(option, value);
                case "--json" -> json = value;
                case "--dir" -> folder = Path.of(value);
                case "--state" -> state = Path.of(value);
                default -> throw new Misunderstanding(option + ": there is no such option");
            }
        }
        boolean resumes = seconds > 0;
        long limit = resumes ? seconds : quick ? QUICK_SECONDS : USUAL_SECONDS;
        return new Options(quick, limit, resumes, faults, seed, runs, json, folder, state);
    }

    private static long seconds(String time) throws Misunderstanding {
        Matcher parts = TIME.matcher(time);
        if (!parts.matches()) {
            throw new Misunderstanding("--for " + time + ": a number with s, m or h was expected, such as 2h");
        }
        long number = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "h" -> number * 3_600;
            case "m" -> number * 60;
            default -> number;
        };
    }

    private static long number(String option, String value) throws Misunderstanding {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new Misunderstanding(option + " " + value + ": a whole number was expected");
        }
    }
}
