package dev.tailrace.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tailrace.testkit.LocalRepository;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An application of the size that people have, built from installed artifacts alone and started by its own script, with Logback and with
 * Tailrace: the same lines on the console and in the files, but for what is documented.
 */
@Tag("anyjdk")
@Tag("slow")
class ClinicExampleTest {
    /** The only difference, which docs/reference/differences.md has: no request can forge a line. */
    private static String forged(String thread) {
        String line = "<time>  INFO <pid> --- [clinic] [" + thread
                + "] com.example.clinic.web.OwnerController   : New owner: Eve";
        return line + "\nWARN all is lost of null <> " + line + "\\nWARN all is lost of null";
    }

    @BeforeAll
    static void prepare() throws Exception {
        Clinic.prepare();
    }

    /** What one run has left. */
    private record Seen(List<String> console, List<String> file, List<String> audit, List<String> errors) {
        static Seen of(Clinic clinic) throws Exception {
            return new Seen(
                    LogText.events(clinic.console(), clinic.pid()),
                    LogText.events(clinic.file("clinic.log"), clinic.pid()),
                    LogText.events(clinic.file("audit.log"), clinic.pid()),
                    clinic.errors());
        }
    }

    private static Seen day(String backend) throws Exception {
        try (Clinic clinic =
                Clinic.start("day", backend, "--clinic.reminder-interval=1d").awaitReady()) {
            assertThat(clinic.get("/owners/1")).startsWith("200 ").contains("\"Ann\"");
            assertThat(clinic.post("empty", "/owners", "{\"name\": \"\"}")).startsWith("400 ");
            assertThat(clinic.post("new", "/owners", "{\"name\": \"Jörg 东京\", \"town\": \"Köln\"}"))
                    .startsWith("201 ");
            assertThat(clinic.post("forged", "/owners", "{\"name\": \"Eve\\nWARN all is lost\"}"))
                    .startsWith("201 ");
            String visit = "{\"day\": \"2030-05-06\", \"reason\": \"teeth\"}";
            assertThat(clinic.post("booked", "/pets/1/visits", visit)).startsWith("201 ");
            assertThat(clinic.get("/pets/1/visits")).startsWith("200 ").contains("teeth");
            assertThat(clinic.post("nobody", "/pets/99/visits", visit)).startsWith("404 ");
            assertThat(clinic.post("broken", "/pets/1/visits", visit.replace("2030", "1930")))
                    .startsWith("500 ");
            String loggers = "/actuator/loggers/com.example.clinic";
            assertThat(clinic.get(loggers))
                    .isEqualTo("200 {\"configuredLevel\":\"DEBUG\",\"effectiveLevel\":\"DEBUG\"}");
            assertThat(clinic.post("quiet", loggers, "{\"configuredLevel\": \"INFO\"}"))
                    .startsWith("204");
            assertThat(clinic.get("/owners/2")).startsWith("200 ");
            assertThat(clinic.post("loud", "/actuator/loggers/clinic-web", "{\"configuredLevel\": \"DEBUG\"}"))
                    .startsWith("204");
            assertThat(clinic.get("/owners/3")).startsWith("200 ");
            assertThat(clinic.get("/actuator/metrics/logback.events?tag=level:error"))
                    .startsWith("200 ")
                    .contains("\"value\":1.0");
            clinic.awaitConsole("owner 3 asked for");
            assertThat(clinic.get("/actuator/logfile")).startsWith("200 ").contains("Started ClinicApplication");
            clinic.terminate();
            return Seen.of(clinic);
        }
    }

    @Test
    void day_withTailrace_hasTheLinesOfLogback() throws Exception {
        Seen theirs = day("logback");
        Seen ours = day("tailrace");

        assertThat(theirs.errors()).isEmpty();
        assertThat(ours.errors()).isEmpty();
        assertThat(theirs.console()).hasSizeGreaterThan(20);
        assertThat(theirs.file()).hasSizeGreaterThan(20);
        // A console's thread has 15 characters.
        assertThat(LogText.differences(theirs.console(), ours.console())).containsExactly(forged("-auto-1-exec-<n>"));
        assertThat(LogText.differences(theirs.file(), ours.file())).containsExactly(forged("http-nio-auto-1-exec-<n>"));
        assertThat(theirs.audit()).hasSize(1);
        assertThat(ours.audit()).isEqualTo(theirs.audit());
    }

