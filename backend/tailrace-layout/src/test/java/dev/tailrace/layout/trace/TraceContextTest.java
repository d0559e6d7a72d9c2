package dev.tailrace.layout.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With OpenTelemetry's API on the class path, as in applications without the agent. */
final class TraceContextTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final String ALL = "%X{trace_id} %X{span_id} %X{trace_flags}";
    private static final Map<String, String> EMPTY = Map.of();

    private static void inSpan(Runnable work) {
        Span span = Span.wrap(SpanContext.create(TRACE, SPAN, TraceFlags.getSampled(), TraceState.getDefault()));
        Context.root().with(span).wrap(work).run();
    }

    @Test
    void line_inASpan_hasItsIds() {
        inSpan(() -> {
            assertThat(Lines.logback(ALL, EMPTY)).isEqualTo(TRACE + " " + SPAN + " 01");
            assertThat(Lines.log4j(ALL, EMPTY)).isEqualTo(TRACE + " " + SPAN + " 01");
        });
    }

    @Test
    void line_outsideOfASpan_hasNone() {
        assertThat(Lines.logback(ALL, EMPTY)).isEqualTo("  ");
        assertThat(Lines.logback("%X{trace_id:-none}", EMPTY)).isEqualTo("none");
        assertThat(Lines.log4j("%X{trace_id}", EMPTY)).isEmpty();
    }

    @Test
    void line_afterASpan_hasNone() {
        inSpan(() -> {
            assertThat(Lines.logback("%X{trace_id}", EMPTY)).isEqualTo(TRACE);
        });
        assertThat(Lines.logback("%X{trace_id}", EMPTY)).isEmpty();
    }

    @Test
    void namesOfMicrometer_areKnown() {
        inSpan(() -> {
            assertThat(Lines.logback("%X{traceId}-%mdc{spanId}", EMPTY)).isEqualTo(TRACE + "-" + SPAN);
        });
    }

    @Test
    void mdc_comesFirst() {
        inSpan(() -> {
            assertThat(Lines.logback("%X{traceId}", Map.of("traceId", "own"))).isEqualTo("own");
        });
    }

    @Test
    void wholeContext_hasNoIdsButTheMdcs() {
        inSpan(() -> {
            assertThat(Lines.logback("%X", Map.of("user", "ann"))).isEqualTo("user=ann");
            assertThat(Lines.log4j("%X", Map.of("user", "ann"))).isEqualTo("{user=ann}");
        });
    }

    @Test
    void json_thatNamesAnId_hasIt() {
        String template = "{\"trace\":{\"$resolver\":\"mdc\",\"key\":\"trace_id\"}}";
        assertThat(Lines.json(template, EMPTY)).doesNotContain("trace");
        inSpan(() -> {
            assertThat(Lines.json(template, EMPTY)).contains("\"trace\":\"" + TRACE + "\"");
        });
    }

    @Test
    void event_asksOnce() {
        EventPool pool = new EventPool(1 << 10);
        Event event = pool.take();
        inSpan(() -> {
            assertThat(event.contextValue("trace_id")).isEqualTo(TRACE);
        });
        assertThat(event.contextValue("span_id")).isEqualTo(SPAN);
        pool.give(event);
        assertThat(pool.take().contextValue("trace_id")).isNull();
    }

    @Test
    void eventOfAnotherThread_hasNone() {
        EventPool pool = new EventPool(1 << 10);
        Event event = pool.take();
        inSpan(() -> {
            event.threadName("another");
            assertThat(event.contextValue("trace_id")).isNull();
        });
        pool.give(event);
    }

    @Test
    void lines_makeNoGarbage() {
        PatternEncoder encoder = PatternEncoder.compile(ALL).encoder();
        EventPool pool = new EventPool(1 << 10);
        inSpan(() -> {
            assertThat(allocated(encoder, pool)).isLessThan(1_000);
        });
        assertThat(allocated(encoder, pool)).isLessThan(1_000);
    }

    /** Bytes of 10,000 lines, the least of several rounds, because the compiler allocates meanwhile. */
    private static long allocated(PatternEncoder encoder, EventPool pool) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                Event event = pool.take();
                event.begin(20, 1, "test", "", 0);
                encoder.encode(event, event.line());
                pool.give(event);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
