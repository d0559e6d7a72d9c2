package dev.tailrace.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application on Dropwizard with {@code logging: {type: external}}: its events go to a TailraceAppender, its requests through our
 * AsyncAppender to an appender of Logback's. It is killed while it answers; a line of each answered request must be in both files.
 */
@Tag("slow")
class DropwizardTest {
    private static final int KILLS = 3;
    private static final int WARM = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern NUMBER = Pattern.compile("order[s/ ]+(\\d+)");

    private static final String LOGBACK = """
            <configuration>
              <appender name="FILE" class="dev.tailrace.logback.TailraceAppender">
                <file>DIR/app.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                  <fileNamePattern>DIR/app.%d{yyyy-MM-dd}.%i.log</fileNamePattern><maxFileSize>20KB</maxFileSize>
                </rollingPolicy>
                <encoder><pattern>%d{HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n</pattern></encoder>
              </appender>
              <appender name="REQUESTS" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>DIR-requests/app.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <fileNamePattern>DIR-requests/app.%d{yyyy-MM-dd}.log</fileNamePattern>
                </rollingPolicy>
                <encoder><pattern>%msg%n</pattern></encoder>
              </appender>
              <appender name="ASYNC" class="dev.tailrace.logback.AsyncAppender">
                <queueSize>8192</queueSize><appender-ref ref="REQUESTS"/>
              </appender>
              <logger name="org.eclipse.jetty.server.RequestLog" additivity="false"><appender-ref ref="ASYNC"/></logger>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    private static final String SHOP = """
            server:
              type: simple
              applicationContextPath: /
              adminContextPath: /admin
              connector: {type: http, port: 0, bindHost: 127.0.0.1}
              requestLog: {type: external}
            logging: {type: external}
            """;

    @TempDir
    Path folder;

    private int next;
    private final List<Integer> answered = new ArrayList<>();

    @Test
    void killedApplication_losesNoLineOfAnAnsweredRequest() throws Exception {
        Path logs = folder.resolve("logs");
        Files.writeString(folder.resolve("shop.yml"), SHOP);
        Files.writeString(folder.resolve("logback.xml"), LOGBACK.replace("DIR", logs.toString()));
        for (int i = 0; i < KILLS; i++) {
            try (ChildProcess shop = start()) {
                int port = port(shop);
                ask(port, next + WARM);
                CompletableFuture<Void> kill = CompletableFuture.runAsync(
                        shop::kill, CompletableFuture.delayedExecutor(70 + 130 * i, TimeUnit.MILLISECONDS));
                ask(port, Integer.MAX_VALUE);
                kill.get();
            }
        }
        try (ChildProcess shop = start()) {
            port(shop);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(numbers(logs)).containsAll(answered));
            shop.signal("TERM");
            assertThat(shop.awaitEnd(PATIENCE)).isTrue();
        }
        // A request can be killed after its line was logged, and the line of the request log comes after the answer.
        List<Integer> orders = numbers(logs);
        assertThat(orders).isSorted().doesNotHaveDuplicates().containsAll(answered);
        assertThat(orders.size() - answered.size()).isBetween(0, KILLS);
        List<Integer> requests = numbers(folder.resolve("logs-requests"));
        assertThat(requests).isSorted().doesNotHaveDuplicates();
        answered.removeAll(requests);
        assertThat(answered).hasSizeLessThanOrEqualTo(KILLS);
        System.out.println("killed " + KILLS + " times, " + orders.size() + " orders, none lost, none twice; "
                + requests.size() + " requests");
    }

    /** Asks for one order after the other, up to a number or until the application is gone. */
    private void ask(int port, int end) throws InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        try {
            while (next < end) {
                int number = next++;
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + port + "/orders/" + number))
                        .build();
                assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                                .body())
                        .isEqualTo("order " + number);
                answered.add(number);
            }
        } catch (IOException e) {
            // It is killed.
            assertThat(end).isEqualTo(Integer.MAX_VALUE);
        }
    }

    private static int port(ChildProcess shop) {
        return Integer.parseInt(shop.awaitLine("port ").substring("port ".length()));
    }

    private ChildProcess start() throws IOException {
        String classPath = System.getProperty("java.class.path");
        List<Path> older = Origins.jars(Path.of("target/logback").toAbsolutePath()).stream()
                .filter(each -> each.toString().contains("-1.5."))
                .toList();
        assertThat(older).hasSize(2);
        return JvmLauncher.of(Shop.class, folder.resolve("shop.yml").toString())
                // The line that Dropwizard 4 comes with.
                .classPath(older)
                .classPath(Stream.of(classPath.split(File.pathSeparator, -1))
                        .filter(each -> !each.contains("logback-classic") && !each.contains("logback-core"))
                        .map(Path::of)
                        .toList())
                .options("-XX:TieredStopAtLevel=1", "-Dlogback.configurationFile=" + folder.resolve("logback.xml"))
                .environment("TAILRACE_DIR", folder.resolve("lanes").toString())
                .start();
    }

    private static List<Integer> numbers(Path logs) throws IOException {
        return new String(RolledFiles.joined(logs, false), StandardCharsets.UTF_8)
                .lines()
                .map(NUMBER::matcher)
                .filter(Matcher::find)
                .map(each -> Integer.valueOf(each.group(1)))
                .toList();
    }
}
