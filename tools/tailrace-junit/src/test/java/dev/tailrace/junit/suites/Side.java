package dev.tailrace.junit.suites;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two tests that run side by side, each with a thread of its own and a thread of a pool that both use. */
@Execution(ExecutionMode.CONCURRENT)
class Side {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

    @BeforeAll
    static void fillPool() throws Exception {
        POOL.submit(() -> {}).get();
    }

    @AfterAll
    static void close() {
        POOL.shutdown();
    }

    @Test
    void left() throws Exception {
        sideBySide(3, true);
    }

    @Test
    void right() throws Exception {
        sideBySide(7, false);
    }

    private static void sideBySide(int own, boolean withPool) throws Exception {
        BOTH.await(60, TimeUnit.SECONDS);
        Thread thread = new Thread(() -> Orders.printParameters(own));
        thread.start();
        thread.join();
        if (withPool) {
            POOL.submit(() -> Orders.fill(1)).get();
        }
        Orders.fill(2);
        BOTH.await(60, TimeUnit.SECONDS);
    }
}
