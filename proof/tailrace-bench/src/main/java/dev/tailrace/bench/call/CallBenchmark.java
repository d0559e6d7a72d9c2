package dev.tailrace.bench.call;

import dev.tailrace.bench.load.Line;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * The duration of one log call. A pause before each call keeps the rate below the throughput of every backend: at full speed, a call would
 * wait for the writer, and the figure would be the writer's.
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
    /** A stack trace keeps the writer busy for longer. */
    private static final int LONG_PAUSE_TOKENS = 20 * PAUSE_TOKENS;

    private static final int FRAMES = 30;
    private static final int STACK = 50;

    private final Logger logger = LoggerFactory.getLogger(Line.LOGGER);

    @State(Scope.Thread)
    public static class Order {
        private long sequence;
        private double price;
        private int quantity;

        @Setup(Level.Invocation)
        public void pause() {
            sequence++;
            price = 100 + (sequence % 9_000) / 8.0;
            quantity = (int) (sequence % 5_000) + 1;
            Blackhole.consumeCPU(PAUSE_TOKENS);
        }
    }

    /** An exception that was not printed yet: printing creates its frames. */
    @State(Scope.Thread)
    public static class Failure {
        private Exception exception = new Exception();

        /** Creates thirty frames, and a cause with thirty frames. */
        @Setup(Level.Invocation)
        public void create() {
            exception = deep(FRAMES, deep(FRAMES, null));
            Blackhole.consumeCPU(LONG_PAUSE_TOKENS);
        }

        private static Exception deep(int frames, @Nullable Throwable cause) {
            return frames > 0 ? deep(frames - 1, cause) : new Exception("order not filled", cause);
        }
    }

    /** A call below the level, without a pause: it takes less than a clock reading. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public void disabled() {
        logger.debug("order filled");
    }

    @Benchmark
    public void noArgument(Order order) {
        logger.info("order filled");
    }

    @Benchmark
    public void oneArgument(Order order) {
        logger.info("order {} filled", order.sequence);
    }

    @Benchmark
    public void twoArguments(Order order) {
        logger.info("order {} filled at {}", order.sequence, order.price);
    }

    /** The standard line. */
    @Benchmark
    public void threeArguments(Order order) {
        logger.info("order {} filled at {} qty {}", order.sequence, order.price, order.quantity);
    }

    @Benchmark
    public void thrown(Failure failure) {
        logger.info("order", failure.exception);
    }

    /** A call from a deep stack, for a pattern that shows its place. */
    @Benchmark
    public void located(Order order) {
        below(STACK);
    }

    private void below(int frames) {
        if (frames > 0) {
            below(frames - 1);
        } else {
            logger.info("order filled");
        }
    }
}
