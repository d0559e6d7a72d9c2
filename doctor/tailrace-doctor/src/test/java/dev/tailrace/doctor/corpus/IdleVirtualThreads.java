package dev.tailrace.doctor.corpus;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Thousands of virtual threads that wait for messages or for time to pass, and carriers with nothing to carry: nothing is wrong. Needs
 * JDK 21. Always healthy.
 */
final class IdleVirtualThreads {
    private IdleVirtualThreads() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        // By name, since the program is compiled for 17.
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        LinkedBlockingQueue<Object> messages = new LinkedBlockingQueue<>();
        int count = stage.between(500, 3_000);
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            Callable<Object> idle = i % 2 == 0 ? messages::take : IdleVirtualThreads::sleep;
            Callable<Object> waiting = () -> {
                begun.incrementAndGet();
                return idle.call();
            };
            if (virtual.submit(waiting).isCancelled()) {
                return;
            }
        }
        stage.playOnceTrue(() -> begun.get() == count);
    }

    private static Object sleep() throws InterruptedException {
        TimeUnit.HOURS.sleep(1);
        return "slept";
    }
}
