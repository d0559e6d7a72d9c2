package dev.tailrace.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tailrace.bytes.JsonCut;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.ship.RecordCodec;
import dev.tailrace.spi.MarkerReader;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpEncoderTest {
    static final long RESOURCE = 0x0102030405060708L;
    private static final long TIME = 1_700_000_000_123_456_789L;
    private static final String LOGGER = "com.example.orders.OrderBook";
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN_ID = "00f067aa0ba902b7";
    static final OtlpEncoder.Options ALL = new OtlpEncoder.Options(null, false, 128, Integer.MAX_VALUE);

    private final EventPool pool = new EventPool(1 << 20);

    /** A record, taken apart. */
    private record Decoded(long resource, String logger, LogRecord log) {
        AnyValue attribute(String key) {
            List<AnyValue> all = log.getAttributesList().stream()
                    .filter(each -> each.getKey().equals(key))
                    .map(KeyValue::getValue)
                    .toList();
            assertThat(all).as(key).hasSize(1);
            return all.get(0);
        }

        String text(String key) {
            return attribute(key).getStringValue();
        }

        List<String> keys() {
            return log.getAttributesList().stream().map(KeyValue::getKey).toList();
        }
    }

    private Decoded encode(
            OtlpEncoder.Options options,
            Consumer<Event> filling,
            @Nullable String message,
            @Nullable Object @Nullable ... arguments) {
        return encode(pool, options, filling, message, arguments);
    }

    private static Decoded encode(
            EventPool pool,
            OtlpEncoder.Options options,
            Consumer<Event> filling,
            @Nullable String message,
            @Nullable Object @Nullable ... arguments) {
        Event event = pool.take();
        event.begin(20, 3, LOGGER, OtlpEncoderTest.class.getName(), TIME);
        filling.accept(event);
        TextBuffer line = event.line();
        new OtlpEncoder(RESOURCE, options).encode(event, message, arguments, line);
        assertThat(line.length()).isLessThanOrEqualTo(RecordWriter.LONGEST_LINE);
        Decoded decoded = decode(line.array(), line.length());
        pool.give(event);
        return decoded;
    }

    private static Decoded decode(byte[] line, int length) {
        for (int i = 0; i < length; i++) {
            assertThat(line[i] == 0 || line[i] == '\n').isEqualTo(i == length - 1);
        }
        byte[] record = new byte[length];
        int end = RecordCodec.decode(line, 0, length - 1, record, 0);
        assertThat(end).isPositive();
        assertThat(record[0]).isEqualTo(OtlpEncoder.VERSION);
        int at = OtlpEncoder.NAME_AT;
        int name = record[at++];
        if (name < 0) {
            name = (name & 0x7f) | (record[at++] << 7);
        }
        try {
            byte[] bytes = Arrays.copyOfRange(record, at + name, end);
            LogRecord log = LogRecord.parseFrom(bytes);
            // No varint is longer than needed, and nothing is there twice.
            assertThat(log.getSerializedSize()).isEqualTo(bytes.length);
            assertThat(log.getUnknownFields().asMap()).isEmpty();
            return new Decoded(Wire.fixed64(record, OtlpEncoder.RESOURCE_AT), new String(record, at, name, UTF_8), log);
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void encode_ordinaryEvent_hasAllItsParts() {
        Decoded decoded = encode(ALL, event -> {}, "order {} filled at {}", 17, "a\tb\n\u0001 \"x\"");
        assertThat(decoded.resource).isEqualTo(RESOURCE);
        assertThat(decoded.logger).isEqualTo(LOGGER);
        assertThat(decoded.log.getTimeUnixNano()).isEqualTo(TIME);
        assertThat(decoded.log.getObservedTimeUnixNano()).isEqualTo(TIME);
        assertThat(decoded.log.getSeverityNumberValue()).isEqualTo(9);
        assertThat(decoded.log.getSeverityText()).isEqualTo("INFO");
        assertThat(decoded.log.getBody().getStringValue()).isEqualTo("order 17 filled at a\tb\n\u0001 \"x\"");
        assertThat(decoded.text("thread.name")).isEqualTo(Thread.currentThread().getName());
        assertThat(decoded.attribute("thread.id").getIntValue())
                .isEqualTo(Thread.currentThread().getId());
        assertThat(decoded.keys()).hasSize(2);
        assertThat(decoded.log.getTraceId().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 20, 30, 40})
    void encode_levels_haveTheirSeverity(int level) {
        Decoded decoded = encode(ALL, event -> event.begin(level, 3, LOGGER, "", TIME), "x");
        assertThat(decoded.log.getSeverityNumberValue()).isEqualTo(1 + level / 10 * 4);
        assertThat(decoded.log.getSeverityNumber().name())
                .isEqualTo("SEVERITY_NUMBER_" + decoded.log.getSeverityText());
    }

    @Test
    void encode_noMessage_hasNoBody() {
        assertThat(encode(ALL, event -> {}, null).log.hasBody()).isFalse();
        assertThat(encode(ALL, event -> {}, "").log.getBody().hasStringValue()).isTrue();
    }

    @Test
    void encode_bodiesOfAllLengths_areWhole() {
        for (int length = 0; length < 600; length++) {
            String text = "x".repeat(length);
            assertThat(encode(ALL, event -> {}, text).log.getBody().getStringValue())
                    .isEqualTo(text);
        }
        String text = "\ud83d\ude00".repeat(6_000);
        assertThat(encode(ALL, event -> event.addKeyValue("k", text), "{}", text)
                        .text("k"))
                .isEqualTo(text);
    }

    @Test
    void encode_halfASurrogatePair_isAQuestionMark() {
        assertThat(encode(ALL, event -> {}, "a\ud83db\ude00").log.getBody().getStringValue())
                .isEqualTo("a?b?");
    }

    @SuppressWarnings("NullAway") // A front may pass a key that is null.
    @Test
    void encode_pairs_haveTheirTypes() {
        Decoded decoded = encode(
                ALL,
                event -> {
                    event.addKeyValue("s", "text");
                    event.addKeyValue("b", true);
                    event.addKeyValue("c", false);
                    event.addKeyValue("i", -1);
                    event.addKeyValue("l", Long.MAX_VALUE);
                    event.addKeyValue("short", (short) 300);
                    event.addKeyValue("byte", (byte) -128);
                    event.addKeyValue("d", -0.5);
                    event.addKeyValue("f", 0.25f);
                    event.addKeyValue("nan", Double.NaN);
                    event.addKeyValue("char", 'ü');
                    event.addKeyValue("array", new int[] {1, 2});
                    event.addKeyValue("object", new java.math.BigDecimal("1.50"));
                    event.addKeyValue("none", null);
                    event.addKeyValue(null, "no key");
                    event.addKeyValue("bad", new Object() {
                        @Override
                        public String toString() {
                            throw new IllegalStateException();
                        }
                    });
                    event.addKeyValue("l", 7L);
                    event.addKeyValue("k".repeat(300), "v".repeat(300));
                    event.addKeyValue("n".repeat(300), 1);
                },
                "x");
        assertThat(decoded.text("s")).isEqualTo("text");
        assertThat(decoded.attribute("b").getBoolValue()).isTrue();
        assertThat(decoded.attribute("c").hasBoolValue()).isTrue();
        assertThat(decoded.attribute("i").getIntValue()).isEqualTo(-1);
        assertThat(decoded.attribute("l").getIntValue()).isEqualTo(7);
        assertThat(decoded.attribute("short").getIntValue()).isEqualTo(300);
        assertThat(decoded.attribute("byte").getIntValue()).isEqualTo(-128);
        assertThat(decoded.attribute("d").getDoubleValue()).isEqualTo(-0.5);
        assertThat(decoded.attribute("f").getDoubleValue()).isEqualTo(0.25);
        assertThat(decoded.attribute("nan").getDoubleValue()).isNaN();
        assertThat(decoded.text("char")).isEqualTo("ü");
        assertThat(decoded.text("array")).isEqualTo("[1, 2]");
        assertThat(decoded.text("object")).isEqualTo("1.50");
        assertThat(decoded.keys()).doesNotContain("none");
        assertThat(decoded.text("null")).isEqualTo("no key");
        assertThat(decoded.text("bad")).contains("FAILED");
        assertThat(decoded.text("k".repeat(300))).isEqualTo("v".repeat(300));
        assertThat(decoded.attribute("n".repeat(300)).getIntValue()).isEqualTo(1);
    }

    @SuppressWarnings("NullAway") // A map may contain null.
    @Test
    void encode_mdc_asTheOptionSays() {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("user", "än\"na");
        context.put("id", "17");
        context.put("none", null);
        context.put(null, "null's");
        Consumer<Event> filling = event -> {
            event.context(context);
            event.addKeyValue("id", 4);
        };
        Decoded all = encode(ALL, filling, "x");
        assertThat(all.text("user")).isEqualTo("än\"na");
        assertThat(all.attribute("id").getIntValue()).isEqualTo(4);
        assertThat(all.text("null")).isEqualTo("null's");
        assertThat(all.keys()).doesNotContain("none").hasSize(5);
        Decoded none = encode(new OtlpEncoder.Options(List.of(), false, 128, 1_000), filling, "x");
        assertThat(none.keys()).containsExactly("thread.name", "thread.id", "id");
        Decoded some = encode(new OtlpEncoder.Options(List.of("user", "x"), false, 128, 1_000), filling, "x");
        assertThat(some.keys()).containsExactlyInAnyOrder("thread.name", "thread.id", "id", "user");
    }

    @Test
    void encode_traceInMdc_isInItsFields() {
        for (List<String> names :
                List.of(List.of("trace_id", "span_id", "trace_flags"), List.of("traceId", "spanId", "traceFlags"))) {
            Decoded decoded = encode(
                    ALL,
                    event -> event.context(
                            Map.of(names.get(0), TRACE_ID, names.get(1), SPAN_ID, names.get(2), "01", "user", "anna")),
                    "x");
            assertThat(decoded.log.getTraceId()).isEqualTo(hex(TRACE_ID));
            assertThat(decoded.log.getSpanId()).isEqualTo(hex(SPAN_ID));
            assertThat(decoded.log.getFlags()).isEqualTo(1);
            assertThat(decoded.keys()).containsExactlyInAnyOrder("thread.name", "thread.id", "user");
        }
    }

    @Test
    void encode_currentSpan_precedesTheMdc() {
        SpanContext span = SpanContext.create(TRACE_ID, SPAN_ID, TraceFlags.getSampled(), TraceState.getDefault());
        try (Scope scope = Span.wrap(span).makeCurrent()) {
            Decoded decoded = encode(ALL, event -> event.context(Map.of("traceId", "1".repeat(32))), "x");
            assertThat(decoded.log.getTraceId()).isEqualTo(hex(TRACE_ID));
            assertThat(decoded.log.getSpanId()).isEqualTo(hex(SPAN_ID));
            assertThat(decoded.log.getFlags()).isEqualTo(1);
            assertThat(decoded.keys()).hasSize(2);
            assertThat(scope).isNotNull();
        }
        assertThat(encode(ALL, event -> {}, "x").log.getTraceId().isEmpty()).isTrue();
    }

    @Test
    void encode_badTraceIds_stayAttributes() {
        for (String id :
                List.of("", "0".repeat(32), "x".repeat(32), TRACE_ID + "0", "４bf92f3577b34da6a3ce929d0e0e4736")) {
            Decoded decoded = encode(ALL, event -> event.context(Map.of("traceId", id)), "x");
            assertThat(decoded.log.getTraceId().isEmpty()).isTrue();
            assertThat(decoded.text("traceId")).isEqualTo(id);
        }
    }

    private static ByteString hex(String digits) {
        return ByteString.copyFrom(java.util.HexFormat.of().parseHex(digits));
    }

    @Test
    void encode_exception_hasTypeMessageAndStackTrace() {
        Exception thrown = new IllegalStateException("bad\nstate", new RuntimeException("cause"));
        thrown.addSuppressed(new Exception("suppressed"));
        for (Decoded decoded : List.of(
                encode(ALL, event -> event.throwable(thrown), "failed"), encode(ALL, event -> {}, "failed", thrown))) {
            assertThat(decoded.log.getBody().getStringValue()).isEqualTo("failed");
            assertThat(decoded.text("exception.type")).isEqualTo("java.lang.IllegalStateException");
            assertThat(decoded.text("exception.message")).isEqualTo("bad\nstate");
            assertThat(decoded.text("exception.stacktrace")).isEqualTo(printed(thrown));
        }
    }

    @Test
    void encode_strangeExceptions_areWritten() {
        Exception outer = new Exception("outer");
        Exception inner = new Exception(outer);
        outer.initCause(inner);
        assertThat(encode(ALL, event -> event.throwable(outer), "x").text("exception.stacktrace"))
                .contains("CIRCULAR REFERENCE");
        Exception failing = new Exception() {
            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        };
        assertThat(encode(ALL, event -> event.throwable(failing), "x").text("exception.message"))
                .contains("FAILED");
        assertThat(encode(ALL, event -> event.throwable(new Exception((String) null)), "x")
                        .keys())
                .doesNotContain("exception.message");
    }

    @Test
    void encode_ownNames_areUnique() {
        Decoded decoded = encode(
                ALL,
                event -> {
                    event.addKeyValue("thread.name", "mine");
                    event.addKeyValue("exception.type", "mine");
                    event.addKeyValue("code.line.number", 5);
                    event.context(Map.of("exception.message", "mine", "thread.id", "5"));
                },
                "x");
        assertThat(decoded.text("thread.name")).isEqualTo(Thread.currentThread().getName());
        assertThat(decoded.text("exception.type")).isEqualTo("mine");
        assertThat(decoded.keys())
                .containsExactlyInAnyOrder(
                        "thread.name", "thread.id", "exception.type", "exception.message", "code.line.number");
    }

    @Test
    void encode_location_onlyIfAskedFor() {
        OtlpEncoder.Options options = new OtlpEncoder.Options(null, true, 128, Integer.MAX_VALUE);
        Decoded decoded =
                encode(options, event -> event.begin(20, 3, LOGGER, OtlpEncoderTest.class.getName(), TIME), "x");
        assertThat(decoded.keys()).contains("code.function.name", "code.file.path", "code.line.number");
    }

    @Test
    void encode_markers_areAnArrayOfNames() {
        Decoded decoded = encode(
                ALL,
                event -> {
                    event.addMarker("A", MarkerReader.PLAIN);
                    event.addMarker("B".repeat(200), MarkerReader.PLAIN);
                    event.addKeyValue("logback.marker", "mine");
                },
                "x");
        assertThat(decoded.attribute("logback.marker").getArrayValue().getValuesList())
                .extracting(AnyValue::getStringValue)
                .containsExactly("A", "B".repeat(200));
    }

    @Test
    void encode_eventOfAnotherThread_hasItsNameAndNoId() {
        Decoded decoded = encode(ALL, event -> event.threadName("elsewhere"), "x");
        assertThat(decoded.text("thread.name")).isEqualTo("elsewhere");
        assertThat(decoded.keys()).hasSize(1);
        assertThat(encode(ALL, event -> event.threadName(""), "x").keys()).isEmpty();
        assertThat(encode(ALL, event -> event.threadName("ü".repeat(9_999)), "x")
                        .text("thread.name"))
                .isEqualTo("ü".repeat(128));
    }

    @Test
    void encode_longLoggerName_isShortened() {
        String name = "a".repeat(200);
        assertThat(encode(ALL, event -> event.begin(20, 5, name, "", TIME), "x").logger)
                .isEqualTo(name);
        assertThat(encode(ALL, event -> event.begin(20, 6, "ü".repeat(9_999), "", TIME), "x").logger)
                .isEqualTo("ü".repeat(256));
        assertThat(encode(ALL, event -> event.begin(20, 7, "", "", TIME), "x").logger)
                .isEmpty();
    }

    @Test
    void encode_longTexts_areShortenedAndSayHowMuch() {
        String longest = "\u20ac".repeat(1 << 20);
        Exception thrown = new Exception(longest);
        Decoded decoded = encode(
                ALL,
                event -> {
                    event.throwable(thrown);
                    event.addKeyValue("long", longest);
                    event.addKeyValue("short", "whole");
                },
                "{}",
                longest);
        String body = decoded.log.getBody().getStringValue();
        assertThat(body).hasSizeGreaterThan(10_000).isEqualTo("\u20ac".repeat(body.length()));
        assertThat(decoded.text("long")).startsWith("\u20ac\u20ac").doesNotContain("?");
        assertThat(decoded.text("exception.stacktrace")).startsWith("java.lang.Exception: \u20ac");
        long cut = decoded.attribute(JsonCut.MEMBER).getIntValue();
        long kept = decoded.log.getSerializedSize();
        assertThat(cut + kept).isBetween(4 * 3L * longest.length(), 4 * 3L * longest.length() + 10_000);
        // The next event of the same writer is whole again.
        assertThat(encode(ALL, event -> {}, "x").keys()).hasSize(2);
    }

    @Test
    void encode_smallBuffers_neverFail() {
        for (int size = 64; size < 20_000; size += 61) {
            EventPool small = new EventPool(Math.max(size, 512));
            Event event = small.take();
            event.begin(20, 3, LOGGER, "", TIME);
            event.throwable(new Exception("x".repeat(3_000)));
            event.context(Map.of("a".repeat(500), "b".repeat(2_000), "c", "d"));
            event.addMarker("m".repeat(700), MarkerReader.PLAIN);
            event.addMarker("m".repeat(7_000), MarkerReader.PLAIN);
            new OtlpEncoder(RESOURCE, ALL).encode(event, "y".repeat(5_000), null, event.line());
            assertThat(event.line().length()).isLessThanOrEqualTo(Math.max(size, 512));
            if (event.line().length() > 0) {
                decode(event.line().array(), event.line().length());
            }
        }
    }

    @Test
    void encode_moreAttributesThanAllowed_areCounted() {
        Consumer<Event> filling = event -> {
            for (int i = 0; i < 300; i++) {
                event.addKeyValue("k" + i, "value " + i);
            }
        };
        Decoded decoded = encode(ALL, filling, "x");
        assertThat(decoded.keys()).hasSize(128).contains("k0", "k125").doesNotContain("k126");
        assertThat(decoded.log.getDroppedAttributesCount()).isEqualTo(174);
        Decoded all = encode(new OtlpEncoder.Options(null, false, 1_000, 5), filling, "x");
        assertThat(all.keys()).hasSize(302);
        assertThat(all.text("k299")).isEqualTo("value");
        assertThat(all.log.getDroppedAttributesCount()).isZero();
        assertThat(encode(new OtlpEncoder.Options(null, false, 0, 5), filling, "x")
                        .log
                        .getDroppedAttributesCount())
                .isPositive();
    }

    @Test
    void encode_severalEncodersOfOneEvent_writeTheSame() {
        Event event = pool.take();
        event.begin(20, 3, LOGGER, "", TIME);
        event.texts().keep();
        Object counting = new Object() {
            private int calls;

            @Override
            public String toString() {
                return "call " + ++calls;
            }
        };
        Object[] arguments = {counting, new Exception("x")};
        byte[][] lines = new byte[3][];
        for (int i = 0; i < lines.length; i++) {
            event.line().clear();
            new OtlpEncoder(RESOURCE, ALL).encode(event, "{}", arguments, event.line());
            lines[i] = Arrays.copyOf(event.line().array(), event.line().length());
        }
        assertThat(lines[0]).isEqualTo(lines[1]).isEqualTo(lines[2]);
        assertThat(decode(lines[0], lines[0].length).log.getBody().getStringValue())
                .isEqualTo("call 1");
    }

    @Test
    void encode_randomEvents_areReadBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Map<String, Object> expected = new HashMap<>();
            String body = text(random);
            Map<String, String> context = new HashMap<>();
            for (int k = random.nextInt(6); k > 0; k--) {
                String key = "m" + random.nextInt(100) + text(random);
                context.put(key, text(random));
                expected.put(fixed(key), fixed(context.get(key)));
            }
            Decoded decoded = encode(
                    ALL,
                    event -> {
                        event.context(context);
                        event.time(random.nextLong());
                        for (int k = random.nextInt(6); k > 0; k--) {
                            String key = "k" + random.nextInt(1_000) + text(random);
                            Object value = switch (random.nextInt(5)) {
                                case 0 -> random.nextLong() >> random.nextInt(64);
                                case 1 -> Double.longBitsToDouble(random.nextLong());
                                case 2 -> random.nextBoolean();
                                case 3 -> random.nextInt();
                                default -> text(random);
                            };
                            event.addKeyValue(key, value);
                            expected.put(fixed(key), value instanceof String text ? fixed(text) : value);
                        }
                    },
                    "{}",
                    body);
            assertThat(decoded.log.getBody().getStringValue())
                    .as("seed %d", seed)
                    .isEqualTo(fixed(body));
            expected.forEach((key, value) -> {
                AnyValue found = decoded.attribute(key);
                Object read = switch (found.getValueCase()) {
                    case INT_VALUE ->
                        value instanceof Integer ? (Object) (int) found.getIntValue() : (Object) found.getIntValue();
                    case DOUBLE_VALUE -> found.getDoubleValue();
                    case BOOL_VALUE -> found.getBoolValue();
                    default -> found.getStringValue();
                };
                assertThat(read).as("seed %d, %s", seed, key).isEqualTo(value);
            });
            assertThat(decoded.keys()).hasSize(expected.size() + 2);
        }
    }

    private static String text(Random random) {
        char[] chars = new char[random.nextInt(random.nextInt(20) == 0 ? 400 : 20)];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (random.nextInt(4) == 0 ? random.nextInt(1 << 16) : random.nextInt(128));
        }
        return new String(chars);
    }

    /** Half surrogate pairs become question marks. */
    private static String fixed(String text) {
        return new String(text.getBytes(UTF_8), UTF_8);
    }
}
