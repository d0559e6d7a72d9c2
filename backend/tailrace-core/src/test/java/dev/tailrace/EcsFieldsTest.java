package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The requirements of the Elastic Common Schema and its specification for logging libraries, as rules of our own:
 *
 * <ul>
 *   <li>{@code @timestamp}, {@code log.level}, {@code message} and {@code ecs.version} are there, and the time comes first;
 *   <li>the time is ISO 8601 in UTC with milliseconds;
 *   <li>names are of the schema, dotted or nested, and each value has the type that the schema gives it;
 *   <li>{@code error.type} and {@code error.stack_trace} are there with a throwable, and nothing of {@code error} without one;
 *   <li>{@code tags} is an array of keywords.
 * </ul>
 */
class EcsFieldsTest {
    private static final Set<String> REQUIRED = Set.of("@timestamp", "log.level", "message", "ecs.version");
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("@timestamp", "date"),
            Map.entry("log.level", "keyword"),
            Map.entry("message", "text"),
            Map.entry("ecs.version", "keyword"),
            Map.entry("tags", "keywords"),
            Map.entry("service.name", "keyword"),
            Map.entry("service.version", "keyword"),
            Map.entry("service.environment", "keyword"),
            Map.entry("service.node.name", "keyword"),
            Map.entry("event.dataset", "keyword"),
            Map.entry("process.thread.name", "keyword"),
            Map.entry("log.logger", "keyword"),
            Map.entry("log.origin.file.name", "keyword"),
            Map.entry("log.origin.file.line", "long"),
            Map.entry("log.origin.function", "keyword"),
            Map.entry("error.type", "keyword"),
            Map.entry("error.message", "text"),
            Map.entry("error.stack_trace", "text"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<encoder class='co.elastic.logging.logback.EcsEncoder'><serviceName>shop</serviceName>"
                        + "<serviceVersion>1</serviceVersion><serviceEnvironment>e</serviceEnvironment>"
                        + "<serviceNodeName>n</serviceNodeName><includeMarkers>true</includeMarkers>"
                        + "<includeOrigin>true</includeOrigin></encoder>",
                "<JsonTemplateLayout eventTemplateUri='classpath:EcsLayout.json'/>",
                "<EcsLayout serviceName='shop' includeMarkers='true' includeOrigin='true'/>"
            })
    void encode_ecs_obeysTheSchema(String format) {
        JsonLog log = format.startsWith("<encoder") ? JsonLog.ofLogback(format) : JsonLog.ofLog4j(format);
        for (JsonSample sample : JsonSample.all()) {
            String line = log.line(sample);
            JsonObject read = JsonLog.parse(line).getAsJsonObject();
            assertThat(read.keySet()).containsAll(REQUIRED).first().isEqualTo("@timestamp");
            boolean thrown =
                    sample.throwable() != null || sample.arguments().stream().anyMatch(Throwable.class::isInstance);
            assertThat(read.has("error.type")).isEqualTo(thrown);
            assertThat(read.has("error.stack_trace")).isEqualTo(thrown);
            fields("", read, sample);
            assertThat(Instant.parse(read.get("@timestamp").getAsString())).isEqualTo(sample.time());
            assertThat(read.get("@timestamp").getAsString())
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        }
    }

    private static void fields(String prefix, JsonObject object, JsonSample sample) {
        for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
            String name = prefix + entry.getKey();
            JsonElement value = entry.getValue();
            boolean own = sample.context().containsKey(name)
                    || sample.keyValues().stream().anyMatch(pair -> pair.key.equals(name));
            String type = TYPES.get(name);
            if (type == null && value.isJsonObject()) {
                fields(name + ".", value.getAsJsonObject(), sample);
            } else if (!own) {
                assertThat(type).as(name).isNotNull();
                assertThat(isOf(String.valueOf(type), value))
                        .as(name + " is " + value)
                        .isTrue();
            }
        }
    }

    private static boolean isOf(String type, JsonElement value) {
        if (type.equals("keywords")) {
            return value.isJsonArray()
                    && value.getAsJsonArray().asList().stream().allMatch(each -> isOf("keyword", each));
        }
        boolean primitive = value.isJsonPrimitive();
        return type.equals("long")
                ? primitive && value.getAsJsonPrimitive().isNumber()
                // A message that is missing is null in Log4j's template.
                : (primitive && value.getAsJsonPrimitive().isString()) || (type.equals("text") && value.isJsonNull());
    }
}
