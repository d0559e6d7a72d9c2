package dev.tailrace.torture;

import dev.tailrace.testkit.Arguments;
import dev.tailrace.torture.place.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line, see {@code docs/reference/torture.md}.
 *
 * @param resumes whether to continue the totals of earlier tortures
 * @param runs the most runs of each fault; 0 for as many as time allows
 */
record Options(
        boolean quick,
        boolean ship,
        Host host,
        long seconds,
        boolean resumes,
        List<String> faults,
        @Nullable Long seed,
        int runs,
        @Nullable String json,
        Path folder,
        Path state) {
    /** The parent folder of scenes, unless another one is given. */
    static final Path FOLDER = Path.of(System.getProperty("java.io.tmpdir"), "tailrace-torture");

    private static final int QUICK_SECONDS = 245;
    private static final int USUAL_SECONDS = 900;
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})([smh])");

    static Options parse(List<String> words) throws Arguments.Misunderstanding {
        Arguments given = Arguments.parse(
                words,
                Set.of("--quick", "--ship"),
                Set.of("--host", "--for", "--fault", "--seed", "--runs", "--json", "--dir", "--state"));
        String time = given.get("--for");
        Long runs = given.number("--runs", 0, Integer.MAX_VALUE);
        String home = System.getProperty("tailrace.home", ".");
        return new Options(
                given.has("--quick"),
                given.has("--ship"),
                host(given),
                seconds(time, given),
                time != null,
                given.words("--fault"),
                given.number("--seed", 0, Long.MAX_VALUE),
                runs == null ? 0 : runs.intValue(),
                given.get("--json"),
                Path.of(given.get("--dir", FOLDER.toString())),
                Path.of(given.get("--state", home + "/proof/tailrace-torture/target/totals.json")));
    }

    private static Host host(Arguments given) throws Arguments.Misunderstanding {
        String name = given.get("--host");
        if (name == null) {
            return Host.NONE;
        }
        if (given.has("--ship") || given.get("--for") != null) {
            throw new Arguments.Misunderstanding("--host " + name + " can't be combined with --ship or --for");
        }
        return switch (name) {
            case "logback" -> Host.LOGBACK;
            case "log4j" -> Host.LOG4J;
            default -> throw new Arguments.Misunderstanding("--host " + name + ": there are logback and log4j");
        };
    }

    private static long seconds(@Nullable String time, Arguments given) throws Arguments.Misunderstanding {
        if (time != null) {
            return seconds(time);
        }
        return given.has("--ship") ? 0 : given.has("--quick") ? QUICK_SECONDS : USUAL_SECONDS;
    }

    private static long seconds(String time) throws Arguments.Misunderstanding {
        Matcher parts = TIME.matcher(time);
        if (!parts.matches()) {
            throw new Arguments.Misunderstanding(
                    "--for " + time + ": a number with s, m or h was expected, such as 2h");
        }
        long number = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "h" -> number * 3_600;
            case "m" -> number * 60;
            default -> number;
        };
    }
}
