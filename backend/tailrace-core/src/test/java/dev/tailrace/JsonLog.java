package dev.tailrace;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.spi.MarkerReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Marker;

/** The encoder that a configuration has for its appender "A", and what was found on the way. */
final class JsonLog {
    private final Encoder encoder;
    private final List<Finding> findings;

    /** As the provider for SLF4J has one. */
    static final MarkerReader READER = new MarkerReader() {
        @Override
        public String name(Object marker) {
            return ((Marker) marker).getName();
        }

        @Override
        public Iterator<?> references(Object marker) {
            return ((Marker) marker).iterator();
        }

        @Override
        public boolean contains(Object marker, String name) {
            return ((Marker) marker).contains(name);
        }
    };

    /** Lets markers be read as SLF4J's, which the first use of this class does. */
    static void readMarkers() {}

    private JsonLog(Encoder encoder, List<Finding> findings) {
        this.encoder = encoder;
        this.findings = findings;
    }

    /** An appender of Logback's with this encoder. */
    static JsonLog ofLogback(String encoder) {
        return of("logback.xml", logback(encoder));
    }

    /** An appender of Log4j's with this layout. */
    static JsonLog ofLog4j(String layout) {
        return of("log4j2.xml", log4j(layout));
    }

    static String logback(String encoder) {
        return "<configuration><property name='cp' value='c&quot;v' scope='context'/>"
                + "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>\n" + encoder
                + "</appender><root level='TRACE'><appender-ref ref='A'/></root></configuration>";
    }

    static String log4j(String layout) {
        return "<Configuration><Appenders><Console name='A'>\n" + layout
                + "</Console></Appenders><Loggers><Root level='trace'><AppenderRef ref='A'/></Root></Loggers>"
                + "</Configuration>";
    }

    private static JsonLog of(String name, String xml) {
        PropertySource outside = PropertySource.ofProcess(JsonLog.class.getClassLoader());
        Configuration configuration =
                ConfigurationReader.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), name, outside);
        List<Finding> findings = new ArrayList<>(configuration.findings());
        findings.addAll(PatternFindings.of(configuration, outside));
        AppenderConfig appender = configuration.appenders().get(0);
        return new JsonLog(
                PatternFindings.compile(appender, configuration, outside).encoder(), findings);
    }

    List<Finding> findings() {
        return findings;
    }

    Encoder encoder() {
        return encoder;
    }

    /** The line of an event, with its line end. */
    String line(JsonSample sample) {
        return line(sample, 1 << 20);
    }

    /** The same of at most {@code longest} bytes. */
    String line(JsonSample sample, int longest) {
        Event event = new EventPool(longest).take();
        sample.fill(event);
        encoder.encode(event, event.line());
        return new String(event.line().array(), 0, event.line().length(), StandardCharsets.UTF_8);
    }

    /** Reads one line, and nothing but JSON: neither comments nor missing quotation marks, nor anything behind it. */
    static JsonElement parse(String line) {
        try (JsonReader reader = new JsonReader(new StringReader(line))) {
            reader.setStrictness(Strictness.STRICT);
            JsonElement element = JsonParser.parseReader(reader);
            if (reader.peek() != JsonToken.END_DOCUMENT) {
                throw new JsonParseException("there is more");
            }
            return element;
        } catch (IOException | IllegalStateException e) {
            throw new JsonParseException(line, e);
        }
    }

    /** Elastic's encoders have an element for each throwable and frame, Tailrace has one for each line: also of a message with several. */
    static void joinStackTrace(JsonObject line) {
        if (line.get("error.stack_trace") instanceof JsonArray elements) {
            StringBuilder joined = new StringBuilder();
            elements.forEach(element -> joined.append(element.getAsString()).append('\n'));
            line.addProperty("error.stack_trace", joined.toString());
        }
    }
}
