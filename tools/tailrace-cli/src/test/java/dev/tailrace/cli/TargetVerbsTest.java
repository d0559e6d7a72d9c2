package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.testkit.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code top} and {@code verify} beside a process whose target is away. */
class TargetVerbsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private Scene scene;
    private Path row;
    private int port;

    @BeforeEach
    void openScene() throws IOException {
        scene = new Scene(folder);
        row = scene.folder.resolve("log/SHIP");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(
                scene.folder.resolve("app.xml"),
                "<configuration><appender name='SHIP' class='dev.tailrace.ShipAppender'><target>lines</target>"
                        + "<address>tcp://127.0.0.1:" + port + "</address><directory>" + row + "</directory>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='SHIP'/></root></configuration>");
    }

    @AfterEach
    void closeScene() {
        scene.close();
    }

    private ChildProcess away() throws IOException {
        ChildProcess process = scene.producer("app", "a", 50);
        await().atMost(PATIENCE)
                .until(() -> Files.exists(row.resolve(".records.target"))
                        && Files.readString(row.resolve(".records.target")).contains("refused"));
        return process;
    }

    @Test
    void targetThatIsAway_isSeenInTopAndVerify() throws Exception {
        away();

        String top =
                Scene.run("top", "--once", "--interval=200ms", row.toString()).out();
        assertThat(top.replaceAll("\\s+", " "))
                .contains(
                        "lines tcp://127.0.0.1:" + port + " from " + row.resolve("records"),
                        "! records wait: ",
                        "refused",
                        "B wait, the oldest for ",
                        "s, records: 0 acknowledged, ",
                        " retried, 0 dropped ")
                .doesNotContain("loudest", "rolls by");
        assertThat(top.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));

        Scene.Said verify = Scene.run("verify", row.toString());
        assertThat(verify.status()).isEqualTo(ExitStatus.FOUND);
        assertThat(verify.out().replaceAll("\\s+", " "))
                .contains(
                        "/records: 1 finding; 50 records (",
                        "- 50 records wait for tcp://127.0.0.1:" + port + ", the oldest since ",
                        "refused",
                        "./tailrace ship " + row + " --to lines:tcp://127.0.0.1:" + port,
                        "Target lines tcp://127.0.0.1:" + port,
                        "Records 0 records acknowledged, 0 records dropped, ");

        Path json = scene.folder.resolve("verify.json");
        Scene.run("verify", "--json", json.toString(), row.toString());
        JsonObject log = JsonParser.parseString(Files.readString(json))
                .getAsJsonObject()
                .getAsJsonArray("logs")
                .get(0)
                .getAsJsonObject();
        assertThat(log.getAsJsonObject("target").get("records").getAsLong()).isEqualTo(50);
        assertThat(log.getAsJsonObject("target")
                        .getAsJsonObject("figures")
                        .get("kind")
                        .getAsString())
                .isEqualTo("lines");
    }

    @Test
    void recordsOfAKilledProcess_waitUntilTheyAreShipped() throws Exception {
        away().kill();

        assertThat(Scene.run("verify", row.toString()).out().replaceAll("\\s+", " "))
                .contains("50 records wait for tcp://127.0.0.1:" + port, ": no process sends them.");
        Thread server = new Thread(this::takeAll, "server");
        server.setDaemon(true);
        server.start();
        assertThat(Scene.run("ship", row.toString(), "--to", "lines:tcp://127.0.0.1:" + port)
                        .out()
                        .replaceAll("\\s+", " "))
                .startsWith("50 records sent");

        Scene.Said after = Scene.run("verify", row.toString());
        assertThat(after.out()).contains(": FINE; nothing waits.", "50 records acknowledged");
        assertThat(after.status()).isEqualTo(ExitStatus.GOOD);
    }

    private void takeAll() {
        try (ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                Socket connection = server.accept()) {
            connection.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void damagedFiles_areFindings() throws Exception {
        away().kill();
        byte[] position = Files.readAllBytes(row.resolve(".records.position"));
        Files.write(row.resolve(".records.position"), new byte[128]);
        assertThat(verified()).contains("its position is damaged, so that all are sent.", "50 records (");

        Files.write(row.resolve(".records.position"), position);
        Files.write(row.resolve("records"), new byte[] {7, 99, 'x', '\n'});
        assertThat(verified()).contains("1 lines are no records, and are dropped.");
    }

    private String verified() {
        Scene.Said said = Scene.run("verify", row.toString());
        assertThat(said.status()).isEqualTo(ExitStatus.FOUND);
        return said.out().replaceAll("\\s+", " ");
    }
}
