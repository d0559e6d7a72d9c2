package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same configuration and the same events for the real layouts and for Tailrace: the same fields with the same values. */
class JsonLog4jComparisonTest {
    private static final String TEMPLATE = "<JsonTemplateLayout><eventTemplate>";
    private static final String END = "</eventTemplate></JsonTemplateLayout>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<JsonTemplateLayout/>",
                "<JsonTemplateLayout eventTemplateUri='classpath:EcsLayout.json'/>",
                "<JsonTemplateLayout eventTemplateUri='classpath:LogstashJsonEventLayoutV1.json'/>",
                "<JsonTemplateLayout eventTemplateUri='classpath:GelfLayout.json'/>",
                "<JsonTemplateLayout eventTemplateUri='classpath:JsonLayout.json'/>",
                "<JsonTemplateLayout eventTemplateUri='classpath:JsonLayout.json' stackTraceEnabled='false'/>",
                "<JsonTemplateLayout eventTemplateUri='classpath:GelfLayout.json'>"
                        + "<EventTemplateAdditionalField key='_app' value='shop'/>"
                        + "<EventTemplateAdditionalField key='_severity' format='JSON'"
                        + " value='{\"$resolver\":\"level\",\"field\":\"severity\",\"severity\":{\"field\":\"keyword\"}}'/>"
                        + "</JsonTemplateLayout>",
            })
    void encode_shippedTemplates_haveTheSameFields(String layout) throws IOException {
        same(layout);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"s\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"secs\"}},"
                        + "\"m\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"millis\"}},"
                        + "\"n\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"nanos\"}},"
                        + "\"mn\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"millis.nanos\"}},"
                        + "\"mr\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"millis\",\"rounded\":true}}}",
                "{\"t\":{\"$resolver\":\"timestamp\"},\"u\":{\"$resolver\":\"timestamp\",\"pattern\":"
                        + "{\"format\":\"dd MMM yyyy HH:mm:ss.SSS\",\"timeZone\":\"Asia/Tokyo\",\"locale\":\"de_DE\"}}}",
                "{\"a\":[1,\"x\",{\"$resolver\":\"ndc\"},null,true,{\"$resolver\":\"level\",\"field\":\"name\"}],"
                        + "\"eo\":{},\"ea\":[],\"none\":null,\"c\":\"constant \\\" text\",\"n\":-1.5e3}",
                "{\"p0\":{\"$resolver\":\"messageParameter\",\"index\":0},\"p1\":{\"$resolver\":\"messageParameter\",\"index\":1},"
                        + "\"all\":{\"$resolver\":\"messageParameter\"},\"text\":{\"$resolver\":\"messageParameter\",\"stringified\":true},"
                        + "\"m\":{\"$resolver\":\"message\"}}",
                "{\"u\":{\"$resolver\":\"mdc\",\"key\":\"user\"},\"all\":{\"$resolver\":\"mdc\"},"
                        + "\"f\":{\"$resolver\":\"mdc\",\"flatten\":{\"prefix\":\"P_\"},\"pattern\":\"u.*|id\"},\"m\":{\"$resolver\":\"message\"}}",
                "{\"lower\":{\"$resolver\":\"caseConverter\",\"case\":\"lower\",\"input\":{\"$resolver\":\"level\",\"field\":\"name\"}},"
                        + "\"p\":{\"$resolver\":\"pattern\",\"pattern\":\"%-5p [%t] %c{1.} - %m\"},"
                        + "\"q\":{\"$resolver\":\"pattern\",\"pattern\":\"%p %m\",\"stackTraceEnabled\":false}}",
                "{\"c\":{\"$resolver\":\"counter\"},\"d\":{\"$resolver\":\"counter\",\"start\":3,\"stringified\":true}}",
                "{\"mk\":{\"$resolver\":\"marker\",\"field\":\"name\"},\"mp\":{\"$resolver\":\"marker\",\"field\":\"parents\"},"
                        + "\"l\":{\"$resolver\":\"level\",\"field\":\"severity\",\"severity\":{\"field\":\"code\"}}}",
                "{\"l\":{\"$resolver\":\"level\",\"field\":\"name\"},\"e\":{\"class\":{\"$resolver\":\"exception\",\"field\":\"className\"},"
                        + "\"message\":{\"$resolver\":\"exception\",\"field\":\"message\"},"
                        + "\"trace\":{\"$resolver\":\"exception\",\"field\":\"stackTrace\",\"stackTrace\":{\"stringified\":true}},"
                        + "\"frames\":{\"$resolver\":\"exception\",\"field\":\"stackTrace\"}},"
                        + "\"root\":{\"class\":{\"$resolver\":\"exceptionRootCause\",\"field\":\"className\"},"
                        + "\"message\":{\"$resolver\":\"exceptionRootCause\",\"field\":\"message\"},"
                        + "\"trace\":{\"$resolver\":\"exceptionRootCause\",\"field\":\"stackTrace\",\"stackTrace\":{\"stringified\":true}}}}",
                "{\"id\":{\"$resolver\":\"thread\",\"field\":\"id\"},\"prio\":{\"$resolver\":\"thread\",\"field\":\"priority\"},"
                        + "\"fqcn\":{\"$resolver\":\"logger\",\"field\":\"fqcn\"},\"end\":{\"$resolver\":\"endOfBatch\"}}",
            })
    void encode_inlineTemplates_haveTheSameFields(String template) throws IOException {
        same(TEMPLATE + template + END);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<EcsLayout serviceName='shop'/>",
                "<EcsLayout serviceName='shop' serviceVersion='1' serviceEnvironment='e' serviceNodeName='n' eventDataset='d'"
                        + " includeMarkers='true' stackTraceAsArray='true'><KeyValuePair key='a' value='b'/>"
                        + "<KeyValuePair key='c' value='%p'/></EcsLayout>",
                "<JsonLayout compact='true' eventEol='true' properties='true'/>",
                "<JsonLayout compact='true' eventEol='true' includeTimeMillis='true'><KeyValuePair key='a' value='b'/></JsonLayout>",
                "<GelfLayout compressionType='OFF' includeNewLineDelimiter='true' includeStacktrace='false'/>",
                "<GelfLayout compressionType='OFF' includeNewLineDelimiter='true'><KeyValuePair key='app' value='shop'/></GelfLayout>",
            })
    void encode_otherLayouts_haveTheSameFields(String layout) throws IOException {
        same(layout);
    }

    private static void same(String layout) throws IOException {
        JsonLog ours = JsonLog.ofLog4j(layout);
        assertThat(ours.findings()).isEmpty();
        Layout<?> theirs = real(layout);
        for (JsonSample sample : JsonSample.all()) {
            String line = ours.line(sample);
            String expected = new String(theirs.toByteArray(sample.log4j()), StandardCharsets.UTF_8);
            assertThat(line).endsWith("}\n").hasLineCount(1);
            assertThat(comparable(line)).as(layout + line).isEqualTo(comparable(expected));
        }
    }

    /** Without what only Log4j finds out about the jars of classes. */
    private static JsonElement comparable(String line) {
        JsonElement object = JsonLog.parse(line);
        strip(object);
        JsonLog.joinStackTrace(object.getAsJsonObject());
        return object;
    }

    private static void strip(JsonElement element) {
        if (element instanceof JsonObject object) {
            if (object.has("exact")) {
                for (String name : new String[] {"exact", "location", "version", "classLoaderName"}) {
                    object.remove(name);
                }
            }
            object.entrySet().forEach(entry -> strip(entry.getValue()));
        } else if (element instanceof JsonArray array) {
            array.forEach(JsonLog4jComparisonTest::strip);
        }
    }

    private static Layout<?> real(String layout) throws IOException {
        LoggerContext context = new LoggerContext("comparison");
        XmlConfiguration configuration = new XmlConfiguration(
                context,
                new ConfigurationSource(
                        new ByteArrayInputStream(JsonLog.log4j(layout).getBytes(StandardCharsets.UTF_8))));
        context.start(configuration);
        org.apache.logging.log4j.core.Appender appender = configuration.getAppender("A");
        return appender.getLayout();
    }
}
