package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures of each test that are kept beside the code. Immutable. */
public final class Baseline {
    /** The schema version that is read and written. */
    static final int SCHEMA = 1;

    private final String exceptions;
    private final Map<String, Entry> tests;
    private final Set<String> classes = new HashSet<>();

    /**
     * @param exceptions {@code logged} or {@code thrown}: which exceptions are counted
     * @param tests figures by test name; a class name stands for what the class logs outside its tests
     */
    Baseline(String exceptions, Map<String, Entry> tests) {
        this.exceptions = exceptions;
        this.tests = tests;
        tests.keySet().forEach(test -> classes.add(className(test)));
    }

    /** {@code logged} or {@code thrown}: which exceptions are counted. */
    public String exceptions() {
        return exceptions;
    }

    /** The figures, in the order of the file. */
    Map<String, Entry> tests() {
        return tests;
    }

    /**
     * Reads the file.
     *
     * @return null when there is no file
     * @throws IOException when the file can't be read; the message names the file and the remedy
     */
    public static @Nullable Baseline read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return Json.read(file, new BaselineJson());
        } catch (BaselineJson.OtherSchema other) {
            throw new IOException(
                    "cannot use " + file + ": " + other.getMessage()
                            + ". Remove it and write a new one with -Dtailrace.kpis=update.",
                    other);
        }
    }

    /** Writes the file. */
    public void write(Path file) throws IOException {
        Json.write(this, new BaselineJson(), file);
    }

    /**
     * The regressions of a test, the worst first; empty for a new test.
     *
     * @param countsSame whether exceptions are counted as they were for the baseline
     */
    public List<Change> compare(String test, Kpis kpis, boolean countsSame, Tolerance tolerance) {
        Entry before = before(test);
        if (before == null) {
            return List.of();
        }
        List<Change> changes = new ArrayList<>();
        for (Kpi kpi : Kpi.values()) {
            double allowed = tolerance.allowed(kpi, before.value(kpi), 1);
            if (kpi.isOfLog() && kpi.of(kpis) > allowed && (kpi != Kpi.EXCEPTIONS || countsSame)) {
                changes.add(new Change(test, kpi, "", before.value(kpi), kpi.of(kpis), allowed));
            }
        }
        for (MethodTime method : kpis.methods()) {
            MethodEntry earlier = before.methods().get(method.method());
            if (earlier != null && method.isJudged() && earlier.isAsWarm(method)) {
                compare(test, method, earlier, tolerance, changes);
            }
        }
        changes.sort(Comparator.comparingDouble(Change::factor).reversed());
        return changes;
    }

    private static void compare(
            String test, MethodTime now, MethodEntry before, Tolerance tolerance, List<Change> changes) {
        Kpi time = now.responseNanos() < 0 || before.responseMillis() < 0 ? Kpi.CPU : Kpi.RESPONSE;
        for (Kpi kpi : List.of(time, Kpi.ALLOCATED)) {
            double earlier = before.value(kpi);
            if (earlier < 0
                    || (kpi == time && now.isCrowded())
                    || kpi.judged(now) <= tolerance.allowed(kpi, earlier, 1)) {
                continue;
            }
            // Only now the speed of this machine matters, which takes some milliseconds to measure.
            double allowed = tolerance.allowed(kpi, earlier, before.slower());
            if (kpi.judged(now) > allowed) {
                changes.add(new Change(test, kpi, now.method(), earlier, kpi.of(now), allowed));
            }
        }
    }

    /** The figures, with the places marked that are new since the baseline. */
    public Kpis marked(String test, Kpis kpis) {
        Entry before = before(test);
        return before == null ? kpis : before.marked(kpis);
    }

    private @Nullable Entry before(String test) {
        Entry before = tests.get(test);
        // The baseline has no entry for a class that logs nothing outside its tests.
        return before == null && test.indexOf('#') < 0 && knows(test) ? Entry.NOTHING : before;
    }

    /**
     * The baseline after a run. Measured figures replace the old ones; in the classes of the run, tests that no longer exist are removed.
     * Classes that were not run, and skipped or failed tests, keep their figures.
     *
     * @param measured the tests that passed
     * @param present all tests that still exist, passed or not
     */
    public static Baseline renewed(
            @Nullable Baseline before, String exceptions, Map<String, Kpis> measured, Set<String> present) {
        Map<String, Entry> tests = new TreeMap<>(before == null ? Map.of() : before.tests());
        tests.keySet().removeAll(vanished(before, present));
        measured.forEach((test, kpis) -> {
            Entry now = Entry.of(kpis, tests.getOrDefault(test, Entry.NOTHING));
            if (test.indexOf('#') < 0 && now.equals(Entry.NOTHING)) {
                tests.remove(test);
            } else {
                tests.put(test, now);
            }
        });
        return new Baseline(exceptions, tests);
    }

    /** Tests of the baseline that no longer exist, though their class was run. */
    public static Set<String> vanished(@Nullable Baseline before, Set<String> present) {
        Set<String> vanished =
                new TreeSet<>(before == null ? Set.of() : before.tests().keySet());
        Set<String> ran = present.stream().map(Baseline::className).collect(Collectors.toSet());
        vanished.removeIf(test -> present.contains(test) || test.indexOf('#') < 0 || !ran.contains(className(test)));
        return vanished;
    }

    /** Whether the baseline has figures of the test, or of any test of the class. */
    public boolean knows(String name) {
        return tests.containsKey(name) || classes.contains(name);
    }

    /** The class of a test; a class name is returned unchanged. */
    public static String className(String test) {
        int end = test.indexOf('#');
        return end < 0 ? test : test.substring(0, end);
    }
}
