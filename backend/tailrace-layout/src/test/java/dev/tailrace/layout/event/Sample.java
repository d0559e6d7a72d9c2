package dev.tailrace.layout.event;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.spi.MarkerReader;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** One log call, as an event of this engine and as an event of Logback. */
public record Sample(
        int level,
        String logger,
        String thread,
        Instant time,
        @Nullable String message,
        @Nullable List<@Nullable Object> arguments,
        @Nullable Throwable throwable,
        Map<String, String> context,
        List<Marker> markers,
        List<KeyValuePair> keyValues) {

    static final String BOUNDARY = Sample.class.getName();

    public static Sample of(String message, @Nullable Object... arguments) {
        return new Sample(
                20,
                "com.example.orders.OrderBook",
                "main",
                Instant.ofEpochMilli(1_700_000_000_123L),
                message,
                java.util.Arrays.asList(arguments),
                null,
                Map.of(),
                List.of(),
                List.of());
    }

    public String ours(PatternEncoder encoder) {
        TextBuffer line = new TextBuffer(64, 1 << 20);
        encoder.encode(event(), line);
        return line.toString();
    }

    Event event() {
        Event event = new Event(new TextBuffer(64, 1 << 20));
        long nanos = Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
        event.begin(level, Math.floorMod(logger.hashCode(), 100), logger, BOUNDARY, nanos);
        event.message(message);
        event.arguments(arguments == null ? null : arguments.toArray());
        event.throwable(throwable);
        event.threadName(thread);
        event.context(context);
        markers.forEach(marker -> event.addMarker(marker, MarkerReader.PLAIN));
        keyValues.forEach(pair -> event.addKeyValue(pair.key, pair.value));
        return event;
    }

    public LoggingEvent logback(LoggerContext loggers) {
        LoggingEvent event = new LoggingEvent(
                BOUNDARY,
                loggers.getLogger(logger),
                Level.convertAnSLF4JLevel(org.slf4j.event.Level.intToLevel(level)),
                message,
                throwable,
                arguments == null ? null : arguments.toArray());
        event.setThreadName(thread);
        event.setInstant(time);
        // As Logback's MDC adapter passes it on.
        event.setMDCPropertyMap(new LinkedHashMap<>(context));
        markers.forEach(event::addMarker);
        if (!keyValues.isEmpty()) {
            event.setKeyValuePairs(keyValues);
        }
        return event;
    }
}
