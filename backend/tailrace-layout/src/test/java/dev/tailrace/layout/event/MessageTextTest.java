package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.spi.MarkerReader;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.MessageFormatter;

class MessageTextTest {
    private final PatternEncoder encoder = PatternEncoder.compile("%msg%nopex").encoder();

    private String format(@Nullable String template, @Nullable Object @Nullable ... arguments) {
        return new Sample(
                        20,
                        "a",
                        "main",
                        java.time.Instant.EPOCH,
                        template,
                        arguments == null ? null : Arrays.asList(arguments),
                        null,
                        java.util.Map.of(),
                        List.of(),
                        List.of())
                .ours(encoder);
    }

    @Test
    void write_randomTemplatesAndArguments_writesWhatSlf4jWrites() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        String[] pieces = {
            "{}",
            "{}",
            "{}",
            "\\{}",
            "\\\\{}",
            "\\\\\\{}",
            "{",
            "}",
            "\\",
            "a",
            " text ",
            "{ }",
            "\u20ac",
            "\uffff",
            "{{}}"
        };
        for (int i = 0; i < 30_000; i++) {
            StringBuilder template = new StringBuilder();
            for (int n = random.nextInt(8); n > 0; n--) {
                template.append(pieces[random.nextInt(pieces.length)]);
            }
            Object[] arguments = new Object[random.nextInt(5)];
            for (int n = 0; n < arguments.length; n++) {
                arguments[n] = randomArgument(random, 0);
            }
            // SLF4J's formatter treats a last throwable differently from Logback; that case is compared with Logback.
            String expected = MessageFormatter.arrayFormat(template.toString(), arguments, null)
                    .getMessage();
            // A repeated template takes another code path than a new one.
            for (int again = 0; again < 3; again++) {
                assertThat(format(template.toString(), arguments))
                        .as("seed %d: %s %s", seed, template, Arrays.deepToString(arguments))
                        .isEqualTo(expected);
            }
        }
    }

    private static @Nullable Object randomArgument(Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 12 : 22)) {
            case 0 -> null;
            case 1 -> "text {} \\{}";
            case 2 -> random.nextInt();
            case 3 -> random.nextLong();
            case 4 -> random.nextInt(100_000) / 100.0;
            case 5 -> random.nextInt(1_000) / 4.0f;
            case 6 -> (byte) random.nextInt();
            case 7 -> (short) random.nextInt();
            case 8 -> (char) ('a' + random.nextInt(26));
            case 9 -> random.nextBoolean();
            case 10 -> Thread.State.WAITING;
            case 11 -> new java.util.concurrent.atomic.AtomicLong(random.nextLong());
            case 12 -> new int[] {random.nextInt(), 2};
            case 13 -> new long[] {random.nextLong()};
            case 14 -> new double[] {0.5, 1e10, Double.NaN};
            case 15 -> new float[] {};
            case 16 -> new byte[] {-1, 2};
            case 17 -> new short[] {3};
            case 18 -> new char[] {'x', 'y'};
            case 19 -> new boolean[] {true, false};
            case 20 -> List.of(1, 2);
            default -> {
                @Nullable Object[] array = new Object[random.nextInt(4)];
                for (int i = 0; i < array.length; i++) {
                    array[i] = random.nextInt(6) == 0 ? array : randomArgument(random, depth + 1);
                }
                yield array;
            }
        };
    }

    @Test
    void write_nullTemplate_writesNull() {
        assertThat(format(null, "a")).isEqualTo("null");
    }

    @Test
    void write_nullArguments_writesTheTemplate() {
        assertThat(format("a {} \\{}", (Object[]) null)).isEqualTo("a {} \\{}");
    }

    @Test
    void write_throwableInTheLastPlace_isNotAnArgument() {
        assertThat(format("a {} b {}", 1, new Exception("x"))).isEqualTo("a 1 b {}");
    }

    @Test
    void write_throwableInAnotherPlace_isAnArgument() {
        assertThat(format("a {} b {}", new Exception("x"), 1)).isEqualTo("a java.lang.Exception: x b 1");
    }

    @Test
    void write_toStringThatThrows_saysSo() {
        Object bad = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };
        assertThat(format("a {} b {}", bad, 1)).isEqualTo("a [FAILED toString()] b 1");
        Sample sample = Sample.of("m");
        Event event = sample.event();
        event.addKeyValue("k", bad);
        event.addMarker(bad, MarkerReader.PLAIN);
        TextBuffer line = new TextBuffer(64, 1_024);
        PatternEncoder.compile("%kvp %marker").encoder().encode(event, line);
        assertThat(line.toString()).isEqualTo("k=\"[FAILED toString()]\" [FAILED toString()]");
    }

    @Test
    void write_toStringThatReturnsNull_writesNull() {
        Object odd = new Object() {
            @Override
            @SuppressWarnings({"NullAway", "ToStringReturnsNull"})
            public String toString() {
                return null;
            }
        };
        assertThat(format("{}", odd)).isEqualTo("null");
    }

    @Test
    void write_toStringThatLogs_writesBothLines() {
        EventPool pool = new EventPool(1_024);
        StringBuilder inner = new StringBuilder();
        Object logging = new Object() {
            @Override
            public String toString() {
                Event event = pool.take();
                event.begin(20, 1, "inner", "", 0);
                event.message("from inside {}");
                event.arguments(event.arrayOf(7));
                encoder.encode(event, event.line());
                inner.append(event.line());
                pool.give(event);
                return "outside";
            }
        };
        Event event = pool.take();
        event.begin(20, 1, "outer", "", 0);
        event.message("a {} b");
        event.arguments(event.arrayOf(logging));
        encoder.encode(event, event.line());
        assertThat(event.line().toString()).isEqualTo("a outside b");
        assertThat(inner.toString()).isEqualTo("from inside 7");
    }

    @Test
    void write_messageTwiceInThePattern_callsToStringOnce() {
        int[] calls = {0};
        Object counting = new Object() {
            @Override
            public String toString() {
                return "call " + ++calls[0];
            }
        };
        Sample sample = Sample.of("{}", counting);
        assertThat(sample.ours(PatternEncoder.compile("%msg|%.3m|%(%message)").encoder()))
                .isEqualTo("call 1|l 1|call 1");
    }

    @Test
    void write_deeplyNestedArray_endsBeforeTheStackDoes() {
        Object[] array = {};
        for (int i = 0; i < 100_000; i++) {
            array = new Object[] {array};
        }
        assertThat(format("{}", (Object) array)).contains("[...]");
    }

    @Test
    void write_keyValues_areSafeText() {
        Sample base = Sample.of("m");
        Sample sample = new Sample(
                base.level(),
                base.logger(),
                base.thread(),
                base.time(),
                base.message(),
                base.arguments(),
                null,
                base.context(),
                List.of(),
                List.of(new KeyValuePair("k\n", "v\u001b")));
        assertThat(sample.ours(PatternEncoder.compile("%kvp").encoder())).isEqualTo("k\\n=\"v\\u001b\"");
    }
}
