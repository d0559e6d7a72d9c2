package dev.tailrace.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads configurations from text, with system properties, an environment and a class path of the test's own. */
public final class Reading implements PropertySource {
    static final String FILE = "logback.xml";

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> resources = new HashMap<>();
    private @Nullable SpringSource environmentOfSpring;

    public static Configuration read(String xml) {
        return new Reading().of(xml);
    }

    /** A configuration element around the text. */
    public static Configuration inside(String xml) {
        return read("<configuration>" + xml + "</configuration>");
    }

    /** An appender "A" that the root logger refers to. */
    public static String appender(String className, String inside) {
        return "<appender name=\"A\" class=\"ch.qos.logback.core." + className + "\">" + inside
                + "</appender><root level=\"INFO\"><appender-ref ref=\"A\"/></root>";
    }

    public static List<FindingCode> codes(Configuration configuration) {
        return configuration.findings().stream().map(Finding::code).toList();
    }

    public static Finding only(Configuration configuration) {
        if (configuration.findings().size() != 1) {
            throw new AssertionError("expected one finding: " + configuration.findings());
        }
        return configuration.findings().get(0);
    }

    public Reading property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    public Reading variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Something on the class path, in ISO 8859-1. */
    public Reading resource(String name, String text) {
        resources.put(name, text);
        return this;
    }

    /** Spring's environment is asked. */
    public Reading spring(SpringSource source) {
        environmentOfSpring = source;
        return this;
    }

    @Override
    public @Nullable SpringSource spring() {
        return environmentOfSpring;
    }

    public Configuration of(String xml) {
        return of(xml.getBytes(UTF_8));
    }

    public Configuration of(byte[] xml) {
        return ConfigurationReader.read(new ByteArrayInputStream(xml), FILE, this);
    }

    @Override
    public @Nullable String systemProperty(String name) {
        return properties.get(name);
    }

    @Override
    public @Nullable String environment(String name) {
        return environment.get(name);
    }

    @Override
    public @Nullable InputStream resource(String name) {
        String text = resources.get(name);
        return text == null ? null : new ByteArrayInputStream(text.getBytes(ISO_8859_1));
    }

    @Override
    public String hostName() {
        return "machine";
    }
}
