package dev.tailrace.otlp;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.JsonEncoder;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.ship.Batch;
import dev.tailrace.ship.RecordCodec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Prints how much processor time records take, and how many need escapes; not a test. Run its main method on the test class path. */
public final class RecordSpeed {
    private static final String STANDARD = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";
    private static final String ECS = """
            {"@timestamp":{"$resolver":"timestamp","pattern":{"format":"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'","timeZone":"UTC"}},
            "log.level":{"$resolver":"level","field":"name"},"message":{"$resolver":"message"},
            "process.thread.name":{"$resolver":"thread","field":"name"},"log.logger":{"$resolver":"logger","field":"name"},
            "labels":{"$resolver":"mdc","flatten":true},"error.type":{"$resolver":"exception","field":"className"}}""";
    private static final int CALLS = 400_000;
    private static final int ROUNDS = 15;
    private static final EventPool POOL = new EventPool(1 << 20);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Object[] THREE = {1_234_567L, 101.25, 4_200};
    private static final Random RANDOM = new Random(1);

    private RecordSpeed() {}

    public static void main(String[] args) {
        Thread.currentThread().setName("http-nio-8080-exec-1");
        Map<String, Encoder> encoders = new LinkedHashMap<>();
        encoders.put("pattern", PatternEncoder.compile(STANDARD).encoder());
        encoders.put("JSON", JsonEncoder.compile(ECS, name -> null, Map.of()).encoder());
        encoders.put("OTLP", new OtlpEncoder(Resource.of(Map.of("a", "b")).id(), OtlpEncoderTest.ALL));
        Map<String, String> mdc = new HashMap<>(Map.of("user", "anna", "order", "1234567"));
        Map<String, String> traced = new HashMap<>(
                Map.of("traceId", "4bf92f3577b34da6a3ce929d0e0e4736", "spanId", "00f067aa0ba902b7", "user", "anna"));
        times("standard line", encoders, null);
        times("with an MDC of 2", encoders, mdc);
        times("with trace ids in the MDC", encoders, traced);
        codec();
        escapes();
        requests();
    }

    /** The share of inverting and escaping. */
    private static void codec() {
        for (boolean traced : new boolean[] {false, true}) {
            byte[][] records = new byte[1_024][];
            for (int i = 0; i < records.length; i++) {
                records[i] = record(traced, i);
            }
            TextBuffer line = new TextBuffer(1_024, 1 << 20);
            double[][] nanos = new double[2][ROUNDS];
            for (int round = 0; round < 2 * ROUNDS; round++) {
                long start = THREADS.getCurrentThreadCpuTime();
                for (int i = 0; i < CALLS; i++) {
                    byte[] record = records[i & 1_023];
                    line.clear();
                    line.append(record, 0, record.length);
                    if (round % 2 == 0) {
                        RecordCodec.encode(line, 0);
                    }
                }
                nanos[round % 2][round / 2] = (THREADS.getCurrentThreadCpuTime() - start) / (double) CALLS;
            }
            Arrays.sort(nanos[0]);
            Arrays.sort(nanos[1]);
            System.out.printf(
                    Locale.ROOT,
                    "codec %s trace ids: %.0f ns%n",
                    traced ? "with" : "without",
                    nanos[0][ROUNDS / 2] - nanos[1][ROUNDS / 2]);
        }
    }

    private static int one(Encoder encoder, @Nullable Map<String, String> context) {
        Event event = POOL.take();
        event.begin(20, 7, "com.example.orders.OrderBook", "x", 0);
        event.stamp();
        event.context(context);
        TextBuffer line = event.line();
        encoder.encode(event, "order {} filled at {} qty {}", THREE, line);
        int length = line.length();
        POOL.give(event);
        return length;
    }

