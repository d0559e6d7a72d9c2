package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.logstash.logback.argument.StructuredArguments;
import net.logstash.logback.marker.LogstashMarker;
import net.logstash.logback.marker.Markers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;

/**
 * The same configuration and the same events for the real encoders and for Tailrace: the same fields with the same values.
 *
 * <p>The samples stay away from what differs: values of key-value pairs that only Jackson can take apart (beans, {@code Optional}, bytes),
 * and halves of surrogate pairs.
 */
class JsonLogbackComparisonTest {
    private static final String LOGSTASH = "<encoder class='net.logstash.logback.encoder.LogstashEncoder'>";
    private static final String COMPOSITE =
            "<encoder class='net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder'><providers>";
    private static final String COMPOSITE_END = "</providers></encoder>";
    private static final String ECS = "<encoder class='co.elastic.logging.logback.EcsEncoder'>";
    private static final String JSON = "<encoder class='ch.qos.logback.classic.encoder.JsonEncoder'>";
    private static final String END = "</encoder>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOGSTASH + END,
                LOGSTASH + "<timeZone>UTC</timeZone><version>2</version>" + END,
                LOGSTASH + "<timeZone>Asia/Kolkata</timeZone><writeVersionAsInteger>true</writeVersionAsInteger>" + END,
                LOGSTASH + "<timestampPattern>yyyy-MM-dd HH:mm:ss.SSS</timestampPattern>" + END,
                LOGSTASH + "<timestampPattern>[UNIX_TIMESTAMP_AS_NUMBER]</timestampPattern>" + END,
                LOGSTASH + "<timestampPattern>[UNIX_TIMESTAMP_AS_STRING]</timestampPattern>" + END,
                LOGSTASH + "<timestampPattern>[ISO_INSTANT]</timestampPattern>" + END,
                LOGSTASH + "<timestampPattern>[ISO_LOCAL_DATE_TIME]</timestampPattern>" + END,
                LOGSTASH + "<timestampPattern>[ISO_ZONED_DATE_TIME]</timestampPattern><timeZone>Europe/Paris</timeZone>"
                        + END,
                LOGSTASH
                        + "<customFields>{\"app\":\"shop\",\"n\":{\"a\":[1,true,null]},\"x\":1.5e3}</customFields>"
                        + END,
                LOGSTASH + "<includeMdcKeyName>user</includeMdcKeyName><includeMdcKeyName>none</includeMdcKeyName>"
                        + END,
                LOGSTASH + "<excludeMdcKeyName>user</excludeMdcKeyName><includeContext>false</includeContext>" + END,
                LOGSTASH + "<mdcKeyFieldName>user=user_name</mdcKeyFieldName><includeTags>false</includeTags>" + END,
                LOGSTASH + "<includeMdc>false</includeMdc><includeKeyValuePairs>false</includeKeyValuePairs>" + END,
                LOGSTASH + "<includeKeyValueKeyName>price</includeKeyValueKeyName>" + END,
                LOGSTASH
                        + "<excludeKeyValueKeyName>price</excludeKeyValueKeyName><keyValueKeyFieldName>text=t</keyValueKeyFieldName>"
                        + END,
                LOGSTASH + "<shortenedLoggerNameLength>12</shortenedLoggerNameLength>" + END,
                LOGSTASH + "<shortenedLoggerNameLength>0</shortenedLoggerNameLength>" + END,
                LOGSTASH + "<includeNonStructuredArguments>true</includeNonStructuredArguments>" + END,
                LOGSTASH + "<writeStackTraceAsArray>true</writeStackTraceAsArray>" + END,
                LOGSTASH + "<fieldNames class='net.logstash.logback.fieldnames.ShortenedFieldNames'/>" + END,
                LOGSTASH
                        + "<fieldNames><timestamp>time</timestamp><message>msg</message><thread>[ignore]</thread>"
                        + "<levelValue>[ignore]</levelValue><version>[ignore]</version><mdc>mdc</mdc><context>ctx</context>"
                        + "<keyValuePair>kv</keyValuePair><tags>markers</tags><stackTrace>trace</stackTrace></fieldNames>"
                        + END,
                LOGSTASH
                        + "<throwableConverter class='ch.qos.logback.classic.pattern.RootCauseFirstThrowableProxyConverter'/>"
                        + END,
                "<layout class='net.logstash.logback.layout.LogstashLayout'/>",
                "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'>"
                        + "<layout class='net.logstash.logback.layout.LogstashLayout'><includeMdc>false</includeMdc></layout>"
                        + END,
            })
    void encode_logstashEncoder_hasTheSameFields(String encoder) {
        same(encoder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                COMPOSITE
                        + "<timestamp/><version/><message/><rawMessage/><loggerName/><threadName/><logLevel/><logLevelValue/>"
                        + "<stackTrace/><context/><contextName><fieldName>name</fieldName></contextName><mdc/><keyValuePairs/>"
                        + "<tags/><arguments/><logstashMarkers/>"
                        + COMPOSITE_END,
                COMPOSITE
                        + "<timestamp><fieldName>ts</fieldName><timeZone>UTC</timeZone></timestamp>"
                        + "<timestamp><fieldName>day</fieldName><pattern>yyyy-MM-dd</pattern></timestamp>"
                        + "<message><fieldName>m</fieldName></message><mdc><fieldName>mdc</fieldName>"
                        + "<excludeMdcKeyName>id</excludeMdcKeyName></mdc><context><fieldName>cx</fieldName></context>"
                        + "<tags><fieldName>t</fieldName></tags><stackTrace><fieldName>st</fieldName></stackTrace>"
                        + "<keyValuePairs><fieldName>kv</fieldName><includeKeyName>price</includeKeyName></keyValuePairs>"
                        + COMPOSITE_END,
                COMPOSITE
                        + "<message/><globalCustomFields><customFields>{\"a\":{\"b\":[]},\"c\":null}</customFields>"
                        + "</globalCustomFields><nestedField><fieldName>nest</fieldName><providers><logLevel/><mdc/></providers>"
                        + "</nestedField>"
                        + COMPOSITE_END,
                COMPOSITE
                        + "<pattern><pattern>{\"severity\":\"%level\",\"user\":\"%X{user}\",\"id\":\"#asLong{%X{id}}\","
                        + "\"price\":\"#asDouble{%X{id}}\",\"service\":{\"name\":\"shop\",\"port\":8080,\"on\":true},"
                        + "\"text\":\"%-5level [%thread] %logger{20} - %msg\",\"list\":[\"%level\",1]}</pattern></pattern>"
                        + COMPOSITE_END,
                COMPOSITE
                        + "<message/><throwableClassName/><throwableMessage/><throwableRootCauseClassName/>"
                        + "<throwableRootCauseMessage/>"
                        + COMPOSITE_END,
                COMPOSITE
                        + "<message/><throwableClassName><useSimpleClassName>false</useSimpleClassName><fieldName>c</fieldName>"
                        + "</throwableClassName><arguments><includeNonStructuredArguments>true</includeNonStructuredArguments>"
                        + "<nonStructuredArgumentsFieldPrefix>p</nonStructuredArgumentsFieldPrefix><fieldName>a</fieldName>"
                        + "</arguments>"
                        + COMPOSITE_END,
            })
    void encode_compositeEncoder_hasTheSameFields(String encoder) {
        same(encoder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ECS + END,
                ECS + "<serviceName>shop</serviceName>" + END,
                ECS
                        + "<serviceName>shop</serviceName><serviceVersion>1.2</serviceVersion>"
                        + "<serviceEnvironment>prod</serviceEnvironment><serviceNodeName>n\"1</serviceNodeName>"
                        + "<eventDataset>shop.log</eventDataset><includeMarkers>true</includeMarkers>"
                        + "<stackTraceAsArray>true</stackTraceAsArray>"
                        + "<additionalField><key>k1</key><value>v\"1</value></additionalField>"
                        + "<additionalField><key>k2</key><value>v2</value></additionalField>"
                        + END,
                ECS
                        + "<messageLayout class='ch.qos.logback.classic.PatternLayout'><pattern>[%p] %m</pattern></messageLayout>"
                        + END,
                ECS
                        + "<messageLayout class='ch.qos.logback.classic.PatternLayout'><pattern>%m%nopex</pattern></messageLayout>"
                        + END,
            })
    void encode_ecsEncoder_hasTheSameFields(String encoder) {
        same(encoder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                JSON + END,
                JSON + "<withContext>false</withContext><withFormattedMessage>true</withFormattedMessage>" + END,
                JSON
                        + "<withSequenceNumber>false</withSequenceNumber><withNanoseconds>false</withNanoseconds>"
                        + "<withMessage>false</withMessage><withArguments>false</withArguments><withMDC>false</withMDC>"
                        + "<withKVPList>false</withKVPList><withMarkers>false</withMarkers><withThrowable>false</withThrowable>"
                        + END,
            })
    void encode_jsonEncoder_hasTheSameFields(String encoder) {
        same(encoder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<maxDepthPerThrowable>1</maxDepthPerThrowable>",
                "<maxDepthPerThrowable>2</maxDepthPerThrowable><rootCauseFirst>true</rootCauseFirst>",
                "<maxDepthPerThrowable>-1</maxDepthPerThrowable><omitCommonFrames>false</omitCommonFrames>",
                "<maxDepthPerThrowable>2</maxDepthPerThrowable><omitCommonFrames>false</omitCommonFrames>",
                "<maxLength>40</maxLength>",
                "<maxLength>200</maxLength><rootCauseFirst>true</rootCauseFirst>",
                "<maxLength>2048</maxLength><shortenedClassNameLength>14</shortenedClassNameLength>",
                "<shortenedClassNameLength>0</shortenedClassNameLength><lineSeparator>UNIX</lineSeparator>",
                "<shortenedClassNameLength>-1</shortenedClassNameLength><lineSeparator>|</lineSeparator>",
                "<exclude>sun\\.</exclude><exclude>^com\\.example\\.(Native|Main)</exclude>",
                "<exclusions>Native,Deep</exclusions><rootCauseFirst>true</rootCauseFirst>",
                "<exclude>Frames\\.[bdeg]$</exclude>",
                "<exclude>Frames\\.[bdeg]$</exclude><maxDepthPerThrowable>3</maxDepthPerThrowable>",
                "<exclude>Frames\\.[bdeg]$</exclude><truncateAfter>Frames\\.e</truncateAfter>",
                "<exclude>Frames\\.[fgh]$</exclude><truncateAfters>Frames\\.h,Nothing</truncateAfters>",
                "<truncateAfter>Deep</truncateAfter>",
                "<truncateAfter>Frames\\.a</truncateAfter><rootCauseFirst>true</rootCauseFirst>",
                "<inlineHash>true</inlineHash>",
                "<inlineHash>true</inlineHash><rootCauseFirst>true</rootCauseFirst><exclude>Native</exclude>",
            })
    void encode_shortenedStackTrace_isTheSame(String options) {
        String converter = "<throwableConverter class='net.logstash.logback.stacktrace.ShortenedThrowableConverter'>"
                + options + "</throwableConverter>";
        same(LOGSTASH + converter + END);
        same(COMPOSITE + "<message/><stackTrace>" + converter + "</stackTrace>" + COMPOSITE_END);
        same(ECS + converter + END);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOGSTASH + END,
                LOGSTASH
                        + "<includeNonStructuredArguments>true</includeNonStructuredArguments>"
                        + "<fieldNames><arguments>args</arguments></fieldNames>"
                        + END,
                LOGSTASH + "<includeStructuredArguments>false</includeStructuredArguments>" + END,
                LOGSTASH + "<fieldNames><arguments>args</arguments></fieldNames><includeTags>false</includeTags>" + END,
                COMPOSITE + "<message/><tags/><logstashMarkers/><arguments/>" + COMPOSITE_END,
                COMPOSITE
                        + "<message/><arguments><fieldName>a</fieldName><includeNonStructuredArguments>true"
                        + "</includeNonStructuredArguments></arguments>"
                        + COMPOSITE_END,
            })
    void encode_objectsOfThatLibrary_writeTheirFields(String encoder) {
        same(encoder, structured());
    }

    /** A class as applications have it. */
    record Item(String name, int count, @Nullable Item inside) {}

    private static List<JsonSample> structured() {
        Marker plain = new BasicMarkerFactory().getMarker("AUDIT");
        Marker around = new BasicMarkerFactory().getMarker("AROUND");
        around.add(Markers.append("inside", 1));
        LogstashMarker tagged = Markers.append("a", "x\"y\n").and(Markers.append("b", 1.5));
        tagged.add(plain);
        Item item = new Item("chair", 2, new Item("leg", 4, null));
        return List.of(
                JsonSample.of("none"),
                JsonSample.of("order {} of {}", StructuredArguments.kv("order", 42), "ann"),
                JsonSample.of(
                        "order {}",
                        StructuredArguments.v("order", "a\"b\u20ac\n"),
                        StructuredArguments.kv("more", true)),
                JsonSample.of("nothing to see", StructuredArguments.kv("item", item), "plain"),
                JsonSample.of("{}", StructuredArguments.fields(item)),
                JsonSample.of("{}", StructuredArguments.entries(Map.of("k", List.of(1, "b")))),
                JsonSample.of("{}", StructuredArguments.array("list", 1, 2.5, "c", item)),
                JsonSample.of("{}", StructuredArguments.raw("raw", "{\"a\": [1e3, null]}")),
                JsonSample.of("{}", StructuredArguments.defer(() -> StructuredArguments.kv("late", 1L))),
                JsonSample.of("failed", StructuredArguments.kv("order", 1), new IllegalStateException("x")),
                JsonSample.of("marked").marked(Markers.append("order", 7)),
                JsonSample.of("marked").marked(tagged),
                JsonSample.of("marked").marked(plain, Markers.appendEntries(Map.of("e", 1))),
                JsonSample.of("marked").marked(around),
                JsonSample.of("both {}", StructuredArguments.kv("k", 1)).marked(Markers.appendFields(item)));
    }

    private static void same(String encoder) {
        same(encoder, JsonSample.all());
    }

    private static void same(String encoder, List<JsonSample> samples) {
        JsonLog ours = JsonLog.ofLogback(encoder);
        assertThat(ours.findings()).isEmpty();
        LoggerContext loggers = new LoggerContext();
        ch.qos.logback.core.encoder.Encoder<ILoggingEvent> theirs = real(encoder, loggers);
        for (JsonSample sample : samples) {
            String line = ours.line(sample);
            String expected = new String(theirs.encode(sample.logback(loggers)), StandardCharsets.UTF_8);
            assertThat(line).endsWith("}\n").hasLineCount(1);
            assertThat(comparable(line)).as(encoder + line).isEqualTo(comparable(expected));
        }
        loggers.stop();
    }

    /** Without the moment of the start, and without addresses of arrays. */
    private static JsonObject comparable(String line) {
        JsonObject object = JsonLog.parse(
                        line.replaceAll("\\[I@[0-9a-f]+", "[I@").replace("\"[1, 2]\"", "\"[I@\""))
                .getAsJsonObject();
        if (object.has("context") && object.get("context").isJsonObject()) {
            object.getAsJsonObject("context").remove("birthdate");
        }
        JsonLog.joinStackTrace(object);
        return object;
    }

    private static ch.qos.logback.core.encoder.Encoder<ILoggingEvent> real(String encoder, LoggerContext loggers) {
        try {
            loggers.setName("default");
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(loggers);
            configurator.doConfigure(
                    new ByteArrayInputStream(JsonLog.logback(encoder).getBytes(StandardCharsets.UTF_8)));
            return ((OutputStreamAppender<ILoggingEvent>)
                            loggers.getLogger("ROOT").getAppender("A"))
                    .getEncoder();
        } catch (ch.qos.logback.core.joran.spi.JoranException e) {
            throw new IllegalArgumentException(encoder, e);
        }
    }
}
