package dev.tailrace.ship.lines;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.Outcome;
import dev.tailrace.ship.Target;
import dev.tailrace.ship.Watch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Lines over TCP or TLS. Nothing acknowledges them: what was written in the last second before a connection was lost is sent again. Of several
 * hosts the first that answers gets the lines, until its connection is lost.
 */
final class TcpTarget implements Target {
    private static final long SETTLING_NANOS = 1_000_000_000L;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int WRITE_MILLIS = 30_000;

    private final Addresses addresses;
    private final Sockets sockets;
    private final String framing;
    private final long writeNanos;
    private final Watch watch = new Watch();
    private @Nullable Socket socket;
    private @Nullable Socket plain;
    private int next;

    TcpTarget(TargetConfig target, Addresses addresses) {
        Map<String, String> options = target.options();
        this.addresses = addresses;
        this.framing = options.getOrDefault(
                "framing",
                target.kind().equals("gelf")
                        ? "nul"
                        : target.kind().equals("syslog") && !"bsd".equals(options.get("format"))
                                ? "octets"
                                : "newline");
        this.writeNanos = millis(options, "writeTimeout", WRITE_MILLIS) * 1_000_000L;
        this.sockets = new Sockets(
                addresses.transport().equals("tls"), options, (int) millis(options, "connectTimeout", CONNECT_MILLIS));
    }

    static long millis(Map<String, String> options, String name, long otherwise) {
        try {
            return Long.parseLong(options.getOrDefault(name, String.valueOf(otherwise)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    @Override
    public String address() {
        return addresses.toString();
    }

    @Override
    public long settlingNanos() {
        return SETTLING_NANOS;
    }

    /** Whether the connection is still open. A target closes its side when it ends; until then it need not send anything. */
    @Override
    public boolean isAlive() {
        Socket open = socket;
        if (open == null || open.isClosed()) {
            return false;
        }
        try {
            open.setSoTimeout(1);
            return open.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Outcome send(Batch batch, long deadline) {
        if (socket != null && !isAlive()) {
            close();
            // What was written last may be lost, too.
            return Outcome.retry(0, "connection closed by " + address());
        }
        try {
            Socket open = socket == null ? connect() : socket;
            byte[] bytes = framed(batch);
            Socket cut = plain == null ? open : plain;
            watch.begin(Math.min(writeNanos, Math.max(0, deadline - System.nanoTime())), () -> closeQuietly(cut));
            open.getOutputStream().write(bytes);
            open.getOutputStream().flush();
            watch.end();
            return Outcome.ACCEPTED;
        } catch (GeneralSecurityException e) {
            close();
            return Outcome.hold("TLS: " + e.getMessage());
        } catch (IOException e) {
            close();
            return isUntrusted(e)
                    ? Outcome.hold("TLS: " + e.getMessage())
                    : Outcome.retry(0, String.valueOf(e.getMessage()));
        }
    }

    /** Whether a certificate is wrong, rather than the connection lost. */
    private static boolean isUntrusted(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLPeerUnverifiedException || cause instanceof GeneralSecurityException) {
                return true;
            }
        }
        return false;
    }

    private Socket connect() throws IOException, GeneralSecurityException {
        IOException failure = new IOException("no host");
        for (int i = 0; i < addresses.hosts().size(); i++) {
            try {
                Sockets.Connection made = sockets.connect(addresses.hosts().get(next));
                socket = made.socket();
                plain = made.plain();
                return made.socket();
            } catch (IOException e) {
                failure = e;
                next = (next + 1) % addresses.hosts().size();
            }
        }
        throw failure;
    }

    private byte[] framed(Batch batch) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < batch.count(); i++) {
            int length = batch.to(i) - batch.from(i);
            if (framing.equals("octets")) {
                all.writeBytes((length + " ").getBytes(StandardCharsets.US_ASCII));
            }
            all.write(batch.bytes(), batch.from(i), length);
            if (framing.equals("newline")) {
                all.write('\n');
            } else if (framing.equals("nul")) {
                all.write(0);
            }
        }
        return all.toByteArray();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was lost already.
        }
    }

    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        watch.close();
        if (open != null) {
            closeQuietly(open);
        }
    }
}
