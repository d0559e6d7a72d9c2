package dev.tailrace.host;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.finding.Finding;
import java.util.function.Consumer;

/**
 * Passes findings on to a host, whose listeners may print to a pipe that is never read: the threads of the engine don't wait for that, but
 * for a moment.
 */
record PromptFindings(Consumer<Finding> to) implements Consumer<Finding> {
    private static final long LONGEST_WAIT_NANOS = 100_000_000;

    @Override
    public void accept(Finding finding) {
        if (!(Thread.currentThread() instanceof HelperThread)) {
            to.accept(finding);
            return;
        }
        HelperThread printer = HelperThread.of(() -> to.accept(finding), "tailrace-findings");
        printer.start();
        printer.awaitEnd(System.nanoTime() + LONGEST_WAIT_NANOS);
    }
}
