package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;

/** Whatever stands in an event: its line is JSON in UTF-8, and a reader gets back what was logged. */
@Tag("anyjdk")
class JsonNastyTextTest {
    private static final String CUT = "tailrace.cut_bytes";

    /** Every format, with the names of its message, logger and thread. */
    private record Format(String name, JsonLog log, String message, String logger, String thread) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Format> formats() {
        return List.of(
                new Format(
                        "logstash",
                        JsonLog.ofLogback("<encoder class='net.logstash.logback.encoder.LogstashEncoder'>"
                                + "<fieldNames><mdc>mdc</mdc><keyValuePair>kv</keyValuePair></fieldNames></encoder>"),
                        "message",
                        "logger_name",
                        "thread_name"),
                new Format(
                        "pattern",
                        JsonLog.ofLogback(
                                "<encoder class='net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder'><providers>"
                                        + "<pattern><pattern>{\"message\":\"%msg\",\"logger\":\"%logger\",\"x\":\"%X\","
                                        + "\"short\":\"%.20msg|%30.30msg|%-5.7X{a}\"}</pattern></pattern>"
                                        + "<threadName/><mdc><fieldName>mdc</fieldName></mdc>"
                                        + "<keyValuePairs><fieldName>kv</fieldName></keyValuePairs><tags/><stackTrace/>"
                                        + "</providers></encoder>"),
                        "message",
                        "",
                        "thread_name"),
                new Format(
                        "ecs",
                        JsonLog.ofLogback("<encoder class='co.elastic.logging.logback.EcsEncoder'>"
                                + "<includeMarkers>true</includeMarkers></encoder>"),
                        "message",
                        "log.logger",
                        "process.thread.name"),
                new Format(
                        "logback",
                        JsonLog.ofLogback("<encoder class='ch.qos.logback.classic.encoder.JsonEncoder'>"
                                + "<withFormattedMessage>true</withFormattedMessage></encoder>"),
                        "formattedMessage",
                        "loggerName",
                        "threadName"),
                new Format(
                        "log4j",
                        JsonLog.ofLog4j("<JsonTemplateLayout eventTemplateUri='classpath:JsonLayout.json'/>"),
                        "message",
                        "loggerName",
                        "thread"),
                new Format(
                        "gcp",
                        JsonLog.ofLog4j("<JsonTemplateLayout eventTemplateUri='classpath:GcpLayout.json'/>"),
                        "",
                        "logger",
                        "thread"),
                new Format(
                        "old log4j",
                        JsonLog.ofLog4j("<JsonLayout compact='true' properties='true'/>"),
                        "message",
                        "loggerName",
                        "thread"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void encode_randomNastyText_isJsonAndReadsBack(Format format) {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        for (int i = 0; i < 1_500; i++) {
            String argument = nasty(random);
            JsonSample sample = sample(random, argument);
            String line = format.log.line(sample);
            assertThat(line).as("seed %d", seed).endsWith("}\n").hasLineCount(1);
            assertThat(line.chars()).noneMatch(c -> c < ' ' && c != '\n');
            JsonObject read = JsonLog.parse(line).getAsJsonObject();
            reads(read, format.message, "<" + argument + "> tail");
            reads(read, format.logger, sample.logger());
            reads(read, format.thread, sample.thread());
            for (String object : List.of("mdc", "contextMap")) {
                if (read.has(object)) {
                    sample.context()
                            .forEach((key, value) -> assertThat(read.getAsJsonObject(object)
                                            .get(written(key))
                                            .getAsString())
                                    .isEqualTo(written(value)));
                }
            }
            assertThat(read.has(CUT)).isFalse();
        }
    }

    private static void reads(JsonObject read, String name, String value) {
        if (!name.isEmpty()) {
            assertThat(read.get(name).getAsString()).isEqualTo(written(value));
        }
    }

    /** A half of a surrogate pair is a question mark in UTF-8. */
    private static String written(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** However little room there is, the line is JSON, not longer, and says how much is missing. */
    @ParameterizedTest
    @MethodSource("formats")
    void encode_linesOfAnyLimit_areJsonAndSayThatTheyAreCut(Format format) {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        for (int i = 0; i < 1_500; i++) {
            JsonSample sample = sample(random, nasty(random));
            int whole = format.log.line(sample).getBytes(StandardCharsets.UTF_8).length;
            int limit = 120 + random.nextInt(Math.max(1, whole));
            String line = format.log.line(sample, limit);
            assertThat(line)
                    .as("seed %d, limit %d", seed, limit)
                    .endsWith("}\n")
                    .hasLineCount(1);
            assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(limit);
            JsonObject read = JsonLog.parse(line).getAsJsonObject();
            // What is shortened by its pattern was longer before, and may have been cut then.
            if (!format.name.equals("pattern") || whole > limit) {
                assertThat(read.has(CUT))
                        .as("seed %d, limit %d: %s", seed, limit, line)
                        .isEqualTo(whole > limit);
            }
            if (whole > limit) {
                assertThat(read.get(CUT).getAsLong()).isPositive();
            }
        }
    }

    @Test
    void encode_failingUserCode_isJson() {
        Object failing = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };
        Throwable thrown = new RuntimeException("x") {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no");
            }
        };
        JsonSample sample = JsonSample.of("{} {}", failing, 1)
                .with(new KeyValuePair("k", failing), new KeyValuePair("list", List.of(failing)))
                .with(thrown);
        for (Format format : formats()) {
            JsonLog.parse(format.log.line(sample));
        }
    }

    private static JsonSample sample(Random random, String argument) {
        Map<String, String> context = new TreeMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            context.put("k" + i + nasty(random), nasty(random));
        }
        JsonSample sample = JsonSample.of("<{}> tail", argument)
                .with(context)
                .from("l" + nasty(random), "t" + nasty(random))
                .with(
                        new KeyValuePair("p" + nasty(random), nasty(random)),
                        new KeyValuePair("q", random.nextGaussian()));
        if (random.nextInt(4) == 0) {
            sample = sample.with(new IllegalStateException(nasty(random), new RuntimeException(nasty(random))));
        }
        return random.nextInt(4) == 0 ? sample.marked(MarkerFactory.getDetachedMarker("m" + nasty(random))) : sample;
    }

    private static String nasty(Random random) {
        String[] pieces = {
            "\"", "\\", "/", "\n", "\r", "\t", "\b", "\f", "\u0000", "\u001f", "\u007f", "\u0085", "\u2028", "\ufeff",
            "\uffff", "\u00fc", "\u20ac", "\ud83d\ude00", "\ud83d", "\ude00", "{", "}", "[", "]", ",", ":", "${x}",
                    "%msg",
            "plain text", "null", "\\u0022", "</script>",
                    "a \"quoted\" and \\escaped\\ text of some length, longer than a word"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
            if (random.nextInt(30) == 0) {
                text.append("0123456789abcdef".repeat(random.nextInt(200)));
            }
        }
        return text.toString();
    }
}
