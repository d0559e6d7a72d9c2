package dev.tailrace.bench.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Main class of a process that loads a server over connections it keeps open. It reads orders, {@code PATH MILLIS RATE}, and answers each
 * with {@code done HISTOGRAM}. With a rate, a request is due even if the previous one is unanswered, and its time counts from then, so that
 * a server's stall can't look like a single slow request. Arguments: port, connections.
 */
public final class Client {
    private final List<Connection> connections = new ArrayList<>();
    private final ExecutorService threads;

    private Client(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            connections.add(new Connection(port));
        }
        threads = Executors.newFixedThreadPool(count);
    }

    public static void main(String[] arguments) throws Exception {
        Client client = new Client(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ", -1);
            Histogram answered = client.load(words[0], Long.parseLong(words[1]), Integer.parseInt(words[2]));
            System.out.println("done " + encoded(answered));
            System.out.flush();
        }
        System.exit(0);
    }

    private Histogram load(String path, long millis, int rate) throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        List<Future<Histogram>> all = new ArrayList<>();
        for (int i = 0; i < connections.size(); i++) {
            int number = i;
            all.add(threads.submit(() -> rate == 0
                    ? flatOut(connections.get(number), path, end)
                    : paced(connections.get(number), path, start, end, number, rate)));
        }
        Histogram sum = Latency.histogram();
        for (Future<Histogram> one : all) {
            sum.add(one.get());
        }
        return sum;
    }

    private static Histogram flatOut(Connection connection, String path, long end) throws IOException {
        Histogram times = Latency.histogram();
        long began = System.nanoTime();
        while (began < end) {
            connection.get(path);
            long now = System.nanoTime();
            times.recordValue(Math.max(1, now - began));
            began = now;
        }
        return times;
    }

    private Histogram paced(Connection connection, String path, long start, long end, int number, int rate)
            throws IOException {
        Histogram times = Latency.histogram();
        long interval = 1_000_000_000L * connections.size() / rate;
        long due = start + interval * number / connections.size();
        for (; due < end; due += interval) {
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            connection.get(path);
            times.recordValue(Math.max(1, System.nanoTime() - due));
        }
        return times;
    }

    private static String encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }
}
