package dev.tailrace.junit;

import dev.tailrace.junit.backend.Backend;
import dev.tailrace.junit.backend.Backends;
import dev.tailrace.junit.baseline.Baseline;
import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Measurement;
import dev.tailrace.junit.measure.Recorder;
import dev.tailrace.junit.measure.Recordings;
import dev.tailrace.junit.report.Reports;
import dev.tailrace.junit.report.Run;
import dev.tailrace.junit.report.RunSummary;
import dev.tailrace.junit.report.TestResult;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * The state that listener and extensions of a JVM share: the recorder, the backend that it listens to, the baseline, and the results so
 * far. Thread-safe.
 */
final class KpiSession {
    /** Limits the failure message; the report lists all. */
    private static final int MOST_MESSAGES = 20;

    private static volatile @Nullable KpiSession current;
    private static boolean off;

    private final KpiSettings settings;
    private final Recorder recorder;
    private final Backends.Found backend;
    private final Kept kept;
    private final String build = BuildKey.find();
    private final AtomicBoolean brokenReported = new AtomicBoolean();
    private final AtomicBoolean gapReported = new AtomicBoolean();
    private final String exceptions;
    private final Instant started = Instant.now();
    /** Results of ended tests by name, guarded by {@code this}. */
    private final Map<String, TestResult> results = new TreeMap<>();
    /** Regressions that no test has failed with, guarded by {@code this}. */
    private final List<String> unreported = new ArrayList<>();
    /** The plan that runs now, or ran last. */
    private volatile @Nullable TestPlan plan;

    private final Set<String> skipped = ConcurrentHashMap.newKeySet();
    /** The extension's verdicts on tests that haven't ended. */
    private final Map<Measurement, Checked> checked = new ConcurrentHashMap<>();

    /** Running measurements by JUnit's unique ids. */
    private final Map<String, Measurement> running = new ConcurrentHashMap<>();

    /** The budgets of running tests that have one. */
    private final Map<Measurement, Budget> budgets = new ConcurrentHashMap<>();

    /** Exceeded budgets and regressions, as reported to the test. */
    private record Checked(List<Exceeded> exceeded, List<Change> changes) {}

    /**
     * The baseline, if there is a file.
     *
     * @param broken why the file can't be used; empty if it can, or doesn't exist
     */
    private record Kept(@Nullable Baseline baseline, String broken) {}

    private long unattributedTold;
    private long outsideTold;

    private KpiSession(KpiSettings settings) {
        this.settings = settings;
        this.kept = kept(settings);
        for (String problem : settings.problems()) {
            say(problem);
        }
        Recordings recordings = Recordings.of(settings.recordsThrowing(), settings.methods());
        boolean records = settings.recordsThrowing() && recordings != null;
        this.exceptions = records ? "thrown" : "logged";
        if (settings.recordsThrowing() && !records) {
            say("this Java machine has no flight recorder; exceptions are counted when they are logged.");
        }
        if (!settings.methods().isEmpty() && !Recordings.canTime()) {
            say("timing methods needs JDK 25; until then, time them in the tests with LogKpis.run(...).");
        }
        this.recorder = new Recorder(recordings);
        this.backend = Backends.find(recorder);
        if (backend.backend() == null) {
            say("log entries can't be counted: " + backend.message() + " -Dtailrace.kpis=off turns this off.");
        }
    }

    private static Kept kept(KpiSettings settings) {
        if (settings.mode() == KpiSettings.Mode.UPDATE) {
            return new Kept(null, "");
        }
        try {
            return new Kept(Baseline.read(settings.baseline()), "");
        } catch (IOException unreadable) {
            String problem = unreadable.getMessage() + ". Fix it, or write a new one with -Dtailrace.kpis=update.";
            say(problem);
            return new Kept(null, problem);
        }
    }

    /** The session of this JVM, or null when it is off. The parameters of the first call count. */
    static synchronized @Nullable KpiSession open(Function<String, Optional<String>> parameters) {
        if (current == null && !off) {
            KpiSettings settings = KpiSettings.of(parameters);
            off = settings.mode() == KpiSettings.Mode.OFF;
            current = off ? null : new KpiSession(settings);
        }
        return current;
    }

    /** The open session; null if none was opened or it is off. */
    static @Nullable KpiSession opened() {
        return current;
    }

