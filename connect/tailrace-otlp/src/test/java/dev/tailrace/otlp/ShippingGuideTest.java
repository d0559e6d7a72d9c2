package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.LoggingProcesses;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example of the guide on shipping. */
class ShippingGuideTest {
    private static final Path GUIDE = Path.of("../../docs/guide/shipping.md");
    private static final String ADDRESS = "http://localhost:4318";

    @TempDir
    Path folder;

    @Test
    void theConfiguration_sendsWithoutAFinding() throws Exception {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("<configuration>");
        String example = guide.substring(from, guide.indexOf("```", from));
        assertThat(example).contains(ADDRESS);
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/logs", exchange -> {
            try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
                ExportLogsServiceRequest.parseFrom(in)
                        .getResourceLogsList()
                        .forEach(resource -> resource.getScopeLogsList()
                                .forEach(scope -> scope.getLogRecordsList()
                                        .forEach(each ->
                                                bodies.add(each.getBody().getStringValue()))));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            Files.writeString(
                    folder.resolve("logback.xml"),
                    example.replace(
                            ADDRESS, "http://127.0.0.1:" + server.getAddress().getPort()));
            ChildProcess child = JvmLauncher.of(LoggingProcesses.Last.class)
                    .options("-Dtailrace.config=" + folder.resolve("logback.xml"))
                    .in(folder)
                    .run();

            assertThat(child.out() + child.err()).isEmpty();
            assertThat(bodies).containsExactly("last");
        } finally {
            server.stop(0);
        }
    }
}
