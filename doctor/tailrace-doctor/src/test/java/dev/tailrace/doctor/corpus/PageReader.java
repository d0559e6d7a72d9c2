package dev.tailrace.doctor.corpus;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Main class of a process that asks for pages all the time, from a few threads. Arguments: port, threads, requests a second by all of
 * them. It makes hardly any garbage, since it reads into the same buffer again and again.
 */
final class PageReader {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);

    private final InputStream input;
    private final OutputStream output;
    private final byte[] buffer = new byte[65_536];

    private PageReader(Socket socket) throws IOException {
        this.input = socket.getInputStream();
        this.output = socket.getOutputStream();
    }

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        int threads = Integer.parseInt(arguments[1]);
        ArrayBlockingQueue<PageReader> idle = new ArrayBlockingQueue<>(threads);
        for (int i = 0; i < threads; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            idle.add(new PageReader(socket));
        }
        System.out.println("reading");
        Callers.start(threads, "reader-", Long.parseLong(arguments[2]), (caller, turn) -> {
            PageReader reader = idle.take();
            reader.read(turn);
            idle.put(reader);
        });
        Neighbour.stayWhileNeeded();
    }

    private void read(long number) throws IOException {
        output.write(
                ("GET /page?" + number + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        int have = 0;
        int end = -1;
        while (end < 0) {
            int read = input.read(buffer, have, buffer.length - have);
            if (read < 0) {
                throw new EOFException("the server has hung up");
            }
            have += read;
            end = endOfHeaders(have);
        }
        long left = contentLength(end) - (have - end);
        while (left > 0) {
            int read = input.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new EOFException("the server has hung up");
            }
            left -= read;
        }
    }

    private int endOfHeaders(int have) {
        for (int i = 3; i < have; i++) {
            if (buffer[i] == '\n' && buffer[i - 1] == '\r' && buffer[i - 2] == '\n' && buffer[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private long contentLength(int end) throws IOException {
        for (int i = 0; i + LENGTH.length < end; i++) {
            if (startsWithLength(i)) {
                long length = 0;
                for (int j = i + LENGTH.length; buffer[j] >= '0' && buffer[j] <= '9'; j++) {
                    length = 10 * length + buffer[j] - '0';
                }
                return length;
            }
        }
        throw new IOException("no length in " + end + " bytes of headers");
    }

    private boolean startsWithLength(int at) {
        for (int j = 0; j < LENGTH.length; j++) {
            if (Character.toLowerCase(buffer[at + j]) != LENGTH[j]) {
                return false;
            }
        }
        return true;
    }
}
