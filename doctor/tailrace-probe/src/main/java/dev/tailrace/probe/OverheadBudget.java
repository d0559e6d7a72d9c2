package dev.tailrace.probe;

import dev.tailrace.probe.archive.Overhead.Cost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps count of what looking costs the target, and says what can still be afforded. Pauses and processor time count alike. Not
 * thread-safe.
 */
final class OverheadBudget {
    private final double allowed;
    private final Map<String, Cost> costs = new LinkedHashMap<>();
    private double spent;

    /** A budget of so many seconds. */
    OverheadBudget(double allowed) {
        this.allowed = allowed;
    }

    void add(String what, double pauseSeconds, double cpuSeconds) {
        add(what, 1, Math.max(0, pauseSeconds), Math.max(0, cpuSeconds));
    }

    /** Adds work without a look of its own, such as the threads of a flight recording. */
    void addBesides(String what, double cpuSeconds) {
        if (cpuSeconds > 0) {
            add(what, costs.containsKey(what) ? 0 : 1, 0, cpuSeconds);
        }
    }

    private void add(String what, int times, double pause, double cpu) {
        spent += pause + cpu;
        Cost cost = costs.getOrDefault(what, new Cost(what, 0, 0, 0, 0));
        costs.put(
                what,
                new Cost(
                        what,
                        cost.times() + times,
                        cost.pauseSeconds() + pause,
                        Math.max(cost.longestSeconds(), pause),
                        cost.cpuSeconds() + cpu));
    }

    double allowed() {
        return allowed;
    }

    /** The rest in seconds; never below 0. */
    double left() {
        return Math.max(0, allowed - spent);
    }

    List<Cost> costs() {
        return new ArrayList<>(costs.values());
    }

    /**
     * When the next look of a kind should be, in seconds from now: the looks that can be paid are spread over the time that is left.
     *
     * @param cost of one look, in seconds
     * @param reserve what has to be left at the end, in seconds
     * @param seconds that are left
     * @param least the shortest time between two looks, in seconds
     * @return infinite when not one more can be paid
     */
    double pause(double cost, double reserve, double seconds, double least) {
        double looks = Math.floor((left() - reserve) / Math.max(cost, 1e-6));
        if (looks < 1) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(least, seconds / looks);
    }
}
