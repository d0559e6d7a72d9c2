package dev.tailrace.servlet;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs to the same file from another process, a line each millisecond, until a byte arrives on standard input. */
final class Neighbour {
    private Neighbour() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        Logger log = LoggerFactory.getLogger(Neighbour.class);
        int count = 0;
        while (System.in.available() == 0) {
            log.info("neighbour {}", count++);
            LockSupport.parkNanos(1_000_000);
        }
        System.out.println("acknowledged=" + count);
        System.out.flush();
        // The process lives on: its lines must get into the log without its end.
        if (System.in.readNBytes(2).length < 2) {
            throw new IOException("no one asks for the end");
        }
    }
}
