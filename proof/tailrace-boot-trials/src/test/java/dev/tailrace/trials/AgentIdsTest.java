package dev.tailrace.trials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real Java agent of OpenTelemetry on a web application of Spring Boot, with Logback and with Tailrace: a request that belongs to a
 * trace, and the same ids in the lines of both, in patterns, in what {@code logging.pattern.correlation} says, and in JSON.
 */
@Tag("anyjdk")
@Tag("slow")
final class AgentIdsTest {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path AGENT = MODULE.resolve("target/agent/opentelemetry-javaagent.jar");
    private static final List<String> FILES = List.of("pattern", "console", "ecs", "logstash");

    @ParameterizedTest
    @EnumSource(names = {"V35", "V41"})
    void request_thatBelongsToATrace_hasItsIdInAllLines(Boot boot) throws Exception {
        List<String> theirs = lines(boot, Backend.LOGBACK);
        List<String> ours = lines(boot, Backend.TAILRACE);

        assertThat(ours).isEqualTo(theirs);
        assertThat(ours)
                .hasSize(2 * FILES.size())
                .filteredOn(each -> each.contains("order filled"))
                .hasSize(FILES.size())
                .allSatisfy(each -> assertThat(each)
                        .contains(AgentScene.TRACE)
                        .contains("<span>")
                        .doesNotContain(AgentScene.PARENT));
        assertThat(ours)
                .filteredOn(each -> each.contains("no order any more"))
                .hasSize(FILES.size())
                .noneSatisfy(each -> assertThat(each).containsPattern("[0-9a-f]{32}"));
    }

    /** The application's lines in each file, with the file's name in front and without what differs between any two runs. */
    private static List<String> lines(Boot boot, Backend backend) throws Exception {
        Path folder = MODULE.resolve(
                "target/agent-trials/" + boot + "-" + backend.name().toLowerCase(Locale.ROOT));
        Path resources = Files.createDirectories(folder.resolve("resources"));
        for (String each : FILES) {
            Files.deleteIfExists(folder.resolve(each + ".log"));
        }
        Files.writeString(resources.resolve("logback-spring.xml"), configuration(folder));
        try (ChildProcess child = JvmLauncher.of(
                        AgentScene.class.getName(),
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--spring.application.name=shop",
                        "--logging.pattern.correlation=[%X{trace_id:-}-%X{span_id:-}] ")
                .options(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-javaagent:" + AGENT,
                        "-Dotel.traces.exporter=none",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none",
                        "-Dotel.javaagent.logging=none",
                        "-Dtailrace.dir=" + folder.resolve("lanes"))
                .classPath(classPath(boot, backend, resources))
                .in(folder)
                .outputTo(folder.resolve("stdout.txt"))
                .errorsTo(folder.resolve("stderr.txt"))
                .start()) {
            child.succeeded();
        }
        List<String> lines = new ArrayList<>();
        for (String each : FILES) {
            for (String line : Files.readAllLines(folder.resolve(each + ".log"))) {
                if (line.contains("order")) {
                    lines.add(each + ": " + normal(line));
                }
            }
        }
        return lines;
    }

    private static String configuration(Path folder) {
        StringBuilder text = new StringBuilder("""
                <configuration>
                <include resource='org/springframework/boot/logging/logback/defaults.xml'/>
                """);
        StringBuilder references = new StringBuilder();
        for (String each : FILES) {
            String encoder = switch (each) {
                case "pattern" ->
                    "<encoder><pattern>%X{trace_id} %X{span_id} %X{trace_flags}|%msg%n</pattern></encoder>";
                case "console" -> "<encoder><pattern>${FILE_LOG_PATTERN}</pattern></encoder>";
                default ->
                    "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>" + each
                            + "</format></encoder>";
            };
            text.append("<appender name='")
                    .append(each)
                    .append("' class='ch.qos.logback.core.FileAppender'><file>")
                    .append(folder.resolve(each + ".log"))
                    .append("</file>")
                    .append(encoder)
                    .append("</appender>\n");
            references.append("<appender-ref ref='").append(each).append("'/>");
        }
        return text.append("<root level='INFO'>")
                .append(references)
                .append("</root>\n</configuration>\n")
                .toString();
    }

    private static List<Path> classPath(Boot boot, Backend backend, Path resources) throws Exception {
        List<Path> path = new ArrayList<>(List.of(resources, MODULE.resolve("target/test-classes")));
        if (backend == Backend.TAILRACE) {
            path.addAll(TrialRun.tailrace());
        }
        try (Stream<Path> jars = Files.list(MODULE.resolve("boot-" + boot).resolve("target/jars"))) {
            jars.filter(each -> each.toString().endsWith(".jar"))
                    .filter(each -> backend == Backend.LOGBACK
                            || !each.getFileName().toString().startsWith("logback-"))
                    .sorted()
                    .forEach(path::add);
        }
        return path;
    }

    private static final Pattern SPAN = Pattern.compile("\\b(?!" + AgentScene.PARENT + ")[0-9a-f]{16}\\b");

    /** Members of JSON come in one order: that of a map isn't promised. */
    private static String normal(String line) {
        String text = line.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)", "<time>")
                .replaceAll("(\"pid\":)\\d+", "$1<pid>")
                .replaceAll("(INFO) \\d+ ---", "$1 <pid> ---")
                .replaceAll("exec-\\d+", "exec-<n>");
        text = SPAN.matcher(text).replaceAll("<span>");
        if (!text.startsWith("{")) {
            return text;
        }
        Matcher member = Pattern.compile("\"(trace_id|span_id|trace_flags|order)\":\"[^\"]*\",?")
                .matcher(text);
        List<String> context = new ArrayList<>();
        while (member.find()) {
            context.add(member.group().replaceAll(",$", ""));
        }
        context.sort(null);
        return member.replaceAll("") + context;
    }
}
