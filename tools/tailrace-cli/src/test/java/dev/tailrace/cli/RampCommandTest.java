package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load from the command line: what is refused, and what is told. */
@Tag("slow")
class RampCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void ramp_anotherMachine_isRefused() {
        assertThat(run("doctor", "--ramp", "http://192.0.2.7/")).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(err.toString()).contains("this machine only").contains("--i-own 192.0.2.7");
    }

    @Test
    void ramp_objectiveThatIsNone_isRefused() {
        assertThat(run("doctor", "--ramp", "http://localhost:1/", "--slo", "fast"))
                .isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(err.toString()).contains("p99=250ms");
    }

    @Test
    void ramp_withFiles_isRefused() {
        assertThat(run("doctor", "--ramp", "http://localhost:1/", "dumps")).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(err.toString()).contains("--ramp");
    }

    @Test
    void ramp_serviceWithACeiling_tellsItAndWritesThePage() throws Exception {
        Path page = folder.resolve("load.html");
        Path json = folder.resolve("load.json");
        ExecutorService worker = Executors.newSingleThreadExecutor();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(worker);
        server.createContext("/", exchange -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            List<String> words = new ArrayList<>(List.of("doctor", "--ramp"));
            words.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            words.addAll(List.of("--slo", "p90=100ms", "--steps", "2", "--from", "400", "--step-seconds", "1"));
            words.addAll(List.of("--html", page.toString(), "--json", json.toString()));

            assertThat(run(words.toArray(String[]::new))).isEqualTo(ExitStatus.FOUND);
        } finally {
            server.stop(0);
            worker.shutdownNow();
        }
        assertThat(out.toString()).contains("CEILING", "too late", "What gave way");
        assertThat(Files.readString(page)).contains("How much it carries", "Step by step");
        assertThat(Files.readString(json)).contains("TR3170");
    }

    private int run(String... words) {
        return Main.run(Checkout.named(null), new PrintWriter(out, true), new PrintWriter(err, true), words);
    }
}
