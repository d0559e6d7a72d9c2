package dev.tailrace.bench.race;

import java.util.ArrayList;
import java.util.List;

/**
 * The amount of lines in the throughput program.
 *
 * @param lines number of lines of all threads together
 * @param threads number of logging threads
 * @param rest the remaining arguments
 */
record Volume(int lines, int threads, List<String> rest) {
    static final String HELP = """
            usage: throughput [--lines N] [--threads N] [options of race]

              --lines N    lines in a round (10000000, or 1000000 with --quick)
              --threads N  threads that log them (1)
            """;

    static Volume parse(String... arguments) throws Options.Misunderstanding {
        int lines = List.of(arguments).contains("--quick") ? 1_000_000 : 10_000_000;
        int threads = 1;
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            boolean ours = arguments[i].equals("--lines") || arguments[i].equals("--threads");
            if (!ours) {
                rest.add(arguments[i]);
            } else if (i + 1 == arguments.length) {
                throw new Options.Misunderstanding("no value after " + arguments[i]);
            } else if (arguments[i].equals("--lines")) {
                lines = number(arguments[++i], 100_000_000);
            } else {
                threads = number(arguments[++i], 1_000);
            }
        }
        return new Volume(lines, threads, List.copyOf(rest));
    }

    private static int number(String value, int most) throws Options.Misunderstanding {
        try {
            int number = Integer.parseInt(value.replace("_", ""));
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new Options.Misunderstanding(value + ": a number from 1 to " + most + " is needed");
    }
}