    private static void times(String name, Map<String, Encoder> encoders, @Nullable Map<String, String> context) {
        Map<String, double[]> nanos = new LinkedHashMap<>();
        encoders.keySet().forEach(each -> nanos.put(each, new double[ROUNDS]));
        int[] length = new int[1];
        for (int round = 0; round < ROUNDS; round++) {
            int place = round;
            encoders.forEach((each, encoder) -> {
                long start = THREADS.getCurrentThreadCpuTime();
                for (int i = 0; i < CALLS; i++) {
                    length[0] = one(encoder, context);
                }
                Objects.requireNonNull(nanos.get(each))[place] =
                        (THREADS.getCurrentThreadCpuTime() - start) / (double) CALLS;
            });
        }
        nanos.forEach((each, all) -> {
            Arrays.sort(all);
            System.out.printf(
                    Locale.ROOT, "%-28s %-8s median %.0f ns, best %.0f ns%n", name, each, all[ROUNDS / 2], all[0]);
        });
        System.out.printf(Locale.ROOT, "%-28s %d bytes%n", name, length[0]);
    }

    private static byte[] record(boolean traced, int i) {
        Event event = POOL.take();
        event.begin(20, 7, "com.example.orders.OrderBook" + i % 20, "x", 1_700_000_000_000_000_000L + RANDOM.nextInt());
        if (traced) {
            event.context(Map.of(
                    "traceId",
                    String.format("%016x%016x", RANDOM.nextLong(), RANDOM.nextLong()),
                    "spanId",
                    String.format("%016x", RANDOM.nextLong())));
        }
        Object[] arguments = {RANDOM.nextInt(), RANDOM.nextInt(1_000) / 8.0, RANDOM.nextInt(100)};
        new OtlpEncoder(Resource.of(Map.of("a", "b")).id(), OtlpEncoderTest.ALL)
                .encode(event, "order {} filled at {} qty {}", arguments, event.line());
        byte[] record = new byte[event.line().length()];
        int end = RecordCodec.decode(event.line().array(), 0, event.line().length() - 1, record, 0);
        POOL.give(event);
        return Arrays.copyOf(record, end);
    }

    private static void escapes() {
        for (boolean traced : new boolean[] {false, true}) {
            int inverted = 0;
            int plain = 0;
            int extra = 0;
            int extraPlain = 0;
            int count = 20_000;
            for (int i = 0; i < count; i++) {
                int of = 0;
                int ofPlain = 0;
                for (byte b : record(traced, i)) {
                    of += b == (byte) 0xFF || b == (byte) 0xF5 || b == (byte) 0xF8 ? 1 : 0;
                    ofPlain += b == 0 || b == '\n' || b == 7 ? 1 : 0;
                }
                inverted += of > 0 ? 1 : 0;
                plain += ofPlain > 0 ? 1 : 0;
                extra += of;
                extraPlain += ofPlain;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s trace ids: escapes in %.1f %% of records (%.2f bytes each); not inverted %.1f %% (%.2f bytes)%n",
                    traced ? "with" : "without",
                    100.0 * inverted / count,
                    (double) extra / count,
                    100.0 * plain / count,
                    (double) extraPlain / count);
        }
    }

    private static void requests() {
        byte[][] records = new byte[512][];
        for (int i = 0; i < records.length; i++) {
            records[i] = record(true, i);
        }
        Batch batch = Batch.of(records);
        TextBuffer body = Request.buffer();
        byte[] resource = Resource.of(Map.of("service.name", "a")).bytes();
        double[] nanos = new double[ROUNDS * 200];
        for (int round = 0; round < nanos.length; round++) {
            long start = THREADS.getCurrentThreadCpuTime();
            body.clear();
            new Request(batch).write(id -> resource, body);
            nanos[round] = (THREADS.getCurrentThreadCpuTime() - start) / (double) records.length;
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT, "request of 512: %.0f ns a record, %d bytes%n", nanos[nanos.length / 2], body.length());
        byte[] to = new byte[body.length() * 2];
        for (int level : new int[] {1, 2, 3, 4, 6}) {
            int length = 0;
            for (int round = 0; round < nanos.length; round++) {
                long start = THREADS.getCurrentThreadCpuTime();
                Deflater deflater = new Deflater(level, true);
                deflater.setInput(body.array(), 0, body.length());
                deflater.finish();
                length = deflater.deflate(to);
                deflater.end();
                nanos[round] = (THREADS.getCurrentThreadCpuTime() - start) / (double) records.length;
            }
            Arrays.sort(nanos);
            System.out.printf(
                    Locale.ROOT,
                    "gzip level %d: %.0f ns a record, to %d bytes%n",
                    level,
                    nanos[nanos.length / 2],
                    length);
        }
    }
}
