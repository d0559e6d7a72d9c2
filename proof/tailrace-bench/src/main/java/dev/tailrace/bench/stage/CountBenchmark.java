package dev.tailrace.bench.stage;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of counting a log call: in its event, as the engine does, and in shared counters as alternatives. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class CountBenchmark {
    private static final int INFO = 20;

    private final EventPool events = new EventPool(1 << 16);
    private final LongAdder adder = new LongAdder();
    private final AtomicLong atomic = new AtomicLong();

    private Event take() {
        Event event = events.take();
        event.begin(INFO, 1, "", "", 0);
        return event;
    }

    /** Takes and returns an event, without counting. */
    @Benchmark
    public void notCounted() {
        events.give(take());
    }

    /** Counts in the event. */
    @Benchmark
    public void inEvent() {
        Event event = take();
        event.count();
        events.give(event);
    }

    /** Counts in a striped counter. */
    @Benchmark
    public void inAdder() {
        Event event = take();
        adder.increment();
        events.give(event);
    }

    /** Counts in one word for all threads. */
    @Benchmark
    public void inOneWord() {
        Event event = take();
        atomic.getAndIncrement();
        events.give(event);
    }
}
