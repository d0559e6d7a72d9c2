package dev.tailrace.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.spi.MarkerReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The same events and the same properties for Spring Boot's own structured formats on Logback, in a child JVM, and for both of ours, the
 * backend's and the one that customizers can change: the same bytes. What is normalised: Logback before 1.5.21 writes {@code : null}
 * behind the class of a throwable without a message.
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

    private static final Path PROGRAM = Path.of("src/test/resources/dev/tailrace/spring/BootFormats.java");

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"3.5", "4.0", "4.1"})
    void formats_ofThisVersion_areTheSameBytes(String version) throws IOException, InterruptedException {
        Map<String, String> theirs = theirs(version);
        Map<String, String> ours = new LinkedHashMap<>();
        Map<String, String> customizable = new LinkedHashMap<>();
        for (String one : CASES) {
            String[] parts = one.split("\t", -1);
            StandardEnvironment environment = environment(Arrays.asList(parts).subList(2, parts.length));
            Encoder encoder = encoder(parts[1], environment);
            Function<Event, String> members = ApplicationFormats.of(parts[1], environment);
            List<Sample> samples = samples();
            for (int i = 0; i < samples.size(); i++) {
                Event event = samples.get(i).event();
                TextBuffer line = new TextBuffer(64, 1 << 20);
                encoder.encode(event, line);
                ours.put(parts[0] + " " + i, line.toString());
                customizable.put(parts[0] + " " + i, members.apply(event));
            }
        }

        assertThat(theirs).hasSize(CASES.size() * samples().size());
        assertThat(theirs.values()).noneMatch(line -> line.startsWith("FAILED"));
        assertThat(differences(ours, theirs)).isEmpty();
        assertThat(differences(customizable, theirs)).isEmpty();
    }

    private static List<String> differences(Map<String, String> ours, Map<String, String> theirs) {
        return ours.entrySet().stream()
                .filter(each -> !each.getValue().equals(theirs.get(each.getKey())))
                .map(each -> each.getKey() + "\n" + each.getValue() + theirs.get(each.getKey()))
                .toList();
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

    private static StandardEnvironment environment(List<String> pairs) {
        Map<String, Object> properties = new HashMap<>();
        pairs.forEach(
                pair -> properties.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1)));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return environment;
    }

    private static Encoder encoder(String format, StandardEnvironment environment) {
        PropertySource outside =
                new BootEnvironment(environment, name -> null, null, BootStructuredTwinTest.class.getClassLoader());
        String xml = "<configuration><appender name='A' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>" + format
                + "</format></encoder></appender><root level='TRACE'><appender-ref ref='A'/></root></configuration>";
        Configuration configuration = ConfigurationReader.read(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "logback.xml", outside);
        assertThat(configuration.findings()).isEmpty();
        PatternFindings.Compiled compiled =
                PatternFindings.compile(configuration.appenders().get(0), configuration, outside);
        assertThat(compiled.problems()).isEmpty();
        return compiled.encoder();
    }

    /** As the provider for SLF4J has one. */
    private static final MarkerReader MARKERS = new MarkerReader() {
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

    /** One log call. */
    private record Sample(
            int level,
            String message,
            List<@Nullable Object> arguments,
            @Nullable Throwable thrown,
            Map<String, String> context,
            List<Marker> markers,
            List<KeyValuePair> keyValues) {
        Event event() {
            Event event = new Event(new TextBuffer(64, 1 << 20));
            event.begin(level, 0, "com.example.orders.OrderBook", "", 1_700_000_000_123_456_000L);
            event.message(message);
            event.arguments(arguments.toArray());
            event.throwable(thrown);
            event.threadName("main");
            event.context(context);
            markers.forEach(marker -> event.addMarker(marker, MARKERS));
            keyValues.forEach(pair -> event.addKeyValue(pair.key, pair.value));
            return event;
        }
    }

    private static Sample sample(
            int level,
            String message,
            @Nullable Throwable thrown,
            Map<String, String> mdc,
            List<Marker> markers,
            List<KeyValuePair> pairs,
            @Nullable Object... arguments) {
        return new Sample(level, message, Arrays.asList(arguments), thrown, mdc, markers, pairs);
    }

    private static Sample pairs(int level, String message, Map<String, String> mdc, KeyValuePair... pairs) {
        return sample(level, message, null, mdc, List.of(), List.of(pairs));
    }

    /** Those of the program, in its order. */
    private static List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
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
