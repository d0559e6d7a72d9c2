package dev.tailrace.bench.child;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A persistent connection to a server on this machine. Understands answers with a Content-Length only. Not thread-safe. */
final class Connection {
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;

    Connection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    /** Requests a page and reads it completely. */
    void get(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException(path + ": " + status);
        }
        long length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Long.parseLong(header.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException(path + ": no Content-Length");
        }
        skip(length);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            if (from == to) {
                fill();
            }
            int b = buffer[from++];
            if (b == '\n') {
                return line.toString();
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
    }

    private void skip(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            if (from == to) {
                fill();
            }
            int now = (int) Math.min(left, to - from);
            from += now;
            left -= now;
        }
    }

    private void fill() throws IOException {
        to = in.read(buffer);
        from = 0;
        if (to <= 0) {
            throw new EOFException("the server closed the connection");
        }
    }
}