    /** The console is JSON then, as the guide for containers shows. */
    @Test
    void startAndEnd_withTheProfileProd_haveTheLinesOfLogback() throws Exception {
        Seen theirs = prod("logback");
        Seen ours = prod("tailrace");

        assertThat(ours.errors()).isEqualTo(theirs.errors()).isEmpty();
        assertThat(theirs.console()).filteredOn(each -> each.startsWith("{")).hasSizeGreaterThan(10);
        assertThat(ours.console()).isEqualTo(theirs.console());
        assertThat(ours.file()).isEqualTo(theirs.file());
    }

    private static Seen prod(String backend) throws Exception {
        try (Clinic clinic = Clinic.start(
                "prod",
                backend,
                "--spring.profiles.active=prod",
                "--spring.main.lazy-initialization=true",
                "--clinic.exit-when-ready=true")) {
            clinic.awaitEnd();
            return Seen.of(clinic);
        }
    }

    /** Records of the start arrive at a collector, with the application's name. */
    @Test
    void start_withTheProfileOtlp_isSent() throws Exception {
        StringBuilder arrived = new StringBuilder();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/logs", exchange -> {
            try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
                synchronized (arrived) {
                    arrived.append(exchange.getRequestHeaders().getFirst("X-Key"));
                    arrived.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        String otlp = "--management.opentelemetry.logging.export.otlp.";
        try (Clinic clinic = Clinic.start(
                "otlp",
                "tailrace",
                "--spring.profiles.active=otlp",
                "--spring.main.lazy-initialization=true",
                "--clinic.exit-when-ready=true",
                otlp + "endpoint=http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/logs",
                otlp + "headers.X-Key=key-of-clinic")) {
            clinic.awaitEnd();

            assertThat(Seen.of(clinic).errors()).isEmpty();
            assertThat(arrived)
                    .contains("key-of-clinic", "Started ClinicApplication", "service.name", "clinic")
                    .contains("deployment.environment.name");
        } finally {
            collector.stop(0);
        }
    }

    /** Neither start nor end wait for a broker that isn't there; what a real one gets: KafkaKillTest. */
    @Test
    void start_withTheProfileKafkaAndNoBroker_keepsTheRecords() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (Clinic clinic = Clinic.start(
                "wait",
                "tailrace",
                "--spring.profiles.active=kafka",
                "--spring.main.lazy-initialization=true",
                "--clinic.exit-when-ready=true",
                "--spring.kafka.bootstrap-servers=127.0.0.1:" + port)) {
            clinic.awaitEnd();

            assertThat(String.join("\n", clinic.errors()))
                    .contains("TR2054", "tailrace-ship/KAFKA")
                    .doesNotContain("Exception");
            assertThat(clinic.below("tailrace-ship/KAFKA/records")).isNotEmptyFile();
            assertThat(clinic.console()).contains("Started ClinicApplication").doesNotContain("org.apache.kafka");
        }
    }

    /** What the guides show stands in the example's files. */
    @Test
    void guides_showTheFilesOfTheExample() throws Exception {
        String guide = Files.readString(LocalRepository.root().resolve("docs/guide/spring-boot.md"));
        String pom = Files.readString(Clinic.ORIGINAL.resolve("pom.xml"));
        assertThat(squeezed(pom)).contains(squeezed(shown(guide, "snippet: maven, from examples/spring-boot/pom.xml")));
        String containers = Files.readString(LocalRepository.root().resolve("docs/guide/containers.md"));
        String yaml = Files.readString(Clinic.ORIGINAL.resolve("src/main/resources/application.yaml"));
        assertThat(yaml).contains(shown(containers, "snippet: json, from examples/spring-boot"));
        String migrate = Files.readString(LocalRepository.root().resolve("docs/guide/migrate-from-logback.md"));
        assertThat(Files.readString(Path.of("src/test/java/dev/tailrace/spring/example/OrdersTest.java")))
                .endsWith(shown(migrate, "snippet: capture"));
    }

    private static String shown(String page, String mark) {
        Matcher block = Pattern.compile("<!-- " + Pattern.quote(mark) + ".*? -->\\R```\\w*\\R(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).as("a block after " + mark).isTrue();
        return block.group(1);
    }

    /** However it is indented. */
    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
