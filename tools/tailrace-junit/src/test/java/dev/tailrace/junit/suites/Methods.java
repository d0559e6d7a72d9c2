package dev.tailrace.junit.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tailrace.junit.LogBudget;
import dev.tailrace.junit.LogKpis;
import dev.tailrace.junit.MeasuredTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Named methods. {@code -Dslow=computes,waits} slows some of them, and {@code -Dbusy=8} has as many threads compute meanwhile.
 */
@TestMethodOrder(MethodOrderer.MethodName.class)
class Methods {
    private static final int CALLS = 5;
    private static final int LOOPS = Integer.getInteger("loops", 20_000_000);
    private static final List<Thread> BUSY = new ArrayList<>();
    private static final ExecutorService WORKER = Executors.newSingleThreadExecutor();
    // Written so that the loop is not removed.
    static volatile long result;
    private static volatile boolean stopped;

    @BeforeAll
    static void load() {
        for (int i = 0; i < Integer.getInteger("busy", 0); i++) {
            Thread thread = new Thread(() -> {
                while (!stopped) {
                    compute(1_000);
                }
            });
            thread.start();
            BUSY.add(thread);
        }
    }

    @AfterAll
    static void unload() throws InterruptedException {
        stopped = true;
        WORKER.shutdown();
        for (Thread thread : BUSY) {
            thread.join();
        }
    }

    /** How many times as long this method takes. */
    private static int times(String method, int slowed) {
        return List.of(System.getProperty("slow", "").split(",", -1)).contains(method) ? slowed : 1;
    }

    private static void compute(int loops) {
        long x = 4711;
        for (int i = 0; i < loops; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        result = x;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** The JVM's first test. */
    @Test
    void aFirst() {
        LogKpis.run("first", () -> compute(LOOPS * times("first", 10)));
    }

    @Test
    void bComputes() {
        for (int i = 0; i < CALLS; i++) {
            LogKpis.run("computes", () -> compute(LOOPS * times("computes", 3)));
        }
    }

    @Test
    void cWaits() {
        LogKpis.run("waits", () -> pause(10L * times("waits", 5)));
    }

    @Test
    void dAllocates() throws Exception {
        int length = LogKpis.call("allocates", () -> new byte[1_000_000 * times("allocates", 3)].length);
        assertEquals(1_000_000 * times("allocates", 3), length);
    }

    /** Waits for another thread, which may have to wait for a CPU. */
    @Test
    void eAsksAThread() {
        LogKpis.run("asks", () -> {
            for (int i = 0; i < CALLS; i++) {
                CompletableFuture.runAsync(() -> compute(LOOPS / 100), WORKER).join();
            }
        });
    }

    @Test
    void fReturnsAStage() throws Exception {
        CompletionStage<?> stage = LogKpis.call("stage", () -> CompletableFuture.runAsync(() -> pause(1), WORKER));
        stage.toCompletableFuture().join();
    }

    @Test
    @MeasuredTest
    void gIsMeasured() {
        pause(10L * times("gIsMeasured", 5));
    }

    @Test
    @LogBudget(responseMillis = 200)
    void hIsLimited() {
        pause(10L * times("hIsLimited", 30));
    }

    @Test
    @LogBudget(cpuMillis = 20, allocatedBytes = 2_000_000)
    void iNamesWhatIsLimited() {
        compute(LOOPS);
        LogKpis.run("limited", () -> compute(LOOPS / 100 * times("limited", 100)));
    }

    /** On a virtual thread, where there are any. */
    @Test
    void jIsVirtual() throws Exception {
        Runnable task = () -> LogKpis.run("virtual", () -> pause(10L * times("virtual", 20)));
        if (Runtime.version().feature() < 21) {
            task.run();
            return;
        }
        ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task)).join();
    }
}
