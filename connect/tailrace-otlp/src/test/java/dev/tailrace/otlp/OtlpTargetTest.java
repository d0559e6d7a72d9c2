package dev.tailrace.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Outcome.Kind;
import dev.tailrace.ship.RecordCodec;
import dev.tailrace.target.TargetSender;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsPartialSuccess;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends to a server that answers as it is told. */
class OtlpTargetTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A request as the server has read it. */
    private record Seen(Map<String, String> headers, ExportLogsServiceRequest body) {}

    /** An answer; {@code delayMillis} passes before it. */
    private record Answer(int status, String retryAfter, ByteString body, long delayMillis) {
        Answer(int status, String retryAfter, byte[] body, long delayMillis) {
            this(status, retryAfter, ByteString.copyFrom(body), delayMillis);
        }
    }

    @TempDir
    Path directory;

    private final LinkedBlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private HttpServer server;
    private String url;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve(server);
        url = "http://localhost:" + server.getAddress().getPort() + "/v1/logs";
    }

    private void serve(HttpServer any) {
        any.createContext("/v1/logs", this::answer);
        any.createContext("/elsewhere", exchange -> {
            throw new IOException("a redirect was followed");
        });
        any.setExecutor(Runnable::run);
        any.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        }
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, all) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), all.get(0)));
        seen.add(new Seen(headers, ExportLogsServiceRequest.parseFrom(bytes)));
        Answer answer = answers.remove();
        try {
            Thread.sleep(answer.delayMillis);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (!answer.retryAfter.isEmpty()) {
            exchange.getResponseHeaders().add("Retry-After", answer.retryAfter);
        }
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        exchange.sendResponseHeaders(answer.status, answer.body.isEmpty() ? -1 : answer.body.size());
        exchange.getResponseBody().write(answer.body.toByteArray());
        exchange.close();
    }

    private OtlpTarget target(String address, String... options) {
        Outside outside = new Outside();
        for (int i = 0; i < options.length; i += 2) {
            outside.options.put(options[i], options[i + 1]);
        }
        OtelSettings settings = outside.read(address);
        assertThat(outside.causes()).isEmpty();
        return new OtlpTarget(settings, Resource.of(settings.resource()), directory);
    }

    private Outcome send(Batch batch, Answer answer, String... options) {
        answers.add(answer);
        try (OtlpTarget target = target(url, options)) {
            return target.send(batch, System.nanoTime() + 20 * SECOND);
        }
    }

    private static Answer status(int status) {
        return new Answer(status, "", new byte[0], 0);
    }

    static byte[] record(long resource, String logger, String message) {
        EventPool pool = new EventPool(1 << 20);
        Event event = pool.take();
        event.begin(20, 3, logger, "", 1_700_000_000_000_000_000L);
        new OtlpEncoder(resource, OtlpEncoderTest.ALL).encode(event, message, null, event.line());
        byte[] record = new byte[event.line().length()];
        int end = RecordCodec.decode(event.line().array(), 0, event.line().length() - 1, record, 0);
        return Arrays.copyOf(record, end);
    }

    private static Batch batch(int records) {
        byte[][] all = new byte[records][];
        for (int i = 0; i < records; i++) {
            all[i] = record(17, "a.Logger" + i % 3, "message " + i);
        }
        return Batch.of(all);
    }

    private Seen seen() throws InterruptedException {
        return Objects.requireNonNull(seen.poll(10, TimeUnit.SECONDS));
    }

    private static List<String> bodies(ScopeLogs scope) {
        return scope.getLogRecordsList().stream()
                .map(log -> log.getBody().getStringValue())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "none"})
    void send_batch_arrivesByResourceAndLogger(String compression) throws Exception {
        Resource first = Resource.of(Map.of("service.name", "first", "process.pid", 4711L));
        Resource second = Resource.of(Map.of("service.name", "second"));
        first.store(directory);
        second.store(directory);
        Batch batch = Batch.of(
                record(first.id(), "a.A", "1"),
                record(second.id(), "a.A", "2"),
                record(first.id(), "b".repeat(300), "3"),
                record(first.id(), "a.A", "4"),
                record(first.id(), "ü", "5"),
                record(99, "", "6"));
        Outcome outcome = send(batch, status(200), "compression", compression, "headers", "x-key=a%2Cb");
        assertThat(outcome).isEqualTo(Outcome.ACCEPTED);
        Seen request = seen();
        assertThat(request.headers)
                .containsEntry("content-type", "application/x-protobuf")
                .containsEntry("x-key", "a,b");
        assertThat(request.headers.containsKey("content-encoding")).isEqualTo(compression.equals("gzip"));
        List<ResourceLogs> resources = request.body.getResourceLogsList();
        assertThat(resources).hasSize(3);
        assertThat(resources.get(0).getResource().toByteArray()).isEqualTo(first.bytes());
        assertThat(resources.get(0).getResource().getAttributesList()).hasSize(2);
        List<ScopeLogs> scopes = resources.get(0).getScopeLogsList();
        assertThat(scopes).extracting(scope -> scope.getScope().getName()).containsExactly("a.A", "b".repeat(300), "ü");
        assertThat(bodies(scopes.get(0))).containsExactly("1", "4");
        assertThat(bodies(scopes.get(1))).containsExactly("3");
        assertThat(bodies(resources.get(1).getScopeLogs(0))).containsExactly("2");
        assertThat(bodies(resources.get(2).getScopeLogs(0))).containsExactly("6");
        assertThat(resources.get(2).getResource().getAttributesList())
                .singleElement()
                .satisfies(only -> {
                    assertThat(only.getKey()).isEqualTo("service.name");
                    assertThat(only.getValue().getStringValue()).isEqualTo("unknown_service:java");
                });
    }

    @Test
    void send_wholeBatch_arrivesInOrder() throws Exception {
        assertThat(send(batch(512), status(200)).kind()).isEqualTo(Kind.ACCEPTED);
        List<ScopeLogs> scopes = seen().body.getResourceLogs(0).getScopeLogsList();
        assertThat(scopes).hasSize(3);
        for (int scope = 0; scope < 3; scope++) {
            List<String> bodies = bodies(scopes.get(scope));
            for (int i = 0; i < bodies.size(); i++) {
                assertThat(bodies.get(i)).isEqualTo("message " + (3 * i + scope));
            }
        }
    }

    @Test
    void send_partOfABatch_sendsThatPart() throws Exception {
        send(batch(10).part(3, 2), status(200));
        assertThat(seen().body.getResourceLogs(0).getScopeLogsList().stream().flatMap(scope -> bodies(scope).stream()))
                .containsExactly("message 3", "message 4");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void send_busyTarget_isTriedAgain(int status) {
        assertThat(send(batch(2), status(status))).isEqualTo(Outcome.retry(0, "HTTP " + status));
        assertThat(send(batch(2), new Answer(status, "7", new byte[0], 0)))
                .isEqualTo(Outcome.retry(7_000, "HTTP " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 401, 403, 404, 405, 408, 415, 500, 501, 505})
    void send_refusingTarget_holds(int status) {
        assertThat(send(batch(2), status(status))).isEqualTo(Outcome.hold("HTTP " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413})
    void send_refusedRecords_areSplit(int status) {
        assertThat(send(batch(2), status(status))).isEqualTo(Outcome.split("HTTP " + status));
    }

    @Test
    void retryAfter_bothForms_areCapped() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        String date =
                DateTimeFormatter.RFC_1123_DATE_TIME.format(now.plusSeconds(90).atOffset(ZoneOffset.UTC));
        assertThat(OtlpTarget.retryAfterMillis(date, now)).isEqualTo(90_000);
        assertThat(OtlpTarget.retryAfterMillis("Wed, 21 Oct 2015 07:28:00 GMT", now))
                .isZero();
        assertThat(OtlpTarget.retryAfterMillis("Fri, 31 Dec 9999 07:28:00 GMT", now))
                .isEqualTo(600_000);
        assertThat(OtlpTarget.retryAfterMillis(" 3 ", now)).isEqualTo(3_000);
        for (String most : List.of("86400", "9".repeat(18), "9".repeat(40))) {
            assertThat(OtlpTarget.retryAfterMillis(most, now)).isEqualTo(600_000);
        }
        for (String bad : List.of("", "-1", "soon", "1.5", "٣")) {
            assertThat(OtlpTarget.retryAfterMillis(bad, now)).isZero();
        }
    }

    private static Answer partial(long rejected, String message) {
        return new Answer(
                200,
                "",
                ExportLogsServiceResponse.newBuilder()
                        .setPartialSuccess(ExportLogsPartialSuccess.newBuilder()
                                .setRejectedLogRecords(rejected)
                                .setErrorMessage(message))
                        .build()
                        .toByteArray(),
                0);
    }

    @Test
    void send_partialSuccess_isCounted() {
        assertThat(send(batch(5), partial(2, "too old"))).isEqualTo(Outcome.accepted(2, "too old"));
        assertThat(send(batch(5), partial(0, "a hint"))).isEqualTo(Outcome.accepted(0, "a hint"));
        assertThat(send(batch(5), partial(Long.MAX_VALUE, "")).dropped()).isEqualTo(5);
        assertThat(send(batch(5), partial(-1, "")).dropped()).isZero();
        assertThat(send(batch(5), partial(1, "line\n\u001b[31m" + "x".repeat(1 << 15)))
                        .reason())
                .hasSize(200)
                .startsWith("line  [31m");
    }

    @Test
    void send_garbageInTheResponse_isAccepted() {
        Random random = new Random(3);
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[random.nextInt(100)];
            random.nextBytes(garbage);
            assertThat(send(batch(2), new Answer(200, "", garbage, 0)).kind()).isEqualTo(Kind.ACCEPTED);
        }
        assertThat(send(batch(2), new Answer(200, "", "{}".getBytes(UTF_8), 0))).isEqualTo(Outcome.ACCEPTED);
        assertThat(send(batch(2), new Answer(200, "", new byte[8 << 20], 0)).kind())
                .isEqualTo(Kind.ACCEPTED);
    }

    @Test
    void partialSuccess_anyBytes_areRead() {
        Random random = new Random(5);
        byte[] good = partial(300, "message").body.toByteArray();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int k = random.nextInt(4); k > 0 && bytes.length > 0; k--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            assertThat(PartialSuccess.of(bytes)).isNotNull();
        }
        assertThat(PartialSuccess.of(good)).isEqualTo(new PartialSuccess(300, "message"));
    }

    @Test
    void send_slowTarget_isTriedAgain() {
        long start = System.nanoTime();
        assertThat(send(batch(2), new Answer(200, "", new byte[0], 1_500), "timeout", "300ms"))
                .isEqualTo(Outcome.retry(0, "no answer in time"));
        assertThat(System.nanoTime() - start).isLessThan(5 * SECOND);
    }

    @Test
    void send_deadline_isKept() {
        answers.add(new Answer(200, "", new byte[0], 1_500));
        long start = System.nanoTime();
        try (OtlpTarget target = target(url)) {
            assertThat(target.send(batch(2), start + SECOND / 5).kind()).isEqualTo(Kind.RETRY);
        }
        assertThat(System.nanoTime() - start).isLessThan(5 * SECOND);
    }

    @Test
    void send_targetThatReadsNothing_isCutAtTheDeadline() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                OtlpTarget target = target("http://localhost:" + socket.getLocalPort(), "timeout", "1s")) {
            assertStopped(target);
        }
    }

    private static void assertStopped(OtlpTarget target) {
        byte[] large = record(
                17,
                "a.Logger",
                new Random(3)
                        .ints(1 << 19, 'a', 'z')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString());
        byte[][] all = new byte[32][];
        Arrays.fill(all, large);
        long start = System.nanoTime();
        assertThat(target.send(Batch.of(all), start + 20 * SECOND)).isEqualTo(Outcome.retry(0, "no answer in time"));
        assertThat(System.nanoTime() - start).isLessThan(8 * SECOND);
    }

    @Test
    void send_answerByteByByte_isCutAtTheDeadline() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                OtlpTarget target = target("http://localhost:" + socket.getLocalPort(), "timeout", "1s")) {
            Thread trickle = new Thread(() -> {
                try (Socket connection = socket.accept()) {
                    connection
                            .getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".getBytes(UTF_8));
                    for (int i = 0; i < 100; i++) {
                        connection.getOutputStream().write('x');
                        Thread.sleep(200);
                    }
                } catch (IOException | InterruptedException e) {
                    // The client has gone.
                }
            });
            trickle.start();
            long start = System.nanoTime();
            assertThat(target.send(batch(2), start + 20 * SECOND)).isEqualTo(Outcome.retry(0, "no answer in time"));
            assertThat(System.nanoTime() - start).isLessThan(8 * SECOND);
            trickle.interrupt();
            trickle.join();
        }
    }

    @Test
    void send_noTarget_isTriedAgain() {
        server.stop(0);
        try (OtlpTarget target = target(url)) {
            assertThat(target.send(batch(2), System.nanoTime() + 9 * SECOND))
                    .isEqualTo(Outcome.retry(0, "no connection"));
        }
        try (OtlpTarget target = target("http://no-such-host.invalid:4318")) {
            assertThat(target.send(batch(2), System.nanoTime() + 20 * SECOND).kind())
                    .isEqualTo(Kind.RETRY);
        }
    }

    /** @param read whether the whole request is read before the connection is closed */
    private static Outcome sendTo(ServerSocket socket, boolean read, String answer, OtlpTarget target)
            throws Exception {
        Thread thread = new Thread(() -> {
            try (Socket connection = socket.accept()) {
                InputStream in = connection.getInputStream();
                if (read) {
                    StringBuilder head = new StringBuilder();
                    while (!head.toString().endsWith("\r\n\r\n")) {
                        head.append((char) in.read());
                    }
                    in.readNBytes(
                            Integer.parseInt(head.toString().replaceAll("(?is).*content-length: *(\\d+).*", "$1")));
                }
                connection.getOutputStream().write(answer.getBytes(UTF_8));
            } catch (IOException e) {
                // The client has gone.
            }
        });
        thread.start();
        Outcome outcome = target.send(batch(100), System.nanoTime() + 9 * SECOND);
        thread.join();
        return outcome;
    }

    @Test
    void send_connectionCut_isTriedAgain() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                OtlpTarget target = target("http://localhost:" + socket.getLocalPort(), "timeout", "3s")) {
            assertThat(sendTo(socket, false, "", target).kind()).isEqualTo(Kind.RETRY);
            assertThat(sendTo(socket, true, "", target).kind()).isEqualTo(Kind.RETRY);
            String half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
            assertThat(sendTo(socket, true, half, target).kind()).isEqualTo(Kind.RETRY);
            assertThat(sendTo(socket, true, "SMTP\r\n\r\n", target).kind()).isEqualTo(Kind.RETRY);
            String whole = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            assertThat(sendTo(socket, true, whole, target)).isEqualTo(Outcome.ACCEPTED);
        }
    }

    @Test
    void open_recordsOfTheRow_areSentAndAcknowledged() throws Exception {
        Outside outside = new Outside();
        outside.options.put("serviceName", "shop");
        Path file = directory.resolve("row/records");
        TargetSender sender = Objects.requireNonNull(
                OtlpProvider.open(outside.config(url), "OTLP", file, outside, outside.findings::add));
        Event event = new EventPool(1 << 20).take();
        event.begin(20, 3, "a.B", "", 1);
        for (int i = 0; i < 3; i++) {
            sender.encoder().encode(event, "message {}", new Object[] {i}, event.line());
        }
        Files.write(file, Arrays.copyOf(event.line().array(), event.line().length()));
        answers.add(new Answer(503, "1", new byte[0], 0));
        answers.add(status(200));
        sender.start();
        for (int attempt = 0; attempt < 2; attempt++) {
            ResourceLogs logs = seen().body.getResourceLogs(0);
            assertThat(logs.getResource().getAttributes(0).getValue().getStringValue())
                    .isEqualTo("shop");
            assertThat(bodies(logs.getScopeLogs(0))).containsExactly("message 0", "message 1", "message 2");
        }
        assertThat(sender.end(System.nanoTime() + 5 * SECOND)).isZero();
        assertThat(sender.figures().acknowledged()).isEqualTo(3);
    }

    @Test
    void send_unreadableRecords_areDropped() throws Exception {
        Batch mixed = Batch.of(
                new byte[0],
                record(17, "a", "good"),
                new byte[] {1, 2, 3},
                new byte[] {OtlpEncoder.VERSION, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 0},
                new byte[] {OtlpEncoder.VERSION, 0, 0, 0, 0, 0, 0, 0, 0, 50, 'x'},
                new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        assertThat(send(mixed, status(200)).dropped()).isEqualTo(5);
        assertThat(bodies(seen().body.getResourceLogs(0).getScopeLogs(0))).containsExactly("good");
        assertThat(send(Batch.of(new byte[0], new byte[] {9}), status(200)).dropped())
                .isEqualTo(2);
        assertThat(seen).isEmpty();
    }

    @Test
    void send_userInTheUrl_isInAHeaderAndNowhereElse() throws Exception {
        answers.add(status(200));
        try (OtlpTarget target = target(url.replace("http://", "http://anna:se%20cret@") + "?token=hidden")) {
            assertThat(target.send(batch(1), System.nanoTime() + 9 * SECOND)).isEqualTo(Outcome.ACCEPTED);
            assertThat(target.address()).isEqualTo(url);
        }
        assertThat(seen().headers)
                .containsEntry(
                        "authorization", "Basic " + Base64.getEncoder().encodeToString("anna:se cret".getBytes(UTF_8)));
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private KeyStore identity(String name) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-keystore",
                name + ".p12",
                "-storepass",
                "secret",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12");
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve(name + ".p12"))) {
            store.load(in, "secret".toCharArray());
        }
        write(name + ".crt", "CERTIFICATE", store.getCertificate(name).getEncoded());
        write(
                name + ".key",
                "PRIVATE KEY",
                store.getKey(name, "secret".toCharArray()).getEncoded());
        return store;
    }

    private void write(String file, String kind, byte[] content) throws IOException {
        Files.writeString(
                directory.resolve(file),
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + kind + "-----\n");
    }

    @Test
    void send_tls_trustsTheGivenCertificateAndShowsItsOwn() throws Exception {
        KeyStore store = identity("server");
        KeyStore client = identity("client");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "secret".toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("client", client.getCertificate("client"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters all = context.getDefaultSSLParameters();
                all.setNeedClientAuth(true);
                parameters.setSSLParameters(all);
            }
        });
        serve(secure);
        try {
            url = "https://localhost:" + secure.getAddress().getPort() + "/v1/logs";
            Outcome unknown = send(batch(1), status(200));
            assertThat(unknown.kind()).isEqualTo(Kind.HOLD);
            assertThat(unknown.reason()).startsWith("TLS: ");
            answers.clear();
            String certificate = directory.resolve("server.crt").toString();
            assertThat(send(
                            batch(1),
                            status(200),
                            "certificate",
                            certificate,
                            "clientCertificate",
                            directory.resolve("client.crt").toString(),
                            "clientKey",
                            directory.resolve("client.key").toString()))
                    .isEqualTo(Outcome.ACCEPTED);
            // No certificate, or one that is not known: the server ends the handshake.
            assertThat(send(batch(1), status(200), "certificate", certificate).kind())
                    .isNotEqualTo(Kind.ACCEPTED);
        } finally {
            secure.stop(0);
        }
        try (SSLServerSocket socket =
                        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
                OtlpTarget target = target(
                        "https://localhost:" + socket.getLocalPort(),
                        "timeout",
                        "1s",
                        "certificate",
                        directory.resolve("server.crt").toString())) {
            Thread accepting = new Thread(() -> {
                try {
                    ((SSLSocket) socket.accept()).startHandshake();
                } catch (IOException e) {
                    // The client has gone.
                }
            });
            accepting.start();
            assertStopped(target);
            accepting.join();
        }
        answers.clear();
        url = "https://localhost:" + server.getAddress().getPort() + "/v1/logs";
        assertThat(send(batch(1), status(200), "timeout", "2s").kind()).isNotEqualTo(Kind.ACCEPTED);
    }
}