    static @Nullable Recorder recorder() {
        KpiSession known = current;
        return known == null ? null : known.recorder;
    }

    static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static void say(String text) {
        System.err.println("tailrace-kpis: " + text);
    }

    /** Begins a measurement in the calling thread, unless it has begun there already. */
    Measurement begin(UniqueId id, boolean test) {
        String name = TestName.of(id);
        Backend listened = backend.backend();
        if (listened != null) {
            listened.attach(); // events before the class's first test, or between two tests, count for the class
            String gap = listened.gap();
            if (!gap.isEmpty() && gapReported.compareAndSet(false, true)) {
                say("not all of what was logged before " + name + " is counted: " + gap + ". From here on it is.");
            }
        }
        Measurement measurement = recorder.begin(name, test);
        if (!running.containsValue(measurement)) {
            running.put(id.toString(), measurement);
        }
        return measurement;
    }

    /** The running test that JUnit started in the calling thread. */
    @Nullable
    Measurement ownOfThread() {
        return recorder.own();
    }

    /** The running measurement of this unique id. */
    @Nullable
    Measurement running(String id) {
        return running.get(id);
    }

    /** Sets the budget of a running measurement. */
    void setBudget(Measurement measurement, Budget budget) {
        budgets.put(measurement, budget);
    }

    /** Whether the budget of a running measurement limits named methods. */
    boolean limitsMethods(Measurement measurement) {
        Budget budget = budgets.get(measurement);
        return budget != null && budget.limitsMethods();
    }

    /**
     * The failure message for a test that is about to end; empty if it is good. May be called again, after other extensions have cleaned
     * up.
     */
    String failureMessage(Measurement measurement) {
        Budget budget = budgets.get(measurement);
        String broken = broken();
        if (!broken.isEmpty() && brokenReported.compareAndSet(false, true)) {
            return broken;
        }
        if (budget != null && budget.needsCounts() && backend.backend() == null) {
            return measurement.id() + " has a log budget that can't be checked: " + backend.message();
        }
        if (budget == null && kept.baseline() == null) {
            return "";
        }
        settle();
        String name = measurement.id();
        Kpis kpis = measurement.kpis();
        List<Exceeded> over = budget == null ? List.of() : budget.exceeded(kpis, measurement.isTest());
        List<Change> all = changes(name, kpis);
        checked.put(measurement, new Checked(over, all));
        List<Change> changes = settings.mode() == KpiSettings.Mode.COMPARE ? all : List.of();
        return over.isEmpty() && changes.isEmpty()
                ? ""
                : FailureMessage.of(name, over, changes, marked(name, kpis, changes), settings.baseline());
    }

    /** Why an existing baseline can't be used; empty if it can, doesn't exist, or isn't needed. */
    private String broken() {
        if (settings.mode() != KpiSettings.Mode.COMPARE) {
            return "";
        }
        if (!kept.broken().isEmpty()) {
            return "There is a baseline, but nothing can be compared with it: " + kept.broken();
        }
        return kept.baseline() != null && backend.backend() == null
                ? "There is a baseline, but log entries can't be compared with it: " + backend.message()
                : "";
    }

    /** Notes the plan that JUnit is about to run. */
    void started(TestPlan started) {
        plan = started;
    }

    /**
     * The failure message of the test after all others: regressions that no test has failed with, an unusable baseline and engines that run
     * later; empty if there are none.
     */
    synchronized String finalFailureMessage() {
        List<String> all = taken();
        String broken = broken();
        if (!broken.isEmpty() && brokenReported.compareAndSet(false, true)) {
            all.add(broken);
        }
        Set<String> later = enginesAfterOurs();
        if (!later.isEmpty()) {
            all.add("tailrace.kpis.fail sees no tests of " + String.join(", ", later)
                    + ", which run after this one: engines run in the order of the class path. Put tailrace-junit"
                    + " behind them among the dependencies.");
        }
        return String.join("\n\n", all);
    }

    private Set<String> enginesAfterOurs() {
        Set<String> later = new LinkedHashSet<>();
        TestPlan now = plan;
        if (now == null) {
            return later;
        }
        boolean ours = false;
        for (TestIdentifier engine : now.getRoots()) {
            if (ours && !now.getChildren(engine).isEmpty()) {
                later.add(engine.getDisplayName());
            }
            ours |= engine.getUniqueIdObject().getLastSegment().getValue().equals(KpiEngine.ID);
        }
        return later;
    }

