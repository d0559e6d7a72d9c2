package dev.tailrace;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.tailrace.layout.event.Event;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;

/** One log call, as an event of this engine, of Logback and of Log4j 2. */
record JsonSample(
        int level,
        String logger,
        String thread,
        Instant time,
        String message,
        List<@Nullable Object> arguments,
        @Nullable Throwable throwable,
        Map<String, String> context,
        List<Marker> markers,
        List<KeyValuePair> keyValues) {

    static final String BOUNDARY = JsonSample.class.getName();

    static JsonSample of(String message, @Nullable Object... arguments) {
        return new JsonSample(
                20,
                "com.example.orders.OrderBook",
                "main",
                Instant.ofEpochMilli(1_700_000_000_123L),
                message,
                Arrays.asList(arguments),
                null,
                Map.of(),
                List.of(),
                List.of());
    }

    JsonSample at(int newLevel, long millis) {
        return new JsonSample(
                newLevel,
                logger,
                thread,
                Instant.ofEpochMilli(millis),
                message,
                arguments,
                throwable,
                context,
                markers,
                keyValues);
    }

    JsonSample from(String newLogger, String newThread) {
        return new JsonSample(
                level, newLogger, newThread, time, message, arguments, throwable, context, markers, keyValues);
    }

    JsonSample with(@Nullable Throwable thrown) {
        return new JsonSample(level, logger, thread, time, message, arguments, thrown, context, markers, keyValues);
    }

    JsonSample with(Map<String, String> entries) {
        return new JsonSample(
                level, logger, thread, time, message, arguments, throwable, new TreeMap<>(entries), markers, keyValues);
    }

    JsonSample marked(Marker... all) {
        return new JsonSample(
                level, logger, thread, time, message, arguments, throwable, context, List.of(all), keyValues);
    }

    JsonSample with(KeyValuePair... pairs) {
        return new JsonSample(
                level, logger, thread, time, message, arguments, throwable, context, markers, List.of(pairs));
    }

    /** What applications log, and a little more. */
    static List<JsonSample> all() {
        Marker audit = new BasicMarkerFactory().getMarker("AUDIT");
        Marker security = new BasicMarkerFactory().getMarker("SECURITY");
        Marker nested = new BasicMarkerFactory().getMarker("NESTED");
        audit.add(nested);
        security.add(audit);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", List.of("x", 2.5, true));
        return List.of(
                of("plain"),
                of("order {} filled at {} qty {}", 42L, 101.25, 7).at(0, 1_700_000_000_000L),
                of("few {} {}", "one").at(10, 1_700_000_000_120L),
                of("quoted \"{}\" \\ and\ttab", "a\"b\\c\nd\u0001\u001f/").at(30, 1_700_000_000_100L),
                of("Z\u00fcrich \u20ac \ud83d\ude00 {}", "\u2028\u2029\u007f\u0085")
                        .at(40, 1_000_000_000_001L),
                of("long {}", "0123456789 ".repeat(300)),
                of("in context").with(Map.of("user", "an\"na\n", "id", "17", "trace_id", "4bf9")),
                of("thrown").with(failure()).with(Map.of("user", "ann")).at(40, 1_700_000_000_999L),
                of("without a message").with(bare()),
                of("as an argument {}", "x", failure()),
                of("deep").with(deep()),
                of("marked").marked(audit),
                of("marked twice").marked(security),
                of("pairs")
                        .with(
                                new KeyValuePair("number", 17),
                                new KeyValuePair("price", 101.25),
                                new KeyValuePair("flag", true),
                                new KeyValuePair("text", "a\"b\n"),
                                new KeyValuePair("big", new BigDecimal("1E+3")),
                                new KeyValuePair("enum", Thread.State.NEW),
                                new KeyValuePair("nan", Double.NaN),
                                new KeyValuePair("char", 'c'),
                                new KeyValuePair("list", List.of(1, "a")),
                                new KeyValuePair("map", map),
                                new KeyValuePair("ints", new int[] {1, 2})),
                of("other names").from("Plain", "http-nio-8080-exec-\"1\"\t"));
    }

    private static Throwable failure() {
        RuntimeException cause = new IllegalArgumentException("bad \"value\"\nof two lines");
        cause.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("com.example.Deep", "call", "Deep.java", 3),
            new StackTraceElement("com.example.Native", "run", null, -2),
            new StackTraceElement("com.example.Main", "main", "Main.java", 7)
        });
        IllegalStateException failure = new IllegalStateException("failed", cause);
        failure.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("com.example.Order", "<init>", "Order.java", 12),
            new StackTraceElement("com.example.Main", "main", "Main.java", 7)
        });
        Exception suppressed = new Exception("while closing");
        suppressed.setStackTrace(
                new StackTraceElement[] {new StackTraceElement("com.example.Closing", "close", "Closing.java", 1)});
        failure.addSuppressed(suppressed);
        return failure;
    }

    /** With frames a to i, and some of them twice. */
    private static Throwable deep() {
        Exception failure = new Exception(null, bare());
        failure.setStackTrace("abcbdefgghhi"
                .chars()
                .mapToObj(c -> new StackTraceElement("com.example.Frames", String.valueOf((char) c), "Frames.java", c))
                .toArray(StackTraceElement[]::new));
        return failure;
    }

    private static Throwable bare() {
        NullPointerException failure = new NullPointerException();
        failure.setStackTrace(
                new StackTraceElement[] {new StackTraceElement("com.example.Main", "main", "Main.java", 9)});
        return failure;
    }

    void fill(Event event) {
        long nanos = Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
        event.begin(level, Math.floorMod(logger.hashCode(), 100), logger, BOUNDARY, nanos);
        event.message(message);
        event.arguments(arguments.toArray());
        event.throwable(throwable);
        event.threadName(thread);
        event.context(context);
        markers.forEach(marker -> event.addMarker(marker, JsonLog.READER));
        keyValues.forEach(pair -> event.addKeyValue(pair.key, pair.value));
    }

    LoggingEvent logback(LoggerContext loggers) {
        LoggingEvent event = new LoggingEvent(
                BOUNDARY,
                loggers.getLogger(logger),
                ch.qos.logback.classic.Level.convertAnSLF4JLevel(org.slf4j.event.Level.intToLevel(level)),
                message,
                throwable,
                arguments.isEmpty() ? null : arguments.toArray());
        event.setThreadName(thread);
        event.setInstant(time);
        // As its adapter of the MDC hands it on.
        event.setMDCPropertyMap(new LinkedHashMap<>(context));
        markers.forEach(event::addMarker);
        if (!keyValues.isEmpty()) {
            event.setKeyValuePairs(keyValues);
        }
        return event;
    }

    private static org.apache.logging.log4j.Marker log4j(Marker marker) {
        org.apache.logging.log4j.Marker same = new MarkerManager.Log4jMarker(marker.getName());
        marker.iterator().forEachRemaining(reference -> same.addParents(log4j(reference)));
        return same;
    }

    /** As the bridge from SLF4J hands it over: key-value pairs are entries of the context for the time of the call. */
    LogEvent log4j() {
        SortedArrayStringMap entries = new SortedArrayStringMap();
        context.forEach(entries::putValue);
        keyValues.forEach(pair -> entries.putValue(pair.key, String.valueOf(pair.value)));
        org.apache.logging.log4j.Marker marker = null;
        if (!markers.isEmpty()) {
            marker = log4j(markers.get(0));
        }
        ParameterizedMessage formatted = new ParameterizedMessage(message, arguments.toArray());
        MutableInstant instant = new MutableInstant();
        instant.initFromEpochMilli(time.toEpochMilli(), 0);
        return Log4jLogEvent.newBuilder()
                .setLoggerName(logger)
                .setLoggerFqcn(BOUNDARY)
                .setLevel(org.apache.logging.log4j.Level.valueOf(
                        org.slf4j.event.Level.intToLevel(level).name()))
                .setMessage(formatted)
                .setThrown(throwable == null ? formatted.getThrowable() : throwable)
                .setContextData(entries)
                .setMarker(marker)
                .setThreadName(thread)
                .setThreadId(Thread.currentThread().getId())
                .setThreadPriority(Thread.currentThread().getPriority())
                .setInstant(instant)
                .build();
    }
}
