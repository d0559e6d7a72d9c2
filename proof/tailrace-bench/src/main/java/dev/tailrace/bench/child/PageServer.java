package dev.tailrace.bench.child;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.Texts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.LoggerFactory;

/**
 * Main class of a contestant's JVM that serves pages and logs. Another process generates the load, so that this JVM's CPU time is the
 * server's alone. Arguments: the file with the {@link Serving}, the file for the {@link Report}.
 */
public final class PageServer {
    private static final String THREADS = "http";
    private static final int PAGE_BYTES = 150_000;
    private static final List<Integer> LINES_PER_REQUEST = List.of(0, 1, 20);
    /** The numbers of lines in both orders: a JVM gets faster with time, which must not favour the last one. */
    private static final List<Integer> STRETCHES = List.of(0, 1, 20, 20, 1, 0);
    /** Time for a backend's deferred work, so that it counts with the requests that caused it. */
    private static final long SETTLE_MILLIS = 150;

    private final Serving serving;
    private final Callers callers;
    private final Meter meter = new Meter();
    private final AtomicLong requests = new AtomicLong();
    private final Map<Integer, Stretches> stretches = new TreeMap<>();
    private final List<Phase> phases = new ArrayList<>();

    private PageServer(Serving serving) {
        this.serving = serving;
        this.callers = new Callers(LoggerFactory.getLogger(Line.LOGGER), serving.lines(), meter);
    }

    public static void main(String[] arguments) throws Exception {
        Report report = new PageServer(Handover.read(Path.of(arguments[0]), Serving.class)).run();
        Handover.write(report, Path.of(arguments[1]));
        System.exit(0);
    }

    private Report run() throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(24, 24);
        threads.setName(THREADS);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Pages());
        server.start();
        meter.start();
        // Serving allocates far more than logging; the log calls themselves are measured by {@link Callers}.
        meter.leaveOut(THREADS);
        try (LoadGenerator load = LoadGenerator.on(connector.getLocalPort(), serving)) {
            load.flatOut("/page/1", serving.warmMillis() / 2);
            load.flatOut("/page/20", serving.warmMillis() / 2);
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            for (int lines : STRETCHES) {
                stretches.computeIfAbsent(lines, Stretches::new).add(load);
            }
            for (int lines : LINES_PER_REQUEST) {
                phases.add(stretches.computeIfAbsent(lines, Stretches::new).phase(load));
            }
        }
        server.stop();
        Backend.stop(serving.backend());
        Map<Integer, long[]> logged = new TreeMap<>(callers.logged());
        return new Report(List.copyOf(phases), logged, List.of());
    }

    /** The summed measurements of one number of lines per request. */
    private final class Stretches {
        private final int lines;
        private final List<Samples> samples = new ArrayList<>();
        private long served;
        private long nanos;
        private long cpuNanos;
        private long bytes;

        Stretches(int lines) {
            this.lines = lines;
        }

        /** Adds a stretch. It begins and ends while no request is running. */
        void add(LoadGenerator load) throws IOException, InterruptedException {
            callers.begin(nanos);
            long requestsBefore = requests.get();
            Meter.Reading before = meter.read();
            long allocatedBefore = callers.allocatedBytes();
            long began = System.nanoTime();
            load.flatOut("/page/" + lines, serving.flatOutMillis() / 2);
            nanos += System.nanoTime() - began;
            served += requests.get() - requestsBefore;
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            Meter.Reading after = meter.read();
            cpuNanos += after.cpuNanos() - before.cpuNanos();
            bytes += after.bytes() - before.bytes() + callers.allocatedBytes() - allocatedBefore;
            samples.addAll(callers.samples());
        }

        Phase phase(LoadGenerator load) throws IOException {
            long events = samples.stream().mapToLong(Samples::count).sum();
            Histogram answers = serving.pacedRequestsPerSecond() == 0
                    ? Latency.histogram()
                    : load.paced("/page/" + lines, serving.flatOutMillis(), serving.pacedRequestsPerSecond());
            return new Phase(
                    lines,
                    events,
                    served,
                    nanos,
                    cpuNanos,
                    bytes,
                    Latency.of(samples).with(answers));
        }
    }

    /** Answers {@code /page/LINES} with a fixed text after logging that many lines; the number is also their process number. */
    private final class Pages extends Handler.Abstract {
        private final ByteBuffer page = ByteBuffer.wrap(
                        new Texts(PAGE_BYTES, ' ').of(0, 0).getBytes(StandardCharsets.US_ASCII))
                .asReadOnlyBuffer();

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = request.getHttpURI().getPath();
            int lines = Integer.parseInt(path, path.lastIndexOf('/') + 1, path.length(), 10);
            callers.log(lines, lines);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, PAGE_BYTES);
            response.write(true, page.slice(), callback);
            requests.incrementAndGet();
            return true;
        }
    }
}
