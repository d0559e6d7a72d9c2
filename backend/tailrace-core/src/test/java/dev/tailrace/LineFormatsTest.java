package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.encoding.LineFormats;
import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A structured format that code of the application's writes, through Spring's environment. */
final class LineFormatsTest {
    /** Spring's environment, which knows what writes a format. */
    private record Environment(LineFormats formats) implements SpringSource, LineFormats {
        @Override
        public @Nullable String property(String name) {
            return null;
        }

        @Override
        public boolean acceptsProfiles(String... expressions) {
            return false;
        }

        @Override
        public StructuredSettings structured() {
            return StructuredSettings.of(null);
        }

        @Override
        public @Nullable Function<Event, String> format(String name) {
            return formats.format(name);
        }
    }

    private record Outside(SpringSource spring) implements PropertySource {
        @Override
        public @Nullable String systemProperty(String name) {
            return null;
        }

        @Override
        public @Nullable String environment(String name) {
            return null;
        }
    }

    private final Configuration configuration;
    private PropertySource outside = new Outside(new Environment(name -> null));

    LineFormatsTest() {
        String xml = "<configuration><appender name='A' class='ch.qos.logback.core.ConsoleAppender'><encoder"
                + " class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>com.acme.Format</format>"
                + "</encoder></appender><root level='INFO'><appender-ref ref='A'/></root></configuration>";
        configuration = ConfigurationReader.read(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "logback.xml", outside);
        assertThat(configuration.findings()).isEmpty();
    }

    private String line(LineFormats formats) {
        outside = new Outside(new Environment(formats));
        TextBuffer line = new TextBuffer(64, 1 << 16);
        PatternFindings.compile(configuration.appenders().get(0), configuration, outside)
                .encoder()
                .encode(event("hello"), line);
        return line.toString();
    }

    @Test
    void format_thatIsWritten_isTheLine() {
        assertThat(line(name -> event -> name + ":" + event.message())).isEqualTo("com.acme.Format:hello\n");
        assertThat(line(name -> event -> "with an end\n")).isEqualTo("with an end\n");
        assertThat(PatternFindings.of(configuration, outside)).isEmpty();
    }

    @Test
    void format_thatFailsForAnEvent_losesNothing() {
        assertThat(line(name -> event -> {
                    throw new IllegalStateException("no");
                }))
                .contains("\"message\":\"hello\"");
    }

    /** Also what the compiler takes for impossible here: other languages throw checked exceptions anywhere. */
    @Test
    void format_thatThrowsAnything_losesNothing() {
        for (Throwable thrown : List.of(
                new NoClassDefFoundError("com/acme/Mask"), new AssertionError("no"), new java.io.IOException("no"))) {
            assertThat(line(name -> event -> sneakily(thrown))).as("%s", thrown).contains("\"message\":\"hello\"");
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> String sneakily(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** With Logback such a line is dropped; here it must come to an end. */
    @Test
    void format_thatLogs_isNotAskedWithoutEnd() {
        List<String> inner = new ArrayList<>();
        Encoder[] encoder = new Encoder[1];
        outside = new Outside(new Environment(name -> event -> {
            TextBuffer line = new TextBuffer(64, 1 << 16);
            encoder[0].encode(event("inner"), line);
            inner.add(line.toString());
            return "formatted " + event.message();
        }));
        encoder[0] = PatternFindings.compile(configuration.appenders().get(0), configuration, outside)
                .encoder();
        TextBuffer line = new TextBuffer(64, 1 << 16);
        encoder[0].encode(event("outer"), line);

        assertThat(line.toString()).isEqualTo("formatted outer\n");
        assertThat(inner).hasSize(2);
        assertThat(inner.get(0)).contains("\"message\":\"inner\"");
        assertThat(inner.get(1)).isEqualTo("formatted inner\n");

        // Nothing of it stays in the thread.
        encoder[0].encode(event("again"), line);
        assertThat(line.toString()).endsWith("formatted again\n");
    }

    private static Event event(String message) {
        Event event = new Event(new TextBuffer(64, 1 << 16));
        event.begin(20, 1, "com.example.Main", "", 0);
        event.message(message);
        return event;
    }

    @Test
    void format_thatNothingWrites_isAFinding() {
        assertThat(line(name -> null)).contains("\"message\":\"hello\"");
        List<Finding> findings = PatternFindings.of(configuration, outside);

        assertThat(findings).extracting(Finding::code).containsExactly(FindingCode.JSON_FORMAT_OTHER);
        assertThat(findings.get(0).cause()).contains("\"com.acme.Format\"", "logstash is written");
    }

    @Test
    void format_thatIsRefused_saysWhy() {
        assertThat(line(name -> {
                    throw new IllegalArgumentException("it wants ILoggingEvent");
                }))
                .contains("\"message\":\"hello\"");
        Finding finding = PatternFindings.of(configuration, outside).get(0);
        assertThat(finding.code()).isEqualTo(FindingCode.STRUCTURED_FORMAT_UNUSABLE);
        assertThat(finding.cause()).contains("\"com.acme.Format\"", "it wants ILoggingEvent");
    }
}
