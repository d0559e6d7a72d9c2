package dev.tailrace.bench.call;

import dev.tailrace.bench.load.Line;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duration of one log call with zero to three arguments. A pause before each call keeps the rate below the throughput of every backend:
 * at full speed, a call would wait for the writer, and the figure would be the writer's.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class CallBenchmark {
    /** About 5 µs. */
    private static final int PAUSE_TOKENS = 2_000;

    private final Logger logger = LoggerFactory.getLogger(Line.LOGGER);
    private long sequence;
    private double price;
    private int quantity;

    /** Pauses, and prepares the next arguments. */
    @Setup(Level.Invocation)
    public void pause() {
        sequence++;
        price = 100 + (sequence % 9_000) / 8.0;
        quantity = (int) (sequence % 5_000) + 1;
        Blackhole.consumeCPU(PAUSE_TOKENS);
    }

    /** A fixed message. */
    @Benchmark
    public void noArgument() {
        logger.info("order filled");
    }

    /** A long. */
    @Benchmark
    public void oneArgument() {
        logger.info("order {} filled", sequence);
    }

    /** A long and a double. */
    @Benchmark
    public void twoArguments() {
        logger.info("order {} filled at {}", sequence, price);
    }

    /** The standard line. */
    @Benchmark
    public void threeArguments() {
        logger.info("order {} filled at {} qty {}", sequence, price, quantity);
    }
}
