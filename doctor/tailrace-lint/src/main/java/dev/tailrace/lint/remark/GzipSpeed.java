package dev.tailrace.lint.remark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.zip.GZIPOutputStream;

/** How many bytes of log one thread of this machine compresses in a second: a sample of half a second. Not thread-safe. */
public final class GzipSpeed implements DoubleSupplier {
    private static final int SAMPLE = 2 << 20;
    private static final long MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int LEAST_ROUNDS = 3;

    private double measured;

    @Override
    public double getAsDouble() {
        if (measured == 0) {
            byte[] text = text();
            // Deflate is native code; one round fills the caches and loads the classes.
            nanos(text);
            long begin = System.nanoTime();
            long best = Long.MAX_VALUE;
            for (int i = 0; i < LEAST_ROUNDS || System.nanoTime() - begin < MEASURE_NANOS; i++) {
                best = Math.min(best, nanos(text));
            }
            measured = text.length * 1e9 / Math.max(1, best);
        }
        return measured;
    }

    /** With the level and in pieces as Logback does it. */
    private static long nanos(byte[] text) {
        long begin = System.nanoTime();
        try (GZIPOutputStream gzip = new GZIPOutputStream(OutputStream.nullOutputStream())) {
            for (int at = 0; at < text.length; at += 8192) {
                gzip.write(text, at, Math.min(8192, text.length - at));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return System.nanoTime() - begin;
    }

    /** Lines as applications write them: much is alike, numbers are not. */
    private static byte[] text() {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder(SAMPLE + 256);
        long millis = 0;
        while (text.length() < SAMPLE) {
            millis += random.nextInt(9);
            text.append("2026-11-21 03:")
                    .append(10 + millis / 60_000 % 50)
                    .append(':')
                    .append(10 + millis / 1000 % 50)
                    .append('.')
                    .append(100 + millis % 900)
                    .append(" INFO  [worker-")
                    .append(random.nextInt(32))
                    .append("] com.example.shop.OrderService - order ")
                    .append(random.nextInt() & 0xfffffff)
                    .append(" filled at ")
                    .append(random.nextInt(100_000) / 100.0)
                    .append(" qty ")
                    .append(random.nextInt(1000))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
