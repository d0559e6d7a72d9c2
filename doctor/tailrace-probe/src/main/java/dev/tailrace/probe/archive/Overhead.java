package dev.tailrace.probe.archive;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The cost of doctor's looks for the application. Immutable.
 *
 * @param seconds how long doctor looked
 * @param budget which share of that time it was allowed to cost: 0.02 are 2 %
 * @param ownSeconds of the processor that doctor's own process took from its start to the end of the recording, in all of its threads; it
 *     does not count, since it can be anywhere on the machine
 * @param costs of each kind of look
 */
public record Overhead(double seconds, double budget, double ownSeconds, List<Cost> costs) {
    public Overhead {
        costs = List.copyOf(costs);
    }

    /**
     * The cost of one kind of look.
     *
     * @param what such as {@code thread dumps}
     * @param times how often it was done
     * @param pauseSeconds for how long the application stood still because of it, at most
     * @param longestSeconds the longest of these stops, at most
     * @param cpuSeconds of the processor that it took besides
     */
    public record Cost(String what, int times, double pauseSeconds, double longestSeconds, double cpuSeconds) {}

    /** Pauses and processor time as a share of the time that doctor looked. */
    public double share() {
        return seconds > 0 ? costSeconds() / seconds : 0;
    }

    /** Pauses and processor time, added up, in seconds. */
    public double costSeconds() {
        return costs.stream()
                .mapToDouble(c -> c.pauseSeconds() + c.cpuSeconds())
                .sum();
    }

    /** In one sentence, for the end of a report. */
    public String text() {
        String looks = costs.stream()
                .map(cost -> String.format(
                        Locale.ROOT,
                        "%d %s, pauses %.0f ms (longest %.0f), processor %.0f ms",
                        cost.times(),
                        cost.what(),
                        cost.pauseSeconds() * 1000,
                        cost.longestSeconds() * 1000,
                        cost.cpuSeconds() * 1000))
                .collect(Collectors.joining("; "));
        return String.format(
                Locale.ROOT,
                "Doctor's own disturbance: %.2f %% of %.0f s (allowed: %.1f %%)%s%s. Its own process took %.1f s of a processor until then.",
                share() * 100,
                seconds,
                budget * 100,
                looks.isEmpty() ? "" : ": ",
                looks,
                ownSeconds);
    }
}
