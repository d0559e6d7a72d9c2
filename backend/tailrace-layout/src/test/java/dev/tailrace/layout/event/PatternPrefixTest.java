package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.spi.MarkerReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternPrefixTest {
    private static final long TIME =
            Instant.parse("2026-03-01T10:15:30.123456789Z").toEpochMilli() * 1_000_000 + 456_789;
    private static final String[] LOGGERS = {"com.example.Orders", "com.example.\u00e9t\u00e9.Stock", "a", ""};
    private static final String[] THREADS = {"main", "worker-\u4e16", "forged\nline", "pool-1-thread-2"};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n",
                "%d{HH:mm:ss.SSSSSS} %level %msg%n",
                "%d{HH:mm:ss} %level %msg%n",
                "%d{SSS} %d{ss.SSS} %level %msg%n",
                "%level %thread %msg%n",
                "[%-10.15thread] %.-3logger{0} %d %m%n",
                "%highlight(%-5level) %cyan(%logger{10}) %d{ISO8601} %m%n",
                "%-40(%d{HH:mm:ss.SSS} [%thread]) %level %m%n",
                "%d{HH:mm:ss.SSS} [%X{user}] %level %m%n",
                "%d{HH:mm:ss.SSS} %level%ex{short} %m%n"
            })
    void encode_anyOrderOfEvents_writesWhatANewEventWrites(String pattern) {
        PatternEncoder encoder = PatternEncoder.compile(pattern).encoder();
        PatternEncoder other = PatternEncoder.compile(pattern + "%thread").encoder();
        Event reused = new Event(new TextBuffer(64, 1 << 16));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            int level = 10 * random.nextInt(5);
            int logger = random.nextInt(LOGGERS.length);
            String thread = THREADS[random.nextInt(THREADS.length)];
            long time = TIME + (random.nextInt(4) - 1) * 1_000_000_000L + random.nextInt(1_000_000_000);
            PatternEncoder chosen = random.nextInt(5) == 0 ? other : encoder;
            Event fresh = new Event(new TextBuffer(64, 1 << 16));
            String expected = encode(chosen, fresh, level, logger, thread, time);
            assertThat(encode(chosen, reused, level, logger, thread, time))
                    .as("seed %s, event %s", seed, i)
                    .isEqualTo(expected);
        }
    }

    private static String encode(PatternEncoder encoder, Event event, int level, int logger, String thread, long time) {
        event.begin(level, logger, LOGGERS[logger], "", time);
        event.threadName(thread);
        event.message("{} of {}");
        event.arguments(event.arrayOf(time, "b"));
        event.line().clear();
        encoder.encode(event, event.line());
        String line = event.line().toString();
        event.clear();
        return line;
    }

    @Test
    void encode_headLongerThanTheLine_isCutAsBefore() {
        PatternEncoder encoder =
                PatternEncoder.compile("%d{HH:mm:ss.SSS} %thread %level %msg%n").encoder();
        Event event = new Event(new TextBuffer(60, 60));
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            event.begin(20, 0, "a", "", TIME);
            event.threadName("t".repeat(100));
            event.line().clear();
            encoder.encode(event, event.line());
            lines.add(event.line().toString());
        }
        assertThat(lines.get(0)).contains("bytes cut]");
        assertThat(lines).containsOnly(lines.get(0));
    }

    /** {@code %msg} gets the message passed; steps inside {@code %replace} read it from the event. */
    @Test
    void encode_messageHandedOverAndReadFromTheEvent_isTheSame() {
        PatternEncoder both =
                PatternEncoder.compile("%msg|%replace(%msg){'~','~'}|%m%nopex").encoder();
        PatternEncoder handed = PatternEncoder.compile("%msg%nopex").encoder();
        Object[][] all = {null, {}, {"a"}, {"a", 2}, {1, 2.5, "c"}, {"a", new IllegalStateException("boom")}, {null}};
        for (String message : new String[] {"plain", "{} and {}", "\\{} {}", null}) {
            for (Object[] arguments : all) {
                Event one = event();
                handed.encode(one, message, arguments, one.line());
                Event three = event();
                both.encode(three, message, arguments, three.line());
                String text = one.line().toString();
                assertThat(three.line().toString()).isEqualTo(text + "|" + text + "|" + text);
            }
        }
    }

    @Test
    void encode_throwableOfTheEvent_leavesTheLastArgumentToTheMessage() {
        PatternEncoder encoder = PatternEncoder.compile("%msg|%ex{0}").encoder();
        Event event = event();
        event.throwable(new IllegalStateException("shown"));
        encoder.encode(event, "{}", new Object[] {new IllegalStateException("argument")}, event.line());
        assertThat(event.line().toString())
                .startsWith("java.lang.IllegalStateException: argument|")
                .contains("shown");
    }

    private static Event event() {
        Event event = new Event(new TextBuffer(64, 1 << 16));
        event.begin(20, 1, "com.example.Orders", "", TIME);
        event.threadName("main");
        event.addMarker("marker", MarkerReader.PLAIN);
        event.addKeyValue("key", "value");
        return event;
    }
}
