package dev.tailrace.bench.stage;

import dev.tailrace.bench.load.Line;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of a trace id in a line, inside and outside a span, compared with a line with an MDC key that isn't set. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(org.openjdk.jmh.annotations.Scope.Thread)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class TraceBenchmark {
    private static final int INFO = 20;

    /** NONE: no span; SPAN: within a span. */
    @Param({"NONE", "SPAN"})
    String where = "NONE";

    private final EventPool events = new EventPool(1 << 16);
    private final PatternEncoder missing = encoder("%X{user}");
    private final PatternEncoder id = encoder("%X{trace_id}");
    private final PatternEncoder all = encoder("%X{trace_id} %X{span_id} %X{trace_flags}");
    private Scope scope = Scope.noop();

    private static PatternEncoder encoder(String words) {
        return PatternEncoder.compile("%level " + words + " %msg%n").encoder();
    }

    /** Enters the span, or uses the storage without a span. */
    @Setup
    @SuppressWarnings("MustBeClosedChecker") // Closed by the next method.
    public void enter() {
        SpanContext context = SpanContext.create(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        scope = where.equals("SPAN") ? Span.wrap(context).makeCurrent() : Scope.noop();
        Span.current();
    }

    /** Leaves the span. */
    @TearDown
    public void leave() {
        scope.close();
    }

    private int encode(PatternEncoder encoder) {
        Event event = events.take();
        event.begin(INFO, 1, Line.LOGGER, TraceBenchmark.class.getName(), 1_700_000_000_123_000_000L);
        event.line().clear();
        encoder.encode(event, "order filled", null, event.line());
        int length = event.line().length();
        events.give(event);
        return length;
    }

    /** The baseline: a key that no source has. */
    @Benchmark
    public int noId() {
        return encode(missing);
    }

    /** The trace id. */
    @Benchmark
    public int traceId() {
        return encode(id);
    }

    /** Trace id, span id and flags. */
    @Benchmark
    public int allIds() {
        return encode(all);
    }

    /** The cost of the API itself. */
    @Benchmark
    public Span current() {
        return Span.current();
    }
}
