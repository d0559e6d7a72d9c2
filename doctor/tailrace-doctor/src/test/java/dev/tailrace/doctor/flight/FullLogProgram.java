package dev.tailrace.doctor.flight;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two threads log to a console that isn't read, more than memory takes. */
final class FullLogProgram {
    private static final Logger LOG = LoggerFactory.getLogger("shop");
    private static final String TEXT = "z".repeat(1_000);
    private static final int MANY = 1_200;

    private FullLogProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(FullLogProgram::sell, "seller-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.exit(0);
    }

    private static void sell() {
        for (int i = 0; i < MANY; i++) {
            record();
        }
    }

    private static void record() {
        LOG.info(TEXT);
    }
}
