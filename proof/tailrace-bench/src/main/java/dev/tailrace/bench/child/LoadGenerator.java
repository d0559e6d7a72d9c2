package dev.tailrace.bench.child;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Loads a server from another process: with {@code wrk} for full speed, if it is installed, else with this module's {@link Client}, which
 * also paces. Not thread-safe.
 */
final class LoadGenerator implements AutoCloseable {
    /** wrk only supports whole seconds. */
    private static final long WRK_SHORTEST_MILLIS = 1_000;

    private final int port;
    private final Serving serving;
    private final Optional<Path> wrk;
    private final Process client;
    private final Writer orders;
    private final BufferedReader answers;

    private LoadGenerator(int port, Serving serving, Optional<Path> wrk, Process client) {
        this.port = port;
        this.serving = serving;
        this.wrk = wrk;
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
                        serving.clientClassPath(),
                        Client.class.getName(),
                        Integer.toString(port),
                        Integer.toString(serving.connections()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new LoadGenerator(port, serving, onPath("wrk"), client);
    }

    /** Sends requests at full speed. */
    void flatOut(String path, long millis) throws IOException, InterruptedException {
        if (wrk.isPresent() && millis >= WRK_SHORTEST_MILLIS) {
            wrk(wrk.get(), path, millis);
        } else {
            order(path, millis, 0);
        }
    }

    /** Sends requests at a fixed rate, independent of the server. Returns the times from when a request was due to its answer. */
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

    private void wrk(Path program, String path, long millis) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "-t1",
                        "-c" + serving.connections(),
                        "-d" + String.format(Locale.ROOT, "%ds", Math.round(millis / 1_000.0)),
                        "http://127.0.0.1:" + port + path)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(millis + 30_000, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new IOException("wrk did not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException("wrk ended with status " + process.exitValue());
        }
    }

    private static Optional<Path> onPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void close() {
        client.destroy();
    }
}
