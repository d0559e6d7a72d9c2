package dev.tailrace.torture.fault;

import dev.tailrace.torture.audit.Audit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The results of a fault's runs. The fields are a row of the JSON and of the state for later tortures. Not thread-safe. */
public final class Tally {
    private static final int FAILURES_KEPT = 20;

    public String name = "";
    /** Scenes audited. */
    public long runs;

    public final Audit audit = new Audit();
    /** Processes killed, or halted at a crash point. */
    public long kills;
    /** Other acts, such as stops, renames and full disks. */
    public long acts;
    /** Records that a target got again, which is allowed. */
    public long repeated;
    /** Requests that a target refused, or cut. */
    public long refused;
    /** Runs that failed without a damaged line: a process did not start or end, or left work behind. */
    public long complaints;
    /** The number of halts by step. */
    public Map<String, Long> steps = new TreeMap<>();
    /** Times from a kill to the next byte in the log. */
    public List<Double> takeoverMillis = new ArrayList<>();
    /** The longest log call; −1: not measured. */
    public long longestCallMillis = -1;
    /** The random choices of a run; not stored. */
    public transient String plan = "";
    /** Seeds, folders and first problems of failed runs. */
    public List<String> failures = new ArrayList<>();
    /** Why the fault was not run at all. */
    public String notRun = "";

    void fail(String text) {
        if (failures.size() < FAILURES_KEPT) {
            failures.add(text);
        }
    }

    public void add(Tally other) {
        runs += other.runs;
        audit.add(other.audit);
        kills += other.kills;
        acts += other.acts;
        repeated += other.repeated;
        refused += other.refused;
        complaints += other.complaints;
        other.steps.forEach((step, count) -> steps.merge(step, count, Long::sum));
        takeoverMillis.addAll(other.takeoverMillis);
        longestCallMillis = Math.max(longestCallMillis, other.longestCallMillis);
        other.failures.forEach(this::fail);
        notRun = other.notRun;
    }

    public boolean isGood() {
        return audit.isGood() && complaints == 0;
    }

    /** The number of different steps at which processes halted. */
    public long points() {
        return steps.keySet().stream().filter(step -> step.contains("#")).count();
    }

    /** A percentile of the takeover times in milliseconds; NaN without takeovers. */
    public double takeover(double percentile) {
        double[] sorted =
                takeoverMillis.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0
                ? Double.NaN
                : sorted[Math.max(0, (int) Math.ceil(percentile / 100 * sorted.length) - 1)];
    }
}
