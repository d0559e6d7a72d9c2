package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** The bytes of a line in each format. */
class JsonGoldenTest {
    private static final JsonSample SAMPLE = JsonSample.of("order {} \"filled\"\n", 42)
            .with(Map.of("user", "\u00e4nn"))
            .with(new KeyValuePair("price", 12.5))
            .with(failure());

    private static Throwable failure() {
        IllegalStateException failure = new IllegalStateException("no");
        failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 3)});
        return failure;
    }

    private static void isOfLogback(String encoder, String line) {
        assertThat(JsonLog.ofLogback(encoder).line(SAMPLE)).isEqualTo(line + "\n");
    }

    private static void isOfLog4j(String layout, String line) {
        assertThat(JsonLog.ofLog4j(layout).line(SAMPLE)).isEqualTo(line + "\n");
    }

    @Test
    void encode_logstash_isKnownToTheByte() {
        isOfLogback(
                "<encoder class='net.logstash.logback.encoder.LogstashEncoder'><timeZone>UTC</timeZone>"
                        + "<customFields>{\"app\": \"shop\"}</customFields></encoder>",
                "{\"@timestamp\":\"2023-11-14T22:13:20.123Z\",\"@version\":\"1\",\"message\":\"order 42 \\\"filled\\\"\\n\","
                        + "\"logger_name\":\"com.example.orders.OrderBook\",\"thread_name\":\"main\",\"level\":\"INFO\","
                        + "\"level_value\":20000,\"stack_trace\":\"java.lang.IllegalStateException: no\\n\\tat a.B.c(B.java:3)\\n\","
                        + "\"cp\":\"c\\\"v\",\"user\":\"\u00e4nn\",\"price\":12.5,\"app\":\"shop\"}");
    }

    @Test
    void encode_ecs_isKnownToTheByte() {
        isOfLogback(
                "<encoder class='co.elastic.logging.logback.EcsEncoder'><serviceName>shop</serviceName></encoder>",
                "{\"@timestamp\":\"2023-11-14T22:13:20.123Z\",\"log.level\":\"INFO\",\"message\":\"order 42 \\\"filled\\\"\\n\","
                        + "\"ecs.version\":\"1.2.0\",\"service.name\":\"shop\",\"event.dataset\":\"shop\","
                        + "\"process.thread.name\":\"main\",\"log.logger\":\"com.example.orders.OrderBook\",\"user\":\"\u00e4nn\","
                        + "\"error.type\":\"java.lang.IllegalStateException\",\"error.message\":\"no\","
                        + "\"error.stack_trace\":\"java.lang.IllegalStateException: no\\n\\tat a.B.c(B.java:3)\\n\"}");
    }

    @Test
    void encode_logback_isKnownToTheByte() {
        isOfLogback(
                "<encoder class='ch.qos.logback.classic.encoder.JsonEncoder'><withContext>false</withContext></encoder>",
                "{\"sequenceNumber\":0,\"timestamp\":1700000000123,\"nanoseconds\":123000000,\"level\":\"INFO\","
                        + "\"threadName\":\"main\",\"loggerName\":\"com.example.orders.OrderBook\",\"mdc\":{\"user\":\"\u00e4nn\"},"
                        + "\"kvpList\":[{\"price\":\"12.5\"}],\"message\":\"order {} \\\"filled\\\"\\n\",\"arguments\":[\"42\"],"
                        + "\"throwable\":{\"className\":\"java.lang.IllegalStateException\",\"message\":\"no\",\"stepArray\":["
                        + "{\"className\":\"a.B\",\"methodName\":\"c\",\"fileName\":\"B.java\",\"lineNumber\":3}]}}");
    }

    @Test
    void encode_gelf_isKnownToTheByte() {
        isOfLog4j(
                "<GelfLayout host='h' includeNewLineDelimiter='true'/>",
                "{\"version\":\"1.1\",\"host\":\"h\",\"timestamp\":1700000000.123,\"level\":6,\"_thread\":\"main\","
                        + "\"_logger\":\"com.example.orders.OrderBook\",\"_user\":\"\u00e4nn\",\"_price\":\"12.5\","
                        + "\"full_message\":\"java.lang.IllegalStateException: no\\n\\tat a.B.c(B.java:3)\\n\","
                        + "\"short_message\":\"order 42 \\\"filled\\\"\\n\"}");
    }

    @Test
    void encode_gcp_isKnownToTheByte() {
        isOfLog4j(
                "<JsonTemplateLayout eventTemplateUri='classpath:GcpLayout.json' stackTraceEnabled='false'/>",
                "{\"timestampSeconds\":1700000000,\"timestampNanos\":123000000,\"severity\":\"INFO\",\"message\":"
                        + "\"order 42 \\\"filled\\\"\\n\\njava.lang.IllegalStateException: no\\n\\tat a.B.c(B.java:3)\\n\","
                        + "\"logging.googleapis.com/labels\":{\"user\":\"\u00e4nn\",\"price\":\"12.5\"},"
                        + "\"logging.googleapis.com/sourceLocation\":{\"function\":\"?.?\"},"
                        + "\"logging.googleapis.com/trace_sampled\":true,\"thread\":\"main\","
                        + "\"logger\":\"com.example.orders.OrderBook\"}");
    }

    @Test
    void encode_templateOfOnesOwn_isKnownToTheByte() {
        isOfLog4j(
                "<JsonTemplateLayout><eventTemplate>{\"t\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"secs\"}},"
                        + "\"l\":{\"$resolver\":\"level\",\"field\":\"severity\",\"severity\":{\"field\":\"keyword\"}},"
                        + "\"m\":{\"$resolver\":\"message\"},\"u\":{\"$resolver\":\"mdc\",\"key\":\"user\"},"
                        + "\"x\":{\"y\":{\"$resolver\":\"marker\",\"field\":\"name\"}}}</eventTemplate></JsonTemplateLayout>",
                "{\"t\":1700000000.123000000,\"l\":\"INFO\",\"m\":\"order 42 \\\"filled\\\"\\n\",\"u\":\"\u00e4nn\"}");
    }
}
