package dev.tailrace;

import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.ofFile;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread interrupts others all the time. In the JDK that closes the channel that a thread is using, and drops the locks on its file. */
class InterruptTest {
    @TempDir
    Path folder;

    @Test
    void helperThreadsAreInterrupted_goOn() throws Exception {
        String large = "y".repeat(900_000);
        try (Interrupter interrupter =
                        new Interrupter(thread -> thread.getName().startsWith("tailrace-"));
                Scenario scenario = ofFile(folder, "")) {
            log("a", Level.INFO, "before");
            interrupter.awaitOneMore();
            log("a", Level.INFO, large);
            assertThat(Tailrace.flush()).isTrue();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a before", "INFO a " + large);
            assertThat(scenario.errors()).isEmpty();
        }
    }

    /** Lanes in private memory, for instance, would be a finding. */
    @RepeatedTest(5)
    void callerIsInterrupted_startsFlushesAndEndsTheEngine() throws Exception {
        Thread caller = Thread.currentThread();
        try (Scenario scenario = ofFile(folder, "")) {
            boolean flushed;
            boolean kept;
            try (Interrupter interrupter = new Interrupter(thread -> thread == caller)) {
                interrupter.awaitOneMore();
                log("a", Level.INFO, "first");
                flushed = Tailrace.flush();
                log("a", Level.INFO, "last");
                Tailrace.shutdown();
                log("a", Level.INFO, "again");
                flushed &= Tailrace.flush();
                Tailrace.shutdown();
                kept = Thread.interrupted();
            }
            Thread.interrupted();
            assertThat(flushed).isTrue();
            assertThat(kept).isTrue();
            assertThat(scenario.lines("app.log")).containsExactly("INFO a first", "INFO a last", "INFO a again");
            assertThat(scenario.laneFiles()).isEmpty();
            assertThat(scenario.errors()).isEmpty();
        }
    }

    private static final class Interrupter implements AutoCloseable {
        private final AtomicInteger interrupts = new AtomicInteger();
        private final Thread thread;
        private volatile boolean closed;

        Interrupter(Predicate<Thread> chosen) {
            thread = new Thread(() -> {
                while (!closed) {
                    Thread.getAllStackTraces().keySet().stream().filter(chosen).forEach(one -> {
                        one.interrupt();
                        interrupts.incrementAndGet();
                    });
                }
            });
            thread.start();
        }

        void awaitOneMore() {
            int before = interrupts.get();
            while (interrupts.get() == before) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() {
            closed = true;
            while (thread.isAlive()) {
                Thread.onSpinWait();
            }
        }
    }
}
