package dev.tailrace.junit.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardLineTest {
    @Test
    void bytes_plainMessage_isTheLengthOfTheLine() {
        String line = "2026-11-21 10:15:30.123 INFO  [main] com.acme.Orders - order 4711 filled\n";
        assertThat(StandardLine.bytes("com.acme.Orders", "order 4711 filled".length(), null))
                .isEqualTo(line.length());
    }

    @Test
    void utf8_anyText_isWhatTheJdkEncodes() {
        for (String text : new String[] {"", "plain", "grüß", "€ 5", "𝄞 clef", "mixed é€𝄞"}) {
            assertThat(StandardLine.utf8(text)).as(text).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        }
        assertThat(StandardLine.utf8(null)).isEqualTo(4);
    }

    @Test
    void bytes_sameThrowableBelowDifferentLaunchers_isTheSame() {
        assertThat(ThrowableText.bytes(thrown(3))).isEqualTo(ThrowableText.bytes(thrown(40)));
    }

    @Test
    void bytes_cause_addsItsOwnFramesOnly() {
        Throwable cause = thrown(3);
        Throwable outer = new IllegalStateException("outer", cause);
        outer.setStackTrace(cause.getStackTrace());
        assertThat(ThrowableText.bytes(outer))
                .isGreaterThan(ThrowableText.bytes(cause))
                .isLessThan(2 * ThrowableText.bytes(cause));
    }

    @Test
    @SuppressWarnings("OverrideThrowableToString") // As applications do.
    void bytes_throwableThatCausesItselfOrFails_ends() {
        Throwable foreign = new RuntimeException() {
            @Override
            public String toString() {
                throw new IllegalStateException("planted");
            }

            @Override
            public synchronized Throwable getCause() {
                return this;
            }
        };
        assertThat(ThrowableText.bytes(foreign)).isPositive();
    }

    private static Throwable thrown(int framesOfTheLauncher) {
        StackTraceElement[] trace = new StackTraceElement[2 + framesOfTheLauncher];
        trace[0] = new StackTraceElement("com.acme.Orders", "fill", "Orders.java", 17);
        trace[1] = new StackTraceElement("com.acme.OrdersTest", "fill", "OrdersTest.java", 9);
        for (int i = 2; i < trace.length; i++) {
            trace[i] = new StackTraceElement("org.junit.Runner", "run" + i, "Runner.java", i);
        }
        Throwable thrown = new IllegalStateException("no such order");
        thrown.setStackTrace(trace);
        return thrown;
    }
}
