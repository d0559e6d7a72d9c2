package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.layout.event.Event;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;

/**
 * The same events and the same properties for Spring Boot's own structured formats on Logback, in a child JVM, and for ours: the same
 * bytes. What is normalised: Logback before 1.5.21 writes {@code : null} behind the class of a throwable without a message.
 */
@Tag("twin")
class BootStructuredTwinTest {
    /** Name, format and properties, as the program of the child reads them. */
    private static final List<String> CASES = List.of(
            "ecs\tecs\tspring.application.pid=42",
            "gelf\tgelf\tspring.application.pid=42",
            "logstash\tlogstash\tspring.application.pid=42",
            "upper\tECS\tspring.application.pid=42",
            "service\tecs\tspring.application.pid=42\tspring.application.name=shop"
                    + "\tlogging.structured.ecs.service.version=1.2\tlogging.structured.ecs.service.environment=prod"
                    + "\tlogging.structured.ecs.service.node-name=n1",
            "defaults\tecs\tspring.application.pid=42\tspring.application.name=shop\tspring.application.version=3",
            "host\tgelf\tspring.application.pid=42\tlogging.structured.gelf.host=h1"
                    + "\tlogging.structured.gelf.service.version=9",
            "host-default\tgelf\tspring.application.pid=42\tspring.application.name=shop\tspring.application.version=3",
            "edit\tecs\tspring.application.pid=42\tlogging.structured.json.exclude=log.logger,process.thread"
                    + "\tlogging.structured.json.rename.process.pid=procid\tlogging.structured.json.rename.log=logging"
                    + "\tlogging.structured.json.add.corp.name=ACME\tlogging.structured.json.add.team=blue",
            "include\tecs\tspring.application.pid=42"
                    + "\tlogging.structured.json.include=message,log,log.level,geo,geo.city,user,qty",
            "edit-flat\tlogstash\tspring.application.pid=42\tlogging.structured.json.exclude=@version,user,geo.city"
                    + "\tlogging.structured.json.rename.message=msg\tlogging.structured.json.rename.qty=quantity"
                    + "\tlogging.structured.json.add.corp.name=ACME",
            "edit-gelf\tgelf\tspring.application.pid=42\tlogging.structured.json.exclude=_log_logger,_user"
                    + "\tlogging.structured.json.rename._qty=_quantity\tlogging.structured.json.add._corp=ACME",
            "prefix\tlogstash\tspring.application.pid=42\tlogging.structured.json.context.prefix=ctx",
            "prefix-ecs\tecs\tspring.application.pid=42\tlogging.structured.json.context.prefix=ctx.in",
            "prefix-gelf\tgelf\tspring.application.pid=42\tlogging.structured.json.context.prefix=c_",
            "no-context\tecs\tspring.application.pid=42\tlogging.structured.json.context.include=false",
            "root-first\tlogstash\tspring.application.pid=42\tlogging.structured.json.stacktrace.root=first",
            "root-last\tgelf\tspring.application.pid=42\tlogging.structured.json.stacktrace.root=last",
            "max-length\tecs\tspring.application.pid=42\tlogging.structured.json.stacktrace.max-length=140",
            "max-depth\tecs\tspring.application.pid=42\tlogging.structured.json.stacktrace.max-throwable-depth=2",
            "common\tecs\tspring.application.pid=42\tlogging.structured.json.stacktrace.include-common-frames=true",
            "hashes\tlogstash\tspring.application.pid=42\tlogging.structured.json.stacktrace.include-hashes=true"
                    + "\tlogging.structured.json.stacktrace.root=first",
            "printer\tlogstash\tspring.application.pid=42\tlogging.structured.json.stacktrace.printer=logging-system"
                    + "\tlogging.structured.json.stacktrace.root=first");

    private static final Path PROGRAM = Path.of("src/test/resources/dev/tailrace/boot/BootFormats.java");

    @TempDir
    Path folder = Path.of("");

