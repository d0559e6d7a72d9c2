package dev.tailrace.stress;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;

/**
 * Runs jcstress in its own JVM, each test for a moment, and sums up the outcomes.
 *
 * <p>The moment is enough on a machine with two free CPUs. On other machines, two threads may hardly ever meet: tests that lack an expected
 * outcome run again for longer. This makes up for a lack of races, never for a forbidden outcome.
 */
final class QuickRun {
    private static final int ROUNDS = 4;
    private static final int FIRST_MILLIS = 150;
    private static final int ITERATIONS = 3;
    /** The fewest races of a test that count as a result. */
    static final long ENOUGH = 1_000;

    private static final long PATIENCE_MINUTES = 20;

    /** Counts per test, by expectation and outcome. */
    private final Map<String, Map<Expect, Map<String, Long>>> seen = new TreeMap<>();

    private final List<String> broken = new ArrayList<>();
    private final Path directory;

    private QuickRun(Path directory) {
        this.directory = directory;
    }

    /** Runs the named tests until each has all its expected outcomes, a limited number of times. */
    static QuickRun of(Collection<String> tests, Path directory) throws IOException, InterruptedException {
        QuickRun run = new QuickRun(directory);
        Collection<String> due = tests;
        int millis = FIRST_MILLIS;
        for (int round = 1; round <= ROUNDS && !due.isEmpty(); round++) {
            run.round(due, millis, directory.resolve("round-" + round));
            due = tests.stream().filter(test -> !run.metAll(test)).toList();
            millis *= 4;
        }
        return run;
    }

    private void round(Collection<String> tests, int millis, Path folder) throws IOException, InterruptedException {
        delete(folder);
        Files.createDirectories(folder);
        String pattern = tests.stream().map(Pattern::quote).collect(Collectors.joining("|", "^(", ")$"));
        Path log = folder.resolve("jcstress.txt");
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-t", pattern, "-f", "1", "-iters", "" + ITERATIONS, "-time", "" + millis));
        // One way to compile and one to place the threads: the full run has the others.
        arguments.addAll(List.of("-sc", "false", "-af", "NONE", "-hs", "128"));
        arguments.addAll(List.of("-jvmArgs", "-XX:+UseSerialGC -XX:MaxDirectMemorySize=1g", "-r", "report"));
        try (ChildProcess jcstress = JvmLauncher.of(Main.class, arguments.toArray(new String[0]))
                .in(folder)
                .merged()
                .outputTo(log)
                .start()) {
            jcstress.status(Duration.ofMinutes(PATIENCE_MINUTES));
        }
        // The exit status is ignored: it reports failed tests, and the twins must fail.
        for (TestResult result : results(folder, log)) {
            add(result);
        }
    }

    private static Collection<TestResult> results(Path folder, Path log) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(path -> path.toString().endsWith(".bin.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("jcstress left no results, see " + log));
            InProcessCollector collector = new InProcessCollector();
            DiskReadCollector reader = new DiskReadCollector(file.toString(), collector);
            reader.dump();
            reader.close();
            return collector.getTestResults();
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the results are of another jcstress", e);
        }
    }

    private void add(TestResult result) {
        if (result.status() != Status.NORMAL) {
            broken.add(result.getName() + ": " + result.status() + " " + result.getMessages() + result.getVmErr());
        }
        for (GradingResult grading : result.grading().gradingResults.values()) {
            seen.computeIfAbsent(result.getName(), key -> new TreeMap<>())
                    .computeIfAbsent(grading.expect, key -> new TreeMap<>())
                    .merge(grading.id, grading.count, Long::sum);
        }
    }

    /** Whether a twin had a forbidden outcome, or a test all acceptable outcomes, often enough. */
    private boolean metAll(String test) {
        return isTwin(test)
                ? count(test, Expect.FORBIDDEN) > 0
                : missing(test).isEmpty() && count(test, Expect.ACCEPTABLE) >= ENOUGH;
    }

    static boolean isTwin(String test) {
        return test.endsWith("Twin");
    }

    /** Acceptable outcomes that did not occur: without them there was no race. */
    List<String> missing(String test) {
        Map<String, Long> acceptable = outcomes(test, Expect.ACCEPTABLE);
        if (acceptable.isEmpty()) {
            return List.of("any");
        }
        return acceptable.entrySet().stream()
                .filter(outcome -> outcome.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    long count(String test, Expect expect) {
        return outcomes(test, expect).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    Map<String, Long> outcomes(String test, Expect expect) {
        return seen.getOrDefault(test, Map.of()).getOrDefault(expect, Map.of());
    }

    /** Tests that did not run as they should: crashed, timed out, threw. */
    List<String> broken() {
        return broken;
    }

    /** One line per test, for the build's output. */
    String summary() {
        StringBuilder lines = new StringBuilder();
        seen.forEach((test, byExpect) -> {
            lines.append(isTwin(test) ? "  twin  " : "  test  ").append(test.substring(test.indexOf("journal.") + 8));
            byExpect.values().forEach(outcomes -> lines.append("  ").append(outcomes));
            lines.append('\n');
        });
        return lines + "  in full: " + directory;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
