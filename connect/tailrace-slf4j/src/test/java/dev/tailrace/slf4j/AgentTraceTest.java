package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tailrace.testkit.Origins;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The real Java agent of OpenTelemetry in a JVM with a JDK HTTP server, for which the agent creates spans: Tailrace's lines have the same
 * ids as Logback's in the same application.
 */
@Tag("slow")
final class AgentTraceTest {
    private static final Path AGENT = Path.of("target/agent/opentelemetry-javaagent.jar");
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String PATTERN = "%X{trace_id} %X{span_id} %X{trace_flags}|%X|%msg%n";

    @TempDir
    Path folder;

    @Test
    void lines_haveTheIdsOfLogbacks() throws Exception {
        List<String> ours = withTailrace(folder, List.of(), "");
        List<String> theirs = withLogback("");

        assertThat(shape(ours)).isEqualTo(shape(theirs));
        assertThat(shape(ours))
                .containsExactly(
                        "  ||before",
                        TRACE + " SPAN 01|span_id=SPAN, trace_flags=01, trace_id=" + TRACE + ", user=ann|handled",
                        TRACE + " SPAN 01|span_id=SPAN, trace_flags=01, trace_id=" + TRACE + ", user=ann|handled",
                        "  ||after");
        assertThat(ours.get(1)).doesNotContain(PARENT);
        assertThat(ours.get(1)).isNotEqualTo(ours.get(2));
    }

    /** The agent rewires the application's own copy of the API, which gives the expected ids here. */
    @Test
    void lines_besideTheApplicationsApi_haveTheIdsOfItsSpan() throws Exception {
        List<Path> api = Origins.of(Span.class, Context.class, io.opentelemetry.common.ComponentLoader.class);
        List<String> lines = withTailrace(folder, api, "");
        assertThat(lines).hasSize(4);
        for (String line : lines.subList(1, 3)) {
            String span = line.substring(line.lastIndexOf(' ') + 1);
            assertThat(line).startsWith(TRACE + " " + span + " 01|");
            assertThat(span).hasSize(16);
        }
    }

    @Test
    void lines_haveTheKeysThatTheAgentIsTold() throws Exception {
        List<String> ours = withTailrace(folder, List.of(), "-Dotel.instrumentation.common.logging.trace-id=own.id");
        List<String> theirs = withLogback("-Dotel.instrumentation.common.logging.trace-id=own.id");

        assertThat(shape(ours)).isEqualTo(shape(theirs));
        assertThat(ours.get(1)).contains("own.id=" + TRACE);
    }

    /** The pattern of docs/guide/trace-ids.md, with its text for lines outside a span. */
    @Test
    void patternsOfTheGuide_showTheIds() throws Exception {
        Guide guide = Guide.page("trace-ids.md");
        String pattern = guide.blockWith("trace_id").strip() + guide.inline("%X{trace_id:-none}") + "%n";
        List<String> lines = new ChildJvm(folder, pattern)
                .options(options(""))
                .run(Server.class)
                .log();
        // The pattern's own line end is between the two.
        assertThat(lines).hasSize(8);
        assertThat(lines.get(0)).contains("INFO  [ ] ").endsWith(" - before");
        assertThat(lines.get(1)).isEqualTo("none");
        assertThat(lines.get(2)).containsPattern(" INFO  \\[" + TRACE + " [0-9a-f]{16}\\] d\\.t.*Server - handled$");
        assertThat(lines.get(3)).isEqualTo(TRACE);
    }

    /** The lines without span ids, and with the context's entries sorted, because a map's order isn't defined. */
    private static List<String> shape(List<String> lines) {
        List<String> shapes = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split("\\|", -1);
            String entries = Stream.of(parts[1].split(", ")).sorted().collect(Collectors.joining(", "));
            shapes.add((parts[0] + "|" + entries + "|" + parts[2])
                    .replaceFirst(" [0-9a-f]{16} ", " SPAN ")
                    .replaceFirst("span_id=[0-9a-f]{16}", "span_id=SPAN"));
        }
        return shapes;
    }

    private static String[] options(String more) {
        List<String> options = new ArrayList<>(List.of(
                "-javaagent:" + AGENT.toAbsolutePath(),
                "-Dotel.traces.exporter=none",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Dotel.javaagent.logging=none"));
        if (!more.isEmpty()) {
            options.add(more);
        }
        return options.toArray(new String[0]);
    }

    private static List<String> withTailrace(Path folder, List<Path> more, String option) throws Exception {
        return new ChildJvm(folder, PATTERN)
                .options(options(option))
                .with(more)
                .run(Server.class)
                .log();
    }

    private List<String> withLogback(String option) throws IOException, InterruptedException {
        Path log = folder.resolve("logback.log");
        Path config = Files.writeString(folder.resolve("theirs.xml"), """
                <configuration>
                  <appender name='FILE' class='ch.qos.logback.core.FileAppender'>
                    <file>%s</file><encoder><pattern>%s</pattern></encoder>
                  </appender>
                  <root level='INFO'><appender-ref ref='FILE'/></root>
                </configuration>
                """.formatted(log, PATTERN));
        List<String> path = new ArrayList<>();
        Origins.of(Logger.class, Server.class).forEach(each -> path.add(each.toString()));
        try (Stream<Path> jars = Files.list(Path.of("target/logback"))) {
            jars.filter(each -> each.getFileName().toString().startsWith("logback-"))
                    .forEach(each -> path.add(each.toAbsolutePath().toString()));
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options(option)));
        command.add("-Dlogback.configurationFile=" + config);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, path), Server.class.getName()));
        Path out = folder.resolve("logback.out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        return Files.readAllLines(log);
    }

    /** Answers two requests of the same trace, and logs in each. */
    static final class Server {
        private static final Logger LOG = LoggerFactory.getLogger(Server.class);

        private Server() {}

        /** Logs before, in and after the requests. */
        public static void main(String[] arguments) throws IOException {
            LOG.info("before");
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                MDC.put("user", "ann");
                LOG.info("handled{}", ownId());
                MDC.clear();
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            server.start();
            for (int i = 0; i < 2; i++) {
                request(server.getAddress().getPort());
            }
            server.stop(0);
            LOG.info("after");
        }

        /** The id from the application's own copy of the API, if there is one. */
        private static String ownId() {
            try {
                return " " + Span.current().getSpanContext().getSpanId();
            } catch (NoClassDefFoundError e) {
                return "";
            }
        }

        /** Sends the request over a socket: the agent would give a request of an HTTP client its own trace. */
        private static void request(int port) throws IOException {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream()
                        .write(("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\ntraceparent: 00-" + TRACE
                                        + "-" + PARENT + "-01\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                // Reads until the server closes the socket.
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
