package dev.tailrace.otlp;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Target;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A receiver of OTLP over HTTP. */
final class OtlpTarget implements Target {
    static final String VERSION = version();

    private static final long MOST_WAIT_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final int LONGEST_RESPONSE = 1 << 16;
    private static final int MOST_RESOURCES = 1_000;

    private final OtelSettings settings;
    private final Resource own;
    private final Path directory;
    private final byte[] unknown;
    /** Emptied each day, so that the files that are in use are read, which keeps them. */
    private final Map<Long, byte[]> resources = new HashMap<>();

    private long day;
    private @Nullable HttpClient client;
    private TextBuffer body = Request.buffer();

    /** @param own the resource of this process, should its file be missing */
    OtlpTarget(OtelSettings settings, Resource own, Path directory) {
        this.settings = settings;
        this.own = own;
        this.directory = directory;
        this.unknown = Resource.of(Map.of(
                        "service.name", String.valueOf(settings.resource().get("service.name"))))
                .bytes();
    }

    private static String version() {
        String version = OtlpTarget.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public String address() {
        return OtelSettings.shown(settings.endpoint());
    }

    @Override
    public Outcome send(Batch batch, long deadline) {
        Request request = new Request(batch);
        int malformed = request.malformed();
        if (malformed == batch.count()) {
            return Outcome.accepted(malformed, "not readable");
        }
        body.clear();
        request.write(this::resource, body);
        Outcome outcome = exchange(content(), batch.count() - malformed, deadline);
        return malformed == 0 || outcome.kind() != Outcome.Kind.ACCEPTED
                ? outcome
                : Outcome.accepted(outcome.dropped() + malformed, outcome.reason());
    }

    @Override
    public void close() {
        client = null;
        body = Request.buffer();
    }

    private byte[] resource(long id) {
        long today = Instant.now().getEpochSecond() / TimeUnit.DAYS.toSeconds(1);
        if (today != day || resources.size() > MOST_RESOURCES) {
            resources.clear();
            day = today;
        }
        byte[] known = resources.get(id);
        if (known == null) {
            Resource found = Resource.load(directory, id);
            if (found == null && id != own.id()) {
                // Another process may be about to write it.
                return unknown;
            }
            known = found == null ? own.bytes() : found.bytes();
            resources.put(id, known);
        }
        return known;
    }

    /** A copy, as a cancelled request may still be read. */
    private byte[] content() {
        if (!settings.gzip()) {
            return Arrays.copyOf(body.array(), body.length());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length() / 4);
        try (OutputStream out = new Gzip(bytes)) {
            out.write(body.array(), 0, body.length());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** With the fastest level: the default takes twice as long, for a twentieth less. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, 1 << 13);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private HttpRequest request(byte[] content) {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.endpoint())
                .header("Content-Type", "application/x-protobuf")
                .header("User-Agent", "tailrace/" + VERSION)
                .POST(HttpRequest.BodyPublishers.ofByteArray(content));
        if (settings.gzip()) {
            request.header("Content-Encoding", "gzip");
        }
        settings.headers().forEach(request::setHeader);
        return request.build();
    }

    private HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            // A redirect would take the headers, with their keys, elsewhere.
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(settings.timeout());
            if (settings.tls() != null) {
                builder.sslContext(settings.tls());
            }
            known = builder.build();
            client = known;
        }
        return known;
    }

    private Outcome exchange(byte[] content, int records, long deadline) {
        long wait = Math.min(settings.timeout().toNanos(), deadline - System.nanoTime());
        CompletableFuture<HttpResponse<byte[]>> answer = client().sendAsync(request(content), status -> limited());
        try {
            return outcome(answer.get(Math.max(wait, 1), TimeUnit.NANOSECONDS), records);
        } catch (TimeoutException e) {
            answer.cancel(true);
            return Outcome.retry(0, "no answer in time");
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return Outcome.retry(0, "interrupted");
        } catch (ExecutionException e) {
            return failed(e);
        }
    }

    /** The first bytes of a response: it may be of any length. */
    private static HttpResponse.BodySubscriber<byte[]> limited() {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        return BodySubscribers.mapping(
                BodySubscribers.ofByteArrayConsumer(bytes -> bytes.ifPresent(
                        more -> kept.write(more, 0, Math.min(more.length, LONGEST_RESPONSE - kept.size())))),
                nothing -> kept.toByteArray());
    }

    private static Outcome outcome(HttpResponse<byte[]> response, int records) {
        int status = response.statusCode();
        String reason = "HTTP " + status;
        if (status / 100 == 2) {
            PartialSuccess partial = PartialSuccess.of(response.body());
            return Outcome.accepted((int) Math.max(0, Math.min(partial.rejected(), records)), partial.message());
        }
        return switch (status) {
            case 400, 413 -> Outcome.split(reason);
            case 429, 502, 503, 504 ->
                Outcome.retry(
                        retryAfterMillis(
                                response.headers().firstValue("Retry-After").orElse("0"), Instant.now()),
                        reason);
            default -> Outcome.hold(reason);
        };
    }

    /** Seconds, or a date. */
    static long retryAfterMillis(String text, Instant now) {
        long millis = 0;
        try {
            millis = text.strip().matches("\\d+")
                    ? TimeUnit.SECONDS.toMillis(Long.parseLong(text.strip()))
                    : ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant()
                                    .toEpochMilli()
                            - now.toEpochMilli();
        } catch (NumberFormatException e) {
            millis = MOST_WAIT_MILLIS;
        } catch (DateTimeException | ArithmeticException e) {
            // The target's own pause can't be read: ours holds.
        }
        return Math.max(0, Math.min(millis, MOST_WAIT_MILLIS));
    }

    /** A lost connection may come back by itself; a certificate or a key has to be changed. */
    private static Outcome failed(Throwable error) {
        Throwable tls = null;
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof ConnectException) {
                return Outcome.retry(0, "no connection");
            }
            if (cause instanceof SocketException || cause instanceof EOFException) {
                return Outcome.retry(0, "connection lost");
            }
            tls = tls == null && (cause instanceof SSLException || cause instanceof CertificateException) ? cause : tls;
            cause = cause.getCause();
        }
        return tls == null ? Outcome.retry(0, "connection lost") : Outcome.hold("TLS: " + tls.getMessage());
    }
}
