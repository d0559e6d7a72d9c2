package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Calls of methods in one test. Thread-safe. */
final class MethodTimes {
    static final String NO_CLOCKS = "on virtual threads, which have neither CPU time nor allocation";
    static final String RECORDED = "timed by the flight recorder";

    /** A method's further calls are only counted and timed: reading the other clocks takes about a millisecond. */
    private static final int MOST_SAMPLES = 100;

    private final Map<String, Calls> byName = new TreeMap<>();

    private static final class Calls {
        final List<ThreadClocks> samples = new ArrayList<>();
        long calls;
        long nanos;
        boolean onlyTheCall;
        String notJudged = "";

        /** The lower one of two in the middle, because a first call is often slow; -1: there is none. */
        long median(ToLongFunction<ThreadClocks> figure) {
            long[] sorted = samples.stream().mapToLong(figure).sorted().toArray();
            return sorted.length == 0 ? -1 : sorted[(sorted.length - 1) / 2];
        }
    }

    /** Whether all clocks are to be read for the method's next call. */
    synchronized boolean takesSample(String method) {
        Calls calls = byName.get(method);
        return calls == null || calls.samples.size() < MOST_SAMPLES;
    }

    synchronized boolean isEmpty() {
        return byName.isEmpty();
    }

    synchronized void add(String method, ThreadClocks taken, boolean onlyTheCall) {
        counted(method, taken.wall(), onlyTheCall).samples.add(taken);
    }

    /** @param notJudged why the method isn't judged, if no other call of it is a sample */
    synchronized void add(String method, long nanos, boolean onlyTheCall, String notJudged) {
        counted(method, nanos, onlyTheCall).notJudged = notJudged;
    }

    private Calls counted(String method, long nanos, boolean onlyTheCall) {
        Calls calls = byName.computeIfAbsent(method, unused -> new Calls());
        calls.calls++;
        calls.nanos += nanos;
        calls.onlyTheCall |= onlyTheCall;
        return calls;
    }

    /** @param notJudged why none of the methods is judged; empty: they are */
    synchronized List<MethodTime> all(String notJudged) {
        List<MethodTime> all = new ArrayList<>();
        byName.forEach((method, calls) -> all.add(new MethodTime(
                method,
                calls.calls,
                calls.nanos,
                calls.median(ThreadClocks::response),
                Math.max(0, calls.median(ThreadClocks::excused)),
                calls.median(ThreadClocks::cpu),
                calls.median(ThreadClocks::allocated),
                calls.median(ThreadClocks::classes),
                calls.samples.isEmpty() ? calls.notJudged : notJudged,
                calls.onlyTheCall)));
        return all;
    }
}
