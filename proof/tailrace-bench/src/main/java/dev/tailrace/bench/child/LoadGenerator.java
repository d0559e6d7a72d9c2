package dev.tailrace.bench.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Loads a server from another process, a {@link Client}. Not thread-safe. */
final class LoadGenerator implements AutoCloseable {
    private final Process client;
    private final Writer orders;
    private final BufferedReader answers;

    private LoadGenerator(Process client) {
        this.client = client;
        orders = new OutputStreamWriter(client.getOutputStream(), StandardCharsets.US_ASCII);
        answers = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
    }

    static LoadGenerator on(int port, Serving serving) throws IOException {
        Process client = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Client.class.getName(),
                        Integer.toString(port),
                        Integer.toString(serving.connections()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new LoadGenerator(client);
    }

    void flatOut(String path, long millis) throws IOException {
        order(path, millis, 0);
    }

    /**
     * Sends requests at a fixed rate, independent of the server. Returns the response times, each measured from the time for which the
     * request was scheduled.
     */
    Histogram paced(String path, long millis, int requestsPerSecond) throws IOException {
        String encoded = order(path, millis, requestsPerSecond);
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
        } catch (DataFormatException e) {
            throw new IOException("the client's answer cannot be read", e);
        }
    }

    private String order(String path, long millis, int requestsPerSecond) throws IOException {
        orders.write("%s %d %d%n".formatted(path, millis, requestsPerSecond));
        orders.flush();
        String answer = answers.readLine();
        if (answer == null || !answer.startsWith("done ")) {
            throw new IOException("the client of " + path + " failed: " + answer);
        }
        return answer.substring("done ".length());
    }

    @Override
    public void close() {
        client.destroy();
    }
}
