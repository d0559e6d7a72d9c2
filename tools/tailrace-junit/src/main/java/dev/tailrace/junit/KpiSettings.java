package dev.tailrace.junit;

import dev.tailrace.junit.baseline.Tolerance;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The settings of a run, from system properties and JUnit's configuration parameters named {@code tailrace.kpis...}.
 *
 * @param mode what to do with the baseline
 * @param baseline the baseline file, kept beside the code
 * @param folder where the reports go
 * @param history the file with the figures of earlier builds
 * @param tolerance how much worse a figure may get
 * @param recordsThrowing whether exceptions are counted when they are thrown
 * @param methods that the flight recorder times
 * @param keptRuns builds in the history
 * @param problems messages about values that can't be used
 */
record KpiSettings(
        Mode mode,
        Path baseline,
        Path folder,
        Path history,
        Tolerance tolerance,
        boolean recordsThrowing,
        List<String> methods,
        int keptRuns,
        List<String> problems) {
    /** What to do with the baseline. */
    enum Mode {
        /** A test that got worse fails. */
        COMPARE,
        /** A test that got worse is reported and passes. */
        WARN,
        /** The baseline is rewritten. */
        UPDATE,
        /** Nothing is measured. */
        OFF
    }

    private static final String PREFIX = "tailrace.kpis";
    private static final String FAIL = ".fail";
    private static final int KEPT_RUNS = 30;
    private static final int MOST_RUNS = 200;

    /** @param parameters JUnit's parameters, which include system properties */
    static KpiSettings of(Function<String, Optional<String>> parameters) {
        return new Reader(parameters).read();
    }

    /** Whether a test at the end fails for regressions of tests that passed. Cheap: called for each class of a project. */
    static boolean failsAtTheEnd(Function<String, Optional<String>> parameters) {
        Reader reader = new Reader(parameters);
        return reader.value(FAIL).equals("true") && reader.mode() == Mode.COMPARE;
    }

    /**
     * The output folder of the build tool: of the tool that runs the tests, known by its properties, or else of the tool whose build file
     * the project has.
     */
    static Path folder(Path project, Set<String> properties) {
        boolean gradle = properties.contains("org.gradle.test.worker");
        boolean maven = properties.contains("surefire.test.class.path")
                || properties.contains("surefire.real.class.path")
                || properties.contains("basedir")
                || Files.exists(project.resolve("pom.xml"));
        boolean prepared =
                Files.exists(project.resolve("build.gradle")) || Files.exists(project.resolve("build.gradle.kts"));
        return Path.of(gradle || (prepared && !maven) ? "build" : "target", "tailrace-kpis");
    }

    private static final class Reader {
        private final Function<String, Optional<String>> parameters;
        private final List<String> problems = new ArrayList<>();

        Reader(Function<String, Optional<String>> parameters) {
            this.parameters = parameters;
        }

        KpiSettings read() {
            checkFail();
            double share = number(".tolerance", Tolerance.DEFAULT.share(), 0, 100);
            double factor = number(".timeFactor", Tolerance.DEFAULT.timeFactor(), 0, 1e6);
            long floor = Tolerance.DEFAULT.timeFloorNanos();
            String given = value(".timeFloor");
            if (!given.isEmpty()) {
                try {
                    floor = Durations.nanos(given);
                } catch (IllegalArgumentException wrong) {
                    report(".timeFloor", String.valueOf(wrong.getMessage()), "20ms");
                }
            }
            Path folder =
                    path(".folder", folder(Path.of(""), System.getProperties().stringPropertyNames()));
            return new KpiSettings(
                    mode(),
                    path(".baseline", Path.of("tailrace-kpis.json")),
                    folder,
                    path(".history", folder.resolve("history.jsonl")),
                    new Tolerance(share, factor, floor),
                    recordsThrowing(),
                    methods(),
                    (int) number(".runs", KEPT_RUNS, 1, MOST_RUNS),
                    List.copyOf(problems));
        }

        /** Empty when not set. */
        private String value(String key) {
            return parameters.apply(PREFIX + key).orElse("").strip();
        }

        private List<String> methods() {
            return Stream.of(value(".methods").split("[,;]", -1))
                    .filter(method -> !method.isBlank())
                    .map(String::strip)
                    .toList();
        }

        Mode mode() {
            String word = value("");
            if (word.isEmpty()) {
                return Mode.COMPARE;
            }
            for (Mode mode : Mode.values()) {
                if (mode.name().equalsIgnoreCase(word)) {
                    return mode;
                }
            }
            report("", "'" + word + "' is none of compare, warn, update and off", "compare");
            return Mode.COMPARE;
        }

        private void checkFail() {
            String word = value(FAIL);
            if (!word.isEmpty() && !word.equals("true") && !word.equals("false")) {
                report(FAIL, "'" + word + "' is neither true nor false", "false");
            }
        }

        private boolean recordsThrowing() {
            String word = value(".exceptions");
            if (!word.isEmpty() && !word.equals("logged") && !word.equals("thrown")) {
                report(".exceptions", "'" + word + "' is neither logged nor thrown", "logged");
            }
            return word.equals("thrown");
        }

        private double number(String key, double otherwise, double least, double most) {
            String given = value(key);
            if (given.isEmpty()) {
                return otherwise;
            }
            double number = parsed(given);
            if (number >= least && number <= most) {
                return number;
            }
            report(key, "'" + given + "' is not a number from " + least + " to " + most, "" + otherwise);
            return otherwise;
        }

        /** NaN for text that isn't a number. */
        private static double parsed(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException wrong) {
                return Double.NaN;
            }
        }

        private Path path(String key, Path otherwise) {
            String given = value(key);
            try {
                return given.isEmpty() ? otherwise : Path.of(given);
            } catch (InvalidPathException wrong) {
                report(key, "it is not a path: " + wrong.getMessage(), otherwise.toString());
                return otherwise;
            }
        }

        private void report(String key, String what, String instead) {
            problems.add(PREFIX + key + ": " + what + "; " + instead + " is used.");
        }
    }
}
