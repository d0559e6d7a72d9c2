package dev.tailrace.junit.report;

import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The results of a run; a build that tests in several JVMs is one run.
 *
 * @param schema version of this format, {@value #SCHEMA}
 * @param key the same for all JVMs of a build
 * @param started start of the run, as {@code 2026-11-21T10:15:30Z}
 * @param jdk version of the JVM
 * @param backend the logging backend whose events were counted
 * @param notCounted why entries, bytes and logged exceptions were not counted, in a clause; empty if they were
 * @param exceptions {@code logged} or {@code thrown}
 * @param mode {@code compare}, {@code warn} or {@code update}
 * @param unattributed entries that may belong to any of several tests
 * @param outside entries logged while no test and no class ran
 * @param hasBaseline whether there was a baseline to compare with
 * @param tests by name
 * @param skipped tests that were not run
 * @param vanished tests of the baseline that no longer exist, though their class does
 */
public record Run(
        int schema,
        String key,
        String started,
        String jdk,
        String backend,
        String notCounted,
        String exceptions,
        String mode,
        long unattributed,
        long outside,
        boolean hasBaseline,
        List<TestResult> tests,
        List<String> skipped,
        List<String> vanished) {
    /** The schema version that is written. */
    public static final int SCHEMA = 3;

    /**
     * Reads a {@code run.json}.
     *
     * @throws IOException when the file can't be read; the message names the file
     */
    public static Run read(Path file) throws IOException {
        return Json.read(file, new RunJson());
    }

    /** This run with other results. */
    Run with(List<TestResult> others) {
        return new Run(
                schema,
                key,
                started,
                jdk,
                backend,
                notCounted,
                exceptions,
                mode,
                unattributed,
                outside,
                hasBaseline,
                others,
                skipped,
                vanished);
    }

    /** Whether the run wrote a baseline. */
    boolean wroteBaseline() {
        return isUpdate() && notCounted.isEmpty();
    }

    /** Whether the run was in update mode. */
    boolean isUpdate() {
        return mode.equals("update");
    }

    /** This run merged with the earlier results of another JVM of the same build; a test that ran in both has its newer figures. */
    Run after(Run earlier) {
        Map<String, TestResult> all = new TreeMap<>();
        earlier.tests().forEach(test -> all.put(test.id(), test));
        tests.forEach(test -> all.put(test.id(), test));
        Set<String> notRun = new TreeSet<>(earlier.skipped());
        notRun.addAll(skipped);
        notRun.removeAll(all.keySet());
        Set<String> gone = new TreeSet<>(earlier.vanished());
        gone.addAll(vanished);
        gone.removeAll(all.keySet());
        gone.removeAll(notRun);
        return new Run(
                schema,
                key,
                earlier.started(),
                jdk,
                backend,
                notCounted.isEmpty() ? earlier.notCounted() : notCounted,
                exceptions,
                mode,
                unattributed + earlier.unattributed(),
                outside + earlier.outside(),
                hasBaseline || earlier.hasBaseline(),
                List.copyOf(all.values()),
                List.copyOf(notRun),
                List.copyOf(gone));
    }
}
