package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Calls and durations of methods. Thread-safe. */
final class MethodTimes {
    private final Map<String, MethodTime> times = new TreeMap<>();

    synchronized void add(String method, long nanos) {
        times.merge(
                method,
                new MethodTime(method, 1, nanos),
                (a, b) -> new MethodTime(method, a.calls() + b.calls(), a.nanos() + b.nanos()));
    }

    synchronized List<MethodTime> all() {
        return List.copyOf(times.values());
    }
}
