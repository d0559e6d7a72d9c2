package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RepeatedTracesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;

    private final LongAdder shortened = new LongAdder();
    private final RepeatedTraces traces = new RepeatedTraces(shortened);

    /** The line that replaces the trace; empty: the trace is written in full. */
    private String log(Throwable thrown, long second, boolean written) {
        TextBuffer out = new TextBuffer(64, 1 << 16);
        Event event = new Event(out);
        event.begin(40, 1, "shop", "", START + second * SECOND);
        traces.look(event, thrown);
        if (event.isTraceRepeated()) {
            RepeatedTraces.write(event, thrown, out);
        }
        traces.done(event, written);
        assertThat(event.isTraceRepeated()).isFalse();
        return new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
    }

    private static Throwable thrown(String message, @Nullable Throwable cause) {
        Throwable thrown = new IllegalStateException(message, cause);
        // Without the frames of the calling test.
        thrown.setStackTrace(Arrays.copyOf(thrown.getStackTrace(), 1));
        return thrown;
    }

    @Test
    void sameTrace_isOneLineForAMinute_andWholeThen() {
        assertThat(log(thrown("a", null), 0, true)).isEmpty();
        for (int i = 2; i <= 23; i++) {
            String line = log(thrown("b\nc", null), 59, true);
            assertThat(line)
                    .startsWith("java.lang.IllegalStateException: b\\nc [trace as at 2023-11-1")
                    .endsWith(
                            i == 2
                                    ? ".000, 2nd time]"
                                    : i == 3 || i == 23
                                            ? "3rd time]"
                                            : i == 21 ? "21st time]" : i == 22 ? "22nd time]" : i + "th time]");
        }
        assertThat(log(thrown("a", null), 60, true)).isEmpty();
        assertThat(log(thrown("a", null), 119, true)).endsWith("2nd time]");
        assertThat(log(thrown("a", null), 10, true))
                .as("the clock was set back")
                .isEmpty();
        assertThat(shortened.sum()).isEqualTo(23);
    }

    @Test
    void otherClassCauseFramesOrSuppressed_areOtherTraces() {
        Throwable closing = thrown("a", null);
        closing.addSuppressed(new IOException("close"));
        List<Throwable> different = List.of(
                thrown("a", null),
                thrown("a", new IOException("b")),
                thrown("a", new RuntimeException("b")),
                new IllegalStateException("elsewhere"),
                new IllegalArgumentException("elsewhere"),
                closing);
        for (Throwable each : different) {
            assertThat(log(each, 0, true)).as(each.toString()).isEmpty();
        }
        for (Throwable each : different) {
            assertThat(log(each, 1, true)).as(each.toString()).endsWith("2nd time]");
        }
    }

    @Test
    void firstThatWasDropped_isReferredToByNone() {
        assertThat(log(thrown("a", null), 0, false)).isEmpty();
        assertThat(log(thrown("a", null), 1, true)).isEmpty();
        assertThat(log(thrown("a", null), 2, false)).endsWith("2nd time]");
        assertThat(log(thrown("a", null), 3, true)).as("the first is there").endsWith("3rd time]");
    }

    @Test
    void throwableWhoseAccessorsFail_isWrittenAsEver() {
        Throwable hostile = new RuntimeException("hostile") {
            private static final long serialVersionUID = 1;

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new IllegalStateException("planned");
            }
        };
        assertThat(log(hostile, 0, true)).isEmpty();
        assertThat(log(hostile, 0, true)).isEmpty();
    }

    @Test
    void causesInACircle_comeToAnEnd() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        second.addSuppressed(first);
        assertThat(log(first, 0, true)).isEmpty();
        assertThat(log(first, 0, true)).endsWith("2nd time]");
    }

    /** More traces than places: each short line follows its full trace. */
    @Test
    void moreTracesThanPlaces_neverReferToOneThatWasNotWritten() {
        Set<Integer> whole = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 3_000; i++) {
                Exception thrown = new Exception("x");
                thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", i)});
                if (log(thrown, round, true).isEmpty()) {
                    whole.add(i);
                } else {
                    assertThat(whole).contains(i);
                }
            }
        }
        assertThat(whole).hasSize(3_000);
        assertThat(shortened.sum()).isPositive();
    }

    @Test
    void manyThreads_writeOneTraceAtLeast_andShortenTheRest() throws InterruptedException {
        Throwable thrown = thrown("a", null);
        CountDownLatch done = new CountDownLatch(8);
        LongAdder whole = new LongAdder();
        for (int i = 0; i < 8; i++) {
            new Thread(() -> {
                        for (int j = 0; j < 1_000; j++) {
                            if (log(thrown, 0, true).isEmpty()) {
                                whole.increment();
                            }
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        assertThat(whole.sum()).isBetween(1L, 100L);
        assertThat(shortened.sum()).isEqualTo(8_000 - whole.sum());
    }
}
