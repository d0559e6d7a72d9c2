package dev.tailrace.junit.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;

/** Waits until Log4j's asynchronous loggers have delivered all events. Loaded only if there are asynchronous loggers. */
final class Log4jQueues {
    private static final long LONGEST_NANOS = 2_000_000_000L;
    private static final long PAUSE_NANOS = 100_000L;

    private Log4jQueues() {}

    static void await(LoggerContext context) {
        List<RingBufferAdmin> queues = new ArrayList<>();
        if (context instanceof AsyncLoggerContext asynchronous) {
            queues.add(asynchronous.createRingBufferAdmin());
        }
        for (LoggerConfig logger : context.getConfiguration().getLoggers().values()) {
            if (logger instanceof AsyncLoggerConfig asynchronous) {
                queues.add(asynchronous.createRingBufferAdmin(context.getName()));
            }
        }
        long start = System.nanoTime();
        for (RingBufferAdmin queue : queues) {
            while (queue.getRemainingCapacity() < queue.getBufferSize() && System.nanoTime() - start < LONGEST_NANOS) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
