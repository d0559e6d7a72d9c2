package dev.tailrace.bench.stage;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of one line in each stage, for a batch of lines in one thread: no other thread touches the memory, so this is the work without
 * the traffic between processors.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class StageBenchmark {
    private static final int LINES = 100;
    private static final int RING_BYTES = 1 << 21;
    private static final int BATCH_BYTES = 1 << 18;
    private static final int INFO = 20;
    /** The log restarts at this length. */
    private static final long LOG_BYTES = 1 << 28;

    /** Bytes of text in the last argument; 0: the standard line. */
    @Param({"0", "1600"})
    int text;

    private final EventPool events = new EventPool(1 << 20);
    private final PatternEncoder encoder =
            PatternEncoder.compile(LineKind.ORDER.pattern()).encoder();
    private final Object[] arguments = new Object[3];
    private String message = "";
    private final PendingWord pending = new PendingWord(() -> {});
    private final ByteBuffer batch = ByteBuffer.allocateDirect(BATCH_BYTES);
    private final Lane lane = open();
    private final LaneReader reader = new LaneReader(lane);
    private byte[] line = {};
    private final Path path = Path.of(System.getProperty("java.io.tmpdir"), "stage.log");
    private final FileChannel file = open(path);

    private static Lane open() {
        LaneListener noListener = new LaneListener() {
            @Override
            public void onFrames() {}

            @Override
            public void onPressure() {}
        };
        RingFactory rings = RingFactory.inProcess(new MemoryBudget(2 * RING_BYTES));
        return Objects.requireNonNull(Lane.open(0, RING_BYTES, rings, noListener, false));
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Setup(Level.Trial)
    public void encodeOne() {
        message = text == 0 ? "order {} filled at {} qty {}" : "delivered {} by {} text {}";
        arguments[0] = 1_000_000L;
        arguments[1] = 1125.125;
        arguments[2] = text == 0
                ? (Object) 4_711
                : "The quick brown fox jumps. ".repeat(100).substring(0, text);
        Event event = encode();
        line = Arrays.copyOf(event.line().array(), event.line().length());
        events.give(event);
    }

    @TearDown(Level.Trial)
    public void delete() throws IOException {
        file.close();
        Files.delete(path);
    }

    /** Clears the leftovers of the previous measurement. */
    @Setup(Level.Invocation)
    public void begin() throws IOException {
        drainLane();
        batch.clear();
        if (file.size() > LOG_BYTES) {
            file.truncate(0);
        }
    }

    private Event encode() {
        Event event = events.take();
        event.begin(INFO, 1, Line.LOGGER, StageBenchmark.class.getName(), 1_700_000_000_123_000_000L);
        event.line().clear();
        encoder.encode(event, message, arguments, event.line());
        return event;
    }

    private void appendLines() {
        for (int i = 0; i < LINES; i++) {
            lane.append(line, line.length, i, 0, 0, pending);
        }
    }

    private int drainLane() {
        batch.clear();
        int lines = 0;
        while (reader.next() == LaneReader.Found.LINE) {
            reader.copyLine(batch);
            lines++;
        }
        reader.confirm();
        reader.tidy();
        return lines;
    }

    /** Pool, pattern, message and arguments. */
    @Benchmark
    @OperationsPerInvocation(LINES)
    public long encodeLines() {
        long bytes = 0;
        for (int i = 0; i < LINES; i++) {
            Event event = encode();
            bytes += event.line().length();
            events.give(event);
        }
        return bytes;
    }

    /** Claim, copy and commit. */
    @Benchmark
    @OperationsPerInvocation(LINES)
    public void append() {
        appendLines();
    }

    /** Appends as above, then finds, copies to a batch, confirms and clears. */
    @Benchmark
    @OperationsPerInvocation(LINES)
    public int appendAndDrain() {
        appendLines();
        return drainLane();
    }

    /** The system call for a batch of these lines. */
    @Benchmark
    @OperationsPerInvocation(LINES)
    public int write() throws IOException {
        for (int i = 0; i < LINES; i++) {
            batch.put(line);
        }
        batch.flip();
        return file.write(batch);
    }
}
