import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Writes the events of the comparison (cases in the first file, lines to the second) by Spring Boot's own encoder. Run from its source, with Spring Boot on the class path. */
public class BootFormats {
    public static void main(String[] arguments) throws Exception {
        List<String> written = new ArrayList<>();
        for (String one : Files.readAllLines(Path.of(arguments[0]))) {
            String[] parts = one.split("\t", -1);
            Map<String, Object> properties = new HashMap<>();
            for (int i = 2; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                properties.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
            }
            StandardEnvironment environment = new StandardEnvironment();
            environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
            LoggerContext context = new LoggerContext();
            context.putObject(Environment.class.getName(), environment);
            StructuredLogEncoder encoder = new StructuredLogEncoder();
            encoder.setContext(context);
            encoder.setFormat(parts[1]);
            encoder.start();
            List<LoggingEvent> events = events(context);
            for (int i = 0; i < events.size(); i++) {
                byte[] line;
                try {
                    line = encoder.encode(events.get(i));
                } catch (RuntimeException e) {
                    line = ("FAILED " + e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
                }
                written.add(parts[0] + "\t" + i + "\t" + Base64.getEncoder().encodeToString(line));
            }
        }
        // Not the console: Spring Boot writes warnings there.
        Files.write(Path.of(arguments[1]), written);
    }

    private static LoggingEvent event(LoggerContext context, Level level, String message, Throwable thrown, Object... all) {
        return event(Map.of(), context, level, message, thrown, all);
    }

    private static LoggingEvent event(
            Map<String, String> mdc, LoggerContext context, Level level, String message, Throwable thrown, Object... all) {
        LoggingEvent event =
                new LoggingEvent("boundary", context.getLogger("com.example.orders.OrderBook"), level, message, thrown, all);
        event.setThreadName("main");
        event.setInstant(Instant.ofEpochSecond(1_700_000_000L, 123_456_000L));
        event.setMDCPropertyMap(mdc);
        return event;
    }

    private static List<LoggingEvent> events(LoggerContext context) {
        List<LoggingEvent> events = new ArrayList<>();
        events.add(event(context, Level.INFO, "order {} filled", null, 17));

        LoggingEvent mdc = event(Map.of("user", "ana"), context, Level.WARN, "\"a\\b\"\n\tZ\u00fcrich \u20ac \ud83d\ude00", null);
        events.add(mdc);

        events.add(event(context, Level.ERROR, "failed", Failures.deep()));
        events.add(event(context, Level.ERROR, "failed", Failures.plain()));

        LoggingEvent pairs = event(context, Level.DEBUG, "pairs", null);
        List<Object> list = new ArrayList<>(List.of(1, "two"));
        pairs.setKeyValuePairs(new ArrayList<>(List.of(
                new KeyValuePair("qty", 3),
                new KeyValuePair("ok", true),
                new KeyValuePair("price", 1.5),
                new KeyValuePair("name", "x\"y"),
                new KeyValuePair("none", null),
                new KeyValuePair("list", list),
                new KeyValuePair("map", Map.of("k", 1)))));
        events.add(pairs);

        LoggingEvent nested = event(Map.of("geo.city", "Bern"), context, Level.TRACE, "nested", null);
        nested.setKeyValuePairs(new ArrayList<>(
                List.of(new KeyValuePair("geo.country.iso", "CH"), new KeyValuePair("a_b.c", 1), new KeyValuePair("geo.country.name", "Swiss"))));
        events.add(nested);

        LoggingEvent marked = event(context, Level.INFO, "marked", null);
        Marker marker = MarkerFactory.getDetachedMarker("B");
        marker.add(MarkerFactory.getDetachedMarker("Z"));
        marker.add(MarkerFactory.getDetachedMarker("A"));
        marked.addMarker(marker);
        events.add(marked);

        events.add(event(context, Level.INFO, " \t", null));

        LoggingEvent odd = event(context, Level.INFO, "odd", null);
        odd.setKeyValuePairs(new ArrayList<>(List.of(new KeyValuePair("id", 1), new KeyValuePair("a b", 2), new KeyValuePair("_own", 3))));
        events.add(odd);
        return events;
    }

    /** Throwables whose frames are always the same. */
    static final class Failures {
        static Throwable deep() {
            RuntimeException cause = new IllegalArgumentException("bad \"value\"");
            cause.setStackTrace(frames("com.example.Inner", 4));
            RuntimeException suppressed = new IllegalStateException("not closed");
            suppressed.setStackTrace(frames("com.example.Closer", 3));
            RuntimeException whole = new RuntimeException("outer", cause);
            whole.setStackTrace(frames("com.example.Outer", 5));
            whole.addSuppressed(suppressed);
            return whole;
        }

        static Throwable plain() {
            NullPointerException plain = new NullPointerException();
            plain.setStackTrace(frames("com.example.Outer", 2));
            return plain;
        }

        private static StackTraceElement[] frames(String name, int count) {
            StackTraceElement[] frames = new StackTraceElement[count];
            for (int i = 0; i < count; i++) {
                frames[i] = i == count - 1
                        ? new StackTraceElement("com.example.Main", "main", "Main.java", 7)
                        : new StackTraceElement(name, "step" + i, name.substring(12) + ".java", 10 + i);
            }
            return frames;
        }
    }
}
