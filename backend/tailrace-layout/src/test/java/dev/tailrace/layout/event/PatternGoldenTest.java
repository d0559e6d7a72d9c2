package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import org.junit.jupiter.api.Test;

class PatternGoldenTest {
    private static final String NEW_LINE = System.lineSeparator();

    private static String encode(String pattern, Sample sample) {
        return sample.ours(PatternEncoder.compile(pattern).encoder());
    }

    @Test
    void encode_standardLine() {
        assertThat(encode(
                        "%d{yyyy-MM-dd HH:mm:ss.SSS, UTC} %-5level [%thread] %logger{36} - %msg%n",
                        Sample.of("order {} filled at {} qty {}", 1_234_567L, 101.25, 4_200)))
                .isEqualTo("2023-11-14 22:13:20.123 INFO  [main] com.example.orders.OrderBook -"
                        + " order 1234567 filled at 101.25 qty 4200" + NEW_LINE);
    }

    @Test
    void encode_groupFollowedByAWord_readsTheWord() {
        assertThat(encode("%red(%p)%msg%highlight(x)\\_y%nopex", Sample.of("m")))
                .isEqualTo("\u001b[31mINFO\u001b[0;39mm\u001b[34mx\u001b[0;39my");
    }

    @Test
    void encode_caller_findsTheLineBehindTheBoundary() {
        Event event = Boundary.log();
        TextBuffer line = new TextBuffer(64, 4_096);
        event.begin(20, 1, "a", Boundary.class.getName(), 0);
        Boundary.encode(PatternEncoder.compile("%C{0} %M %F %class%nopex").encoder(), event, line);
        assertThat(line.toString())
                .isEqualTo("PatternGoldenTest encode_caller_findsTheLineBehindTheBoundary PatternGoldenTest.java "
                        + PatternGoldenTest.class.getName());
        line.clear();
        Boundary.encode(PatternEncoder.compile("%L%nopex").encoder(), Boundary.log(), line);
        assertThat(line.toString()).matches("[1-9][0-9]*");
        line.clear();
        Boundary.encode(PatternEncoder.compile("%caller{2}%nopex").encoder(), Boundary.log(), line);
        assertThat(line.toString().split(NEW_LINE)).hasSize(2);
        assertThat(line.toString()).startsWith("Caller+0\t at " + PatternGoldenTest.class.getName());
        line.clear();
        Boundary.encode(PatternEncoder.compile("%caller{1..3}%nopex").encoder(), Boundary.log(), line);
        assertThat(line.toString().split(NEW_LINE)).hasSize(2);
        assertThat(line.toString()).startsWith("Caller+1\t at ");
        line.clear();
        Boundary.encode(PatternEncoder.compile("%caller{5000..5001}%nopex").encoder(), Boundary.log(), line);
        assertThat(line.toString()).isEqualTo("?#?:?" + NEW_LINE);
    }

    @Test
    void encode_callerWithoutBoundaryOnTheStack_writesQuestionMarks() {
        Event event = new Event(new TextBuffer(64, 64));
        event.begin(20, 1, "a", "no.such.Class", 0);
        TextBuffer line = new TextBuffer(64, 4_096);
        PatternEncoder.compile("%C %M %F %L %caller%nopex").encoder().encode(event, line);
        assertThat(line.toString()).isEqualTo("? ? ? ? ?#?:?" + NEW_LINE);
    }

    private static final class Boundary {
        static Event log() {
            Event event = new Event(new TextBuffer(64, 64));
            event.begin(20, 1, "a", Boundary.class.getName(), 0);
            return event;
        }

        static void encode(PatternEncoder encoder, Event event, TextBuffer line) {
            encoder.encode(event, line);
        }
    }

    @Test
    void encode_lineLongerThanTheMaximum_endsWithAMarkAndALineEnd() {
        TextBuffer line = new TextBuffer(64, 100);
        PatternEncoder.compile("%msg%n")
                .encoder()
                .encode(Sample.of("{}", "y".repeat(500)).event(), line);
        assertThat(line.length()).isLessThanOrEqualTo(100);
        assertThat(line.toString()).endsWith(" bytes cut]" + NEW_LINE);
        assertThat(line.cutBytes()).isPositive();
    }

    @Test
    void encode_throwableWithBrokenMethods_writesWhatItCan() {
        Exception broken = new Exception("m") {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no");
            }
        };
        assertThat(encode("%msg%n", Sample.of("m", broken))).contains("[FAILED toString()]", "\tat ");
    }

    /** Like a stopping application that logs an exception whose message needs a class of a closed loader. */
    @Test
    void encode_throwableWhoseMethodsThrowErrors_writesWhatItCan() {
        Exception broken = new Exception("m") {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new NoClassDefFoundError("com/acme/Messages");
            }

            @Override
            public synchronized Throwable getCause() {
                throw new NoClassDefFoundError("com/acme/Causes");
            }
        };
        for (String pattern : new String[] {"%msg%n", "%msg %rEx%n", "%msg %xEx{short}%n"}) {
            assertThat(encode(pattern, Sample.of("m", broken)))
                    .as(pattern)
                    .contains("m", "[FAILED toString()]", "\tat ");
        }
    }

    @Test
    void encode_endlessCauses_ends() {
        class Endless extends Exception {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                return new Endless();
            }
        }
        assertThat(encode("%ex{short}", Sample.of("m", new Endless()))).contains("CIRCULAR REFERENCE");
    }
}
