package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Throwables whose accessors return what no throwable of the JDK returns, such as mocks. */
class TraceTest {
    private static final class Mock extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final StackTraceElement[] frames;

        Mock(StackTraceElement[] frames) {
            super("mocked");
            this.frames = frames;
        }

        @Override
        @SuppressWarnings("NullAway")
        public StackTraceElement[] getStackTrace() {
            return frames;
        }
    }

    private static final StackTraceElement FRAME = new StackTraceElement("a.B", "c", "B.java", 7);

    @ParameterizedTest
    @ValueSource(strings = {"%msg %ex%n", "%msg %rEx%n", "%msg %xEx%n", "%msg %ex{short}%n", "%msg %wEx%n"})
    @SuppressWarnings("NullAway")
    void aThrowableWithoutFrames_keepsItsEvent(String pattern) {
        Throwable none = new Mock(null);
        Throwable holes = new Mock(new StackTraceElement[] {null, FRAME, null});

        assertThat(line(pattern, none)).contains("message", "mocked");
        assertThat(line(pattern, holes)).contains("message", "mocked");
        assertThat(line(pattern, new IllegalStateException("outer", none))).contains("message", "mocked");
    }

    @Test
    @SuppressWarnings("NullAway")
    void frames_areThoseThatAreThere() {
        assertThat(Trace.of(new Mock(null), new ObjectTexts()).frames()).isEmpty();
        assertThat(Trace.of(new Mock(new StackTraceElement[] {null, FRAME}), new ObjectTexts())
                        .frames())
                .containsExactly(FRAME);
    }

    private static String line(String pattern, Throwable thrown) {
        EventPool pool = new EventPool(1 << 16);
        Event event = pool.take();
        event.begin(20, 0, "", "log.ger", 0);
        event.throwable(thrown);
        TextBuffer out = event.line();
        out.clear();
        PatternEncoder.compile(pattern).encoder().encode(event, "message", null, out);
        String text = new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
        pool.give(event);
        return text;
    }
}
