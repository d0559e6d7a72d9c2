package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;

/**
 * The threads of a server as callers of the log: each has a number and its own sequences. Their records may only be read while no request
 * is running.
 */
final class Callers {
    private static final int ROOM = 1 << 16;

    private final Logger logger;
    private final LineKind lines;
    private final Meter meter;
    private final List<Caller> all = new CopyOnWriteArrayList<>();
    private final ThreadLocal<Caller> own = ThreadLocal.withInitial(this::join);
    private volatile long start;

    Callers(Logger logger, LineKind lines, Meter meter) {
        this.meter = meter;
        this.logger = logger;
        this.lines = lines;
    }

    private final class Caller {
        private final int number;
        private final Map<Integer, Line.Voice> voices = new HashMap<>();
        private final Map<Integer, long[]> sequences = new HashMap<>();
        private final LongAdder allocated = new LongAdder();
        private volatile Samples samples = new Samples(ROOM);

        Caller(int number) {
            this.number = number;
        }

        void log(int process, int count) {
            if (count == 0) {
                return;
            }
            Line.Voice voice =
                    voices.computeIfAbsent(process, key -> lines.line().voice(logger, key, number));
            long[] sequence = sequences.computeIfAbsent(process, key -> new long[1]);
            Samples into = samples;
            long allocatedBefore = meter.ofCurrentThread();
            for (int i = 0; i < count; i++) {
                long began = System.nanoTime();
                voice.log(sequence[0]++);
                long ended = System.nanoTime();
                into.add(began - start, began - start, ended - start);
            }
            allocated.add(meter.ofCurrentThread() - allocatedBefore);
        }
    }

    /** Logs lines that carry this process number. */
    void log(int process, int count) {
        own.get().log(process, count);
    }

    /** Begins a new stretch, and drops earlier records. {@code offsetNanos} is the time from the start to the first call. */
    void begin(long offsetNanos) {
        start = System.nanoTime() - offsetNanos;
        all.forEach(caller -> caller.samples = new Samples(ROOM));
    }

    /** Bytes that the threads have allocated in log calls, since their start. */
    long allocatedBytes() {
        return all.stream().mapToLong(caller -> caller.allocated.sum()).sum();
    }

    /** For each process number, the events of each thread. */
    Map<Integer, long[]> logged() {
        Map<Integer, long[]> logged = new TreeMap<>();
        for (Caller caller : all) {
            caller.sequences.forEach((process, sequence) ->
                    logged.computeIfAbsent(process, key -> new long[all.size()])[caller.number] = sequence[0]);
        }
        return logged;
    }

    List<Samples> samples() {
        return all.stream().map(caller -> caller.samples).toList();
    }

    private synchronized Caller join() {
        Caller caller = new Caller(all.size());
        all.add(caller);
        return caller;
    }
}
