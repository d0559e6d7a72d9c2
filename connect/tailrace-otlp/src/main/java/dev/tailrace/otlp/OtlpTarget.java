package dev.tailrace.otlp;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Target;
import dev.tailrace.ship.Watch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;

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
    private final Watch watch = new Watch();
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
        body = Request.buffer();
        watch.close();
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

    /** The body, compressed if that is asked for. */
    private ByteArrayInputStream content() {
        if (!settings.gzip()) {
            return new ByteArrayInputStream(body.array(), 0, body.length());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length() / 4);
        try (OutputStream out = new Gzip(bytes)) {
            out.write(body.array(), 0, body.length());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    /** With the fastest level: the default takes twice as long, for a twentieth less. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, 1 << 13);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private HttpURLConnection request(int length, int millis) throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) settings.endpoint().toURL().openConnection();
        if (request instanceof HttpsURLConnection secure && settings.tls() != null) {
            secure.setSSLSocketFactory(settings.tls().getSocketFactory());
        }
        // A redirect would take the headers, with their keys, elsewhere.
        request.setInstanceFollowRedirects(false);
        request.setUseCaches(false);
        request.setConnectTimeout(millis);
        request.setReadTimeout(millis);
        request.setDoOutput(true);
        request.setFixedLengthStreamingMode(length);
        request.setRequestProperty("Content-Type", "application/x-protobuf");
        request.setRequestProperty("User-Agent", "tailrace/" + VERSION);
        request.setRequestProperty("Accept", "application/x-protobuf");
        if (settings.gzip()) {
            request.setRequestProperty("Content-Encoding", "gzip");
        }
        settings.headers().forEach(request::setRequestProperty);
        return request;
    }

    private Outcome exchange(ByteArrayInputStream content, int records, long deadline) {
        long start = System.nanoTime();
        long wait = Math.max(1_000_000, Math.min(settings.timeout().toNanos(), deadline - start));
        try {
            HttpURLConnection request = request(content.available(), (int) (wait / 1_000_000));
            watch.begin(wait, request::disconnect);
            content.transferTo(request.getOutputStream());
            int status = request.getResponseCode();
            watch.end();
            return status < 0
                    ? Outcome.retry(0, "no HTTP")
                    : outcome(request, status, body(request, status, start + wait), records);
        } catch (IOException e) {
            return System.nanoTime() - start >= wait ? Outcome.retry(0, "no answer in time") : failed(e);
        } finally {
            watch.end();
        }
    }

    /** The first bytes of a response: it may be of any length, and come byte by byte. */
    private static byte[] body(HttpURLConnection request, int status, long until) throws IOException {
        try (InputStream in = status >= 400 ? request.getErrorStream() : request.getInputStream()) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] some = new byte[1 << 10];
            int count = in == null ? -1 : in.read(some);
            while (count >= 0 && all.size() < LONGEST_RESPONSE && System.nanoTime() - until < 0) {
                all.write(some, 0, count);
                count = in.read(some);
            }
            if (count >= 0) {
                // Closing alone might read on.
                request.disconnect();
            }
            if (all.size() < Math.min(request.getContentLengthLong(), LONGEST_RESPONSE)) {
                throw new EOFException();
            }
            return all.toByteArray();
        }
    }

    private static Outcome outcome(HttpURLConnection request, int status, byte[] body, int records) {
        String reason = "HTTP " + status;
        if (status / 100 == 2) {
            PartialSuccess partial = PartialSuccess.of(body);
            return Outcome.accepted((int) Math.max(0, Math.min(partial.rejected(), records)), partial.message());
        }
        return switch (status) {
            case 400, 413 -> Outcome.split(reason);
            case 429, 502, 503, 504 ->
                Outcome.retry(
                        retryAfterMillis(
                                Objects.requireNonNullElse(request.getHeaderField("Retry-After"), "0"), Instant.now()),
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
