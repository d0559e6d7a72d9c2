package dev.tailrace.logback;

import ch.qos.logback.core.Context;
import ch.qos.logback.core.status.ErrorStatus;
import ch.qos.logback.core.status.InfoStatus;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.WarnStatus;
import dev.tailrace.bytes.HelperThread;
import dev.tailrace.finding.Finding;
import java.util.function.Consumer;

/** Adds findings to a context's status list. */
record StatusFindings(Context context) implements Consumer<Finding> {
    private static final String ORIGIN = "Tailrace";
    private static final long LONGEST_WAIT_NANOS = 100_000_000;

    @Override
    public void accept(Finding finding) {
        if (!(Thread.currentThread() instanceof HelperThread)) {
            add(finding);
            return;
        }
        // A status listener may print to a pipe that is never read, and the thread that drains must not wait for that.
        HelperThread printer = HelperThread.of(() -> add(finding), "tailrace-findings");
        printer.start();
        printer.awaitEnd(System.nanoTime() + LONGEST_WAIT_NANOS);
    }

    private void add(Finding finding) {
        String consumer = finding.consumer();
        String about = consumer == null || finding.cause().contains(consumer) ? "" : consumer + ": ";
        String text = finding.code().code() + ": " + about + finding.cause() + " " + finding.remedy();
        Status status = switch (finding.severity()) {
            case INFO -> new InfoStatus(text, ORIGIN);
            case WARNING -> new WarnStatus(text, ORIGIN);
            case ERROR -> new ErrorStatus(text, ORIGIN);
        };
        context.getStatusManager().add(status);
    }
}