    private List<Change> changes(String name, Kpis kpis) {
        Baseline compared = kept.baseline();
        return compared == null
                ? List.of()
                : compared.compare(name, kpis, exceptions.equals(compared.exceptions()), settings.tolerance());
    }

    private Kpis marked(String name, Kpis kpis, List<Change> changes) {
        Baseline compared = kept.baseline();
        return changes.isEmpty() || compared == null ? kpis : compared.marked(name, kpis);
    }

    private void settle() {
        Backend listened = backend.backend();
        if (listened != null) {
            listened.settle();
        }
    }

    /** Ends the measurement of this unique id, if there is one. Called in the thread in which it began. */
    void end(String id, boolean passed) {
        Measurement measurement = running.remove(id);
        if (measurement == null) {
            return;
        }
        settle();
        recorder.end(measurement);
        budgets.remove(measurement);
        keep(result(measurement, passed));
    }

    private TestResult result(Measurement measurement, boolean passed) {
        String name = measurement.id();
        Kpis kpis = measurement.conclude();
        // The report repeats the extension's verdict, though the test may have logged more since.
        Checked verdict = checked.remove(measurement);
        List<Change> changes = verdict == null ? changes(name, kpis) : verdict.changes();
        Baseline compared = kept.baseline();
        return new TestResult(
                name,
                passed,
                measurement.isAccompanied(),
                compared != null && !compared.knows(name),
                marked(name, kpis, changes),
                changes,
                verdict == null ? List.of() : verdict.exceeded());
    }

    private synchronized void keep(TestResult result) {
        results.put(result.id(), result);
        // Jupiter's tests have failed with it already; a test that failed by itself has no regression.
        boolean wanted = settings.mode() == KpiSettings.Mode.WARN
                || (settings.mode() == KpiSettings.Mode.COMPARE && result.passed());
        if (wanted && !result.changes().isEmpty()) {
            unreported.add(
                    FailureMessage.of(result.id(), List.of(), result.changes(), result.kpis(), settings.baseline()));
        }
    }

    void skip(String name) {
        skipped.add(name);
    }

    /** Writes the reports, and the baseline in update mode. */
    synchronized void report() {
        if (results.isEmpty()) {
            return;
        }
        // All tests that still exist, whether they were run or skipped.
        Set<String> present = new HashSet<>(results.keySet());
        present.addAll(skipped);
        Backend listened = backend.backend();
        long unattributed = recorder.unattributed();
        long outside = recorder.outside();
        Run run = new Run(
                Run.SCHEMA,
                build,
                text(started),
                System.getProperty("java.runtime.version", ""),
                listened == null ? "nothing that reports what it logs" : listened.name(),
                backend.reason(),
                exceptions,
                settings.mode().name().toLowerCase(Locale.ROOT),
                unattributed - unattributedTold,
                outside - outsideTold,
                kept.baseline() != null,
                List.copyOf(results.values()),
                skipped.stream().sorted().toList(),
                List.copyOf(Baseline.vanished(kept.baseline(), present)));
        unattributedTold = unattributed;
        outsideTold = outside;
        try {
            Reports reports = new Reports(settings.folder(), settings.history(), settings.keptRuns());
            BaselineUpdate baselineUpdate =
                    isUpdated() ? new BaselineUpdate(settings, exceptions, results, present) : null;
            RunSummary whole = reports.write(run, baselineUpdate);
            report(whole, reports);
        } catch (IOException | RuntimeException failure) {
            say("the reports can't be written: " + failure);
        }
    }

    private void report(RunSummary whole, Reports reports) {
        say(whole.sentence() + (isUpdated() ? ", written to " + settings.baseline() : "") + "; see " + reports.page());
        for (String message : taken()) {
            say(message);
        }
    }

    private synchronized List<String> taken() {
        int count = unreported.size();
        List<String> all = new ArrayList<>(unreported.subList(0, Math.min(MOST_MESSAGES, count)));
        if (count > MOST_MESSAGES) {
            all.add("and " + (count - MOST_MESSAGES) + " more that got worse; the report has them all.");
        }
        unreported.clear();
        return all;
    }

    /** Whether the baseline is to be written. Without a backend that reports its events it would be empty. */
    private boolean isUpdated() {
        return settings.mode() == KpiSettings.Mode.UPDATE && backend.backend() != null;
    }
}
