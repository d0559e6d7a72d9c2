package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis;
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

/** The figures kept beside the code, by test. Not changed once it is made. */
public final class Baseline {
    /** The form that is read and written. */
    static final int SCHEMA = 1;

    private final String exceptions;
    private final Map<String, Entry> tests;
    private final Set<String> classes = new HashSet<>();

    /**
     * @param exceptions {@code logged} or {@code thrown}: what is counted as exceptions
     * @param tests by name; a class without a method stands for what is logged outside its tests
     */
    Baseline(String exceptions, Map<String, Entry> tests) {
        this.exceptions = exceptions;
        this.tests = tests;
        tests.keySet().forEach(test -> classes.add(className(test)));
    }

    /** {@code logged} or {@code thrown}: what is counted as exceptions. */
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
     * @return null when there is none
     * @throws IOException when it can't be read; the message names it and says what to do
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
     * What got worse in a test, the worst first; empty for one that is new.
     *
     * @param countsSame whether exceptions are counted in the way they were then
     */
    public List<Change> compare(String test, Kpis kpis, boolean countsSame, Tolerance tolerance) {
        boolean isClass = test.indexOf('#') < 0;
        // A class's time is that of its tests, which are compared for themselves.
        boolean timed = !isClass && tolerance.mayBeTooLong(kpis.nanos());
        Entry before = before(test);
        if (before == null) {
            return List.of();
        }
        long calibration = timed ? Calibration.nanos() : 1;
        List<Change> changes = new ArrayList<>();
        for (Kpi kpi : Kpi.values()) {
            if (kpi == Kpi.TIME && !timed) {
                continue;
            }
            double now = kpi == Kpi.TIME ? Entry.loops(kpis, calibration) : kpi.of(kpis);
            double allowed = tolerance.allowed(kpi, before.value(kpi), calibration);
            if (now > allowed && (kpi != Kpi.EXCEPTIONS || countsSame)) {
                changes.add(new Change(test, kpi, before.value(kpi), now, allowed, calibration));
            }
        }
        changes.sort(Comparator.comparingDouble(Change::factor).reversed());
        return changes;
    }

    /** The figures with those places marked that the test didn't log from before. */
    public Kpis marked(String test, Kpis kpis) {
        Entry before = before(test);
        return before == null ? kpis : before.marked(kpis);
    }

    private @Nullable Entry before(String test) {
        Entry before = tests.get(test);
        // Classes that log nothing outside their tests aren't kept.
        return before == null && test.indexOf('#') < 0 && knows(test) ? Entry.NOTHING : before;
    }

    /**
     * The same with the figures of a run: what it measured replaces what was kept, and what is gone from the classes that it ran is
     * removed. Classes that it didn't run, tests that it skipped and those that failed keep their figures.
     *
     * @param measured those that passed
     * @param present all that still exist, passed or not
     */
    public static Baseline renewed(
            @Nullable Baseline before, String exceptions, Map<String, Kpis> measured, Set<String> present) {
        Map<String, Entry> tests = new TreeMap<>(before == null ? Map.of() : before.tests());
        tests.keySet().removeAll(vanished(before, present));
        measured.forEach((test, kpis) -> {
            Entry now = Entry.of(kpis, Calibration.nanos());
            Entry earlier = tests.get(test);
            if (test.indexOf('#') < 0) {
                now = now.withoutTime();
                if (now.equals(Entry.NOTHING)) {
                    tests.remove(test);
                    return;
                }
            }
            tests.put(test, earlier == null ? now : now.keeping(earlier));
        });
        return new Baseline(exceptions, tests);
    }

    /** Kept tests of the classes that were run which are not there any more. */
    public static Set<String> vanished(@Nullable Baseline before, Set<String> present) {
        Set<String> vanished =
                new TreeSet<>(before == null ? Set.of() : before.tests().keySet());
        Set<String> ran = present.stream().map(Baseline::className).collect(Collectors.toSet());
        vanished.removeIf(test -> present.contains(test) || test.indexOf('#') < 0 || !ran.contains(className(test)));
        return vanished;
    }

    /** Whether there are figures of the test, or of any test of the class. */
    public boolean knows(String name) {
        return tests.containsKey(name) || classes.contains(name);
    }

    /** The class of a test, of a class itself that. */
    public static String className(String test) {
        int end = test.indexOf('#');
        return end < 0 ? test : test.substring(0, end);
    }
}
