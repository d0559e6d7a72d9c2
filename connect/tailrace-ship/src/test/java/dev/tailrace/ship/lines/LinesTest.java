package dev.tailrace.ship.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.ship.RecordCodec;
import dev.tailrace.target.TargetSender;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private final List<Finding> findings = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** Keeps what one connection after another sends; a connection is reset after {@code mostBytes}. */
    private static final class Server implements AutoCloseable {
        final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        final List<ByteArrayOutputStream> connections = new CopyOnWriteArrayList<>();
        volatile int mostBytes = Integer.MAX_VALUE;

        Server() throws IOException {
            Thread thread = new Thread(this::run, "lines-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            while (!socket.isClosed()) {
                try (Socket connection = socket.accept()) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    connections.add(bytes);
                    InputStream in = connection.getInputStream();
                    byte[] buffer = new byte[1000];
                    for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                        synchronized (bytes) {
                            bytes.write(buffer, 0, count);
                        }
                        if (bytes.size() >= mostBytes) {
                            connection.setSoLinger(true, 0);
                            break;
                        }
                    }
                } catch (IOException e) {
                    // The test has ended, or the connection.
                }
            }
        }

        String text(int connection) {
            return connections.size() <= connection
                    ? ""
                    : connections.get(connection).toString(StandardCharsets.UTF_8);
        }

        String address() {
            return "127.0.0.1:" + socket.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private Server server() throws IOException {
        Server server = new Server();
        open.add(server);
        return server;
    }

    private TargetSender sender(String kind, String address, Map<String, String> options) {
        TargetSender sender = new LinesProvider()
                .open(
                        new TargetConfig(kind, address, options, TargetConfig.CAP),
                        "LINES",
                        folder.resolve("records"),
                        (event, message, arguments, line) ->
                                line.append(String.valueOf(message)).append('\n'),
                        findings::add);
        open.add(() -> sender.end(System.nanoTime()));
        return sender;
    }

    /** Appends a message as the drainer would. */
    private void log(TargetSender sender, String message) throws IOException {
        Files.write(
                folder.resolve("records"),
                encoded(sender.encoder(), message, Map.of()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static byte[] encoded(Encoder encoder, String message, Map<String, String> context) {
        Event event = new Event(new TextBuffer(64, 1 << 20));
        event.begin(
                40,
                0,
                "shop.Orders",
                "x",
                Instant.parse("2026-03-04T05:06:07.891234567Z").getEpochSecond() * SECOND + 891_234_567L);
        event.context(context);
        encoder.encode(event, message, null, event.line());
        return Arrays.copyOf(event.line().array(), event.line().length());
    }

    private static String decoded(byte[] line) {
        byte[] to = new byte[line.length];
        return new String(to, 0, RecordCodec.decode(line, 0, line.length - 1, to, 0), StandardCharsets.UTF_8);
    }

    @Test
    void lines_areFramedAsAskedFor() throws Exception {
        for (String framing : List.of("newline", "octets", "nul")) {
            Server server = server();
            TargetSender sender = sender("lines", "tcp://" + server.address(), Map.of("framing", framing));
            log(sender, "one");
            log(sender, "zw\u00f6lf");
            sender.start();
            String expected = switch (framing) {
                case "octets" -> "3 one6 zw\u00f6lf";
                case "nul" -> "one\0zw\u00f6lf\0";
                default -> "one\nzw\u00f6lf\n";
            };
            await().untilAsserted(() -> assertThat(server.text(0)).isEqualTo(expected));
            assertThat(sender.end(System.nanoTime() + 5 * SECOND)).isZero();
            Files.delete(folder.resolve("records"));
            Files.delete(folder.resolve(".records.position"));
        }
    }

    @Test
    void aConnectionThatIsReset_losesNoLine() throws Exception {
        Server server = server();
        server.mostBytes = 20_000;
        TargetSender sender = sender("lines", "tcp://" + server.address(), Map.of());
        for (int i = 0; i < 5_000; i++) {
            log(sender, "line " + i);
        }
        sender.start();
        await().until(() -> server.connections.size() >= 2);
        server.mostBytes = Integer.MAX_VALUE;

        List<String> expected =
                IntStream.range(0, 5_000).mapToObj(i -> "line " + i).toList();
        await().untilAsserted(() -> assertThat(server.connections.stream()
                        .flatMap(bytes -> bytes.toString(StandardCharsets.UTF_8).lines())
                        .distinct())
                .containsAll(expected));
        assertThat(sender.end(System.nanoTime() + 5 * SECOND)).isZero();
    }

    @Test
    void ofTwoHosts_theOneThatAnswersGetsTheLines() throws Exception {
        Server first = server();
        Server second = server();
        first.close();
        TargetSender sender = sender("lines", "tcp://" + first.address() + "," + second.address(), Map.of());
        log(sender, "one");
        sender.start();

        await().untilAsserted(() -> assertThat(second.text(0)).isEqualTo("one\n"));
    }

    @Test
    void aServerThatReadsNothing_isLeftAfterTheTimeOut() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Server second = server();
            TargetSender sender = sender(
                    "lines",
                    "tcp://127.0.0.1:" + deaf.getLocalPort() + "," + second.address(),
                    Map.of("writeTimeout", "300"));
            String kilo = "x".repeat(100_000);
            for (int i = 0; i < 200; i++) {
                log(sender, kilo + i);
            }
            sender.start();
            TargetFigures[] figures = new TargetFigures[1];
            await().until(() -> {
                figures[0] = sender.figures();
                return figures[0].retried() > 0;
            });
            assertThat(figures[0].acknowledged()).isLessThan(200);
        }
    }

    @Test
    void syslog_hasTheHeaderOfRfc5424_andItsStructuredData() {
        Map<String, String> options = new LinkedHashMap<>(
                Map.of("host", "my host", "appName", "shop", "facility", "local0", "mdc", "all", "mdcId", "mdc@1"));
        Encoder encoder = SyslogEncoder.of(
                new TargetConfig("syslog", null, options, 0),
                (event, message, arguments, line) ->
                        line.append(String.valueOf(message)).append('\n'));
        Map<String, String> context = new LinkedHashMap<>();
        context.put("user id", "a\"b]c\\");
        context.put("order", "1\n2");

        String text = decoded(encoded(encoder, "paid", context));

        assertThat(text)
                .matches("<131>1 2026-03-04T\\d\\d:\\d\\d:07\\.891234(Z|[+-]\\d\\d:\\d\\d) my_host shop "
                        + ProcessHandle.current().pid()
                        + " - \\[mdc@1 user_id=\"a\\\\\"b\\\\]c\\\\\\\\\" order=\"1 2\"] paid");
        assertThat(decoded(encoded(encoder, "paid", Map.of()))).endsWith(" - - paid");
    }

    @Test
    void syslog_inTheOldFormat() {
        Encoder encoder = SyslogEncoder.of(
                new TargetConfig("syslog", null, Map.of("format", "bsd", "host", "h"), 0),
                (event, message, arguments, line) ->
                        line.append(String.valueOf(message)).append('\r').append('\n'));

        assertThat(decoded(encoded(encoder, "paid", Map.of()))).matches("<11>Mar  [345] \\d\\d:\\d\\d:07 h paid");
    }

    @Test
    void gelf_overUdp_isCompressedAndChunked() throws Exception {
        try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(20_000);
            TargetSender sender = sender("gelf", "udp://127.0.0.1:" + server.getLocalPort(), Map.of("chunk", "100"));
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                text.append(Math.floorMod(i * 7919, 1000)).append(',');
            }
            log(sender, "short");
            log(sender, text.toString());
            sender.start();

            DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
            server.receive(packet);
            assertThat(unzipped(Arrays.copyOf(packet.getData(), packet.getLength())))
                    .isEqualTo("short");
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            int count = 1;
            for (int i = 0; i < count; i++) {
                server.receive(packet);
                byte[] bytes = packet.getData();
                assertThat(bytes[0]).isEqualTo((byte) 0x1e);
                assertThat(bytes[1]).isEqualTo((byte) 0x0f);
                assertThat(bytes[10]).isEqualTo((byte) i);
                count = bytes[11];
                all.write(bytes, 12, packet.getLength() - 12);
            }
            assertThat(count).isGreaterThan(1);
            assertThat(unzipped(all.toByteArray())).isEqualTo(text.toString());
            assertThat(sender.end(System.nanoTime() + 5 * SECOND)).isZero();
        }
    }

    private static String unzipped(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
