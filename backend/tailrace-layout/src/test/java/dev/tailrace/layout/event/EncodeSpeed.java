package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints how much processor time encoding takes; not a test. Run its main method on the test class path. */
public final class EncodeSpeed {
    private static final String STANDARD = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";
    private static final int CALLS = 2_000_000;
    private static final int ROUNDS = 9;
    private static final PatternEncoder ENCODER =
            PatternEncoder.compile(STANDARD).encoder();
    private static final EventPool POOL = new EventPool(1 << 20);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static long sink;

    private EncodeSpeed() {}

    public static void main(String[] args) {
        Thread.currentThread().setName("http-nio-8080-exec-1");
        Object[] three = {1_234_567L, 101.25, 4_200};
        Object[] text = {"x".repeat(1_600)};
        run("standard line, 3 arguments", CALLS, () -> one("order {} filled at {} qty {}", three));
        run("no argument", CALLS, () -> one("order filled at the price of the day", null));
        run("1,600-character argument", CALLS / 4, () -> one("{}", text));
        run("pool only", CALLS, EncodeSpeed::pool);
        byte[] from = new byte[1_670];
        byte[] to = new byte[1_670];
        run("copy of 1,670 bytes", CALLS / 4, () -> {
            System.arraycopy(from, 0, to, 0, from.length);
            return to[17];
        });
    }

    private static long pool() {
        Event event = POOL.take();
        int length = event.line().length();
        POOL.give(event);
        return length;
    }

    private static long one(String message, @Nullable Object @Nullable [] arguments) {
        Event event = POOL.take();
        event.begin(20, 7, "com.example.orders.OrderBook", "x", 1_700_000_000_123_456_789L + (sink & 0xfffff));
        event.message(message);
        event.arguments(arguments);
        TextBuffer line = event.line();
        ENCODER.encode(event, line);
        int length = line.length();
        POOL.give(event);
        return length;
    }

    private interface Body {
        long call();
    }

    private static void run(String name, int calls, Body body) {
        double[] nanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < calls; i++) {
                sink += body.call();
            }
            nanos[round] = (THREADS.getCurrentThreadCpuTime() - start) / (double) calls;
        }
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "%-32s median %.1f ns, best %.1f ns%n", name, nanos[ROUNDS / 2], nanos[0]);
    }
}