    @BeforeAll
    static void readMarkers() {
        JsonLog.readMarkers();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5", "4.0", "4.1"})
    void formats_ofThisVersion_areTheSameBytes(String version) throws IOException, InterruptedException {
        Map<String, String> theirs = theirs(version);
        Map<String, String> ours = new LinkedHashMap<>();
        for (String one : CASES) {
            String[] parts = one.split("\t", -1);
            List<JsonSample> samples = samples();
            for (int i = 0; i < samples.size(); i++) {
                ours.put(parts[0] + " " + i, ours(parts, samples.get(i)));
            }
        }

        assertThat(theirs).hasSize(CASES.size() * samples().size());
        assertThat(theirs.values()).noneMatch(line -> line.startsWith("FAILED"));
        assertThat(ours.entrySet().stream()
                        .filter(each -> !each.getValue().equals(theirs.get(each.getKey())))
                        .map(each -> each.getKey() + "\n" + each.getValue() + theirs.get(each.getKey())))
                .isEmpty();
    }

    private Map<String, String> theirs(String version) throws IOException, InterruptedException {
        Path cases = Files.write(folder.resolve("cases"), CASES);
        Path lines = folder.resolve("lines");
        Path log = folder.resolve("log");
        String classPath;
        try (Stream<Path> jars = Files.list(Path.of("target", "boot-" + version))) {
            classPath = jars.map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator));
        }
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        PROGRAM.toString(),
                        cases.toString(),
                        lines.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(child.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).as(Files.readString(log)).isZero();
        Map<String, String> theirs = new LinkedHashMap<>();
        for (String line : Files.readAllLines(lines)) {
            String[] parts = line.split("\t", -1);
            String text = new String(Base64.getDecoder().decode(parts[2]), StandardCharsets.UTF_8);
            theirs.put(parts[0] + " " + parts[1], text.replace("NullPointerException: null", "NullPointerException"));
        }
        return theirs;
    }

    private static String ours(String[] parts, JsonSample sample) {
        PropertySource outside = new Properties(Arrays.asList(parts).subList(2, parts.length));
        String xml = "<configuration><appender name='A' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>" + parts[1]
                + "</format></encoder></appender><root level='TRACE'><appender-ref ref='A'/></root></configuration>";
        Configuration configuration = ConfigurationReader.read(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "logback.xml", outside);
        assertThat(configuration.findings()).isEmpty();
        PatternFindings.Compiled compiled =
                PatternFindings.compile(configuration.appenders().get(0), configuration, outside);
        assertThat(compiled.problems()).isEmpty();
        TextBuffer line = new TextBuffer(64, 1 << 20);
        Event event = new Event(new TextBuffer(64, 1 << 20));
        sample.fill(event);
        compiled.encoder().encode(event, line);
        return line.toString();
    }

    /** Properties as if Spring had been started with them. */
    private static final class Properties implements PropertySource {
        private final Map<String, String> values = new LinkedHashMap<>();

        Properties(List<String> pairs) {
            pairs.forEach(
                    pair -> values.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1)));
        }

        @Override
        public @Nullable String systemProperty(String name) {
            return values.get(name);
        }

        @Override
        public Set<String> systemPropertyNames() {
            return values.keySet();
        }

        @Override
        public @Nullable String environment(String name) {
            return null;
        }

        @Override
        public @Nullable InputStream resource(String name) {
            return null;
        }
    }

    private static JsonSample sample(
            int level,
            String message,
            @Nullable Throwable thrown,
            Map<String, String> mdc,
            List<Marker> markers,
            List<KeyValuePair> pairs,
            @Nullable Object... arguments) {
        return new JsonSample(
                level,
                "com.example.orders.OrderBook",
                "main",
                Instant.ofEpochSecond(1_700_000_000L, 123_456_000L),
                message,
                Arrays.asList(arguments),
                thrown,
                mdc,
                markers,
                pairs);
    }

    private static JsonSample pairs(int level, String message, Map<String, String> mdc, KeyValuePair... pairs) {
        return sample(level, message, null, mdc, List.of(), List.of(pairs));
    }

    /** Those of the program, in its order. */
    private static List<JsonSample> samples() {
        List<JsonSample> samples = new ArrayList<>();
        samples.add(sample(20, "order {} filled", null, Map.of(), List.of(), List.of(), 17));
        samples.add(sample(
                30, "\"a\\b\"\n\tZ\u00fcrich \u20ac \ud83d\ude00", null, Map.of("user", "ana"), List.of(), List.of()));
        samples.add(sample(40, "failed", deep(), Map.of(), List.of(), List.of()));
        samples.add(sample(40, "failed", plain(), Map.of(), List.of(), List.of()));
        samples.add(pairs(
                10,
                "pairs",
                Map.of(),
                new KeyValuePair("qty", 3),
                new KeyValuePair("ok", true),
                new KeyValuePair("price", 1.5),
                new KeyValuePair("name", "x\"y"),
                new KeyValuePair("none", null),
                new KeyValuePair("list", List.of(1, "two")),
                new KeyValuePair("map", Map.of("k", 1))));
        samples.add(pairs(
                0,
                "nested",
                Map.of("geo.city", "Bern"),
                new KeyValuePair("geo.country.iso", "CH"),
                new KeyValuePair("a_b.c", 1),
                new KeyValuePair("geo.country.name", "Swiss")));
        BasicMarkerFactory factory = new BasicMarkerFactory();
        Marker marker = factory.getDetachedMarker("B");
        marker.add(factory.getDetachedMarker("Z"));
        marker.add(factory.getDetachedMarker("A"));
        samples.add(sample(20, "marked", null, Map.of(), List.of(marker), List.of()));
        samples.add(sample(20, " \t", null, Map.of(), List.of(), List.of()));
        samples.add(pairs(
                20,
                "odd",
                Map.of(),
                new KeyValuePair("id", 1),
                new KeyValuePair("a b", 2),
                new KeyValuePair("_own", 3)));
        return samples;
    }

    private static Throwable deep() {
        RuntimeException cause = new IllegalArgumentException("bad \"value\"");
        cause.setStackTrace(frames("com.example.Inner", 4));
        RuntimeException suppressed = new IllegalStateException("not closed");
        suppressed.setStackTrace(frames("com.example.Closer", 3));
        RuntimeException whole = new RuntimeException("outer", cause);
        whole.setStackTrace(frames("com.example.Outer", 5));
        whole.addSuppressed(suppressed);
        return whole;
    }

    private static Throwable plain() {
        NullPointerException plain = new NullPointerException();
        plain.setStackTrace(frames("com.example.Outer", 2));
        return plain;
    }

    private static StackTraceElement[] frames(String name, int count) {
        StackTraceElement[] frames = new StackTraceElement[count];
        for (int i = 0; i < count; i++) {
            frames[i] = i == count - 1
                    ? new StackTraceElement("com.example.Main", "main", "Main.java", 7)
                    : new StackTraceElement(name, "step" + i, name.substring(12) + ".java", 10 + i);
        }
        return frames;
    }
}
