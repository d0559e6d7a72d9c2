package dev.tailrace.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Main class of a child JVM whose threads log numbered lines at a pace; says "logged" at the end, and lives until its input ends. */
public final class SteadyWriter {
    private static final long MILLI = 1_000_000L;

    private SteadyWriter() {}

    /** Arguments: a word that each line begins with, threads, lines of each thread, lines of a thread in a millisecond (0: no pause). */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String tag = arguments[0];
        int lines = Integer.parseInt(arguments[2]);
        int pace = Integer.parseInt(arguments[3]);
        Logger logger = LoggerFactory.getLogger("com.example.Orders");
        System.out.println("begins");
        System.out.flush();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < Integer.parseInt(arguments[1]); t++) {
            int thread = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < lines; i++) {
                    if (i % 97 == 13) {
                        logger.error("{} {} {}", tag, thread, i, new IllegalStateException("planted " + i));
                    } else {
                        logger.info("{} {} {}", tag, thread, i);
                    }
                    if (pace > 0 && i % pace == 0) {
                        LockSupport.parkNanos(MILLI);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("logged");
        System.out.flush();
        System.in.readAllBytes();
    }
}
