package dev.tailrace.logback;

import ch.qos.logback.core.Context;
import ch.qos.logback.core.status.ErrorStatus;
import ch.qos.logback.core.status.InfoStatus;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.WarnStatus;
import dev.tailrace.finding.Finding;
import java.util.function.Consumer;

/** Adds findings to a context's status list. */
record StatusFindings(Context context) implements Consumer<Finding> {
    private static final String ORIGIN = "Tailrace";

    @Override
    public void accept(Finding finding) {
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
