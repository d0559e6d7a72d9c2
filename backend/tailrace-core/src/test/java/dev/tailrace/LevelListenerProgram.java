package dev.tailrace;

import java.util.concurrent.atomic.AtomicInteger;

/** Starts the engine with a listener of levels that asks for loggers, which starts an engine where none runs. */
final class LevelListenerProgram {
    private static final int TOO_OFTEN = 20;

    private LevelListenerProgram() {}

    public static void main(String[] args) {
        AtomicInteger calls = new AtomicInteger();
        LoggingControl.onLevels(() -> {
            if (calls.incrementAndGet() == TOO_OFTEN) {
                // Each start within a start has threads of its own.
                System.out.println("endless, threads=" + helpers());
                System.out.flush();
                Runtime.getRuntime().halt(1);
            }
            LoggingControl.loggers();
            LoggingControl.logger("asked.for");
        });
        Tailrace.logger("first");
        System.out.println("calls=" + calls + " one=" + (helpers() < 10));
    }

    private static long helpers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tailrace"))
                .count();
    }
}
