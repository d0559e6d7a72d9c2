package dev.tailrace.corpus;

import java.io.FileOutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A service at rest: so many threads wait for work with stacks of ordinary depth, and one makes a little garbage and has a log file
 * open. It ends when its standard input does.
 */
public final class Crowd {
    @SuppressWarnings("UnusedVariable") // Written only, so that what is allocated is.
    private static volatile byte[] sink = new byte[0];

    private Crowd() {}

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> work = new LinkedBlockingQueue<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Thread thread = new Thread(() -> deep(30, work), "worker-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        Thread busy = new Thread(Crowd::allocate, "busy");
        busy.setDaemon(true);
        busy.start();
        try (FileOutputStream log = new FileOutputStream(args[1], true)) {
            log.write('\n');
            System.out.println("ready");
            while (System.in.read() >= 0) {
                log.write('.');
            }
        }
    }

    private static void deep(int depth, BlockingQueue<Integer> work) {
        if (depth > 0) {
            deep(depth - 1, work);
            return;
        }
        try {
            work.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void allocate() {
        while (!Thread.currentThread().isInterrupted()) {
            sink = new byte[50_000];
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
    }
}
