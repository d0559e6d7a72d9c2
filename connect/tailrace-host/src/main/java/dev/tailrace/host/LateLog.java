package dev.tailrace.host;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The log of an appender that is closed, for events that its host had let pass before. It is opened by the first one, and closed by a
 * thread of its own when none has come for a while: no call waits for that. Thread-safe.
 */
final class LateLog {
    private static final long QUIET_NANOS = 50_000_000L;

    private final AppenderConfig appender;
    private final PromptFindings findings;
    /** Null while no event comes. */
    private @Nullable HostedLog log;
    /** The calls that append. */
    private int users;

    private long usedAt;

    LateLog(AppenderConfig appender, PromptFindings findings) {
        this.appender = appender;
        this.findings = findings;
    }

    /** Appends an encoded event. */
    Destination.Outcome append(Event event) throws IOException {
        HostedLog open = use();
        try {
            return open.append(event);
        } finally {
            synchronized (this) {
                users--;
                usedAt = System.nanoTime();
            }
        }
    }

    private synchronized HostedLog use() throws IOException {
        HostedLog open = log;
        if (open == null) {
            open = HostedLogs.join(appender, findings);
            log = open;
            HelperThread.of(this::closeWhenQuiet, "tailrace-late").start();
        }
        users++;
        return open;
    }

    private void closeWhenQuiet() {
        HostedLog open = quiet();
        while (open == null) {
            LockSupport.parkNanos(this, QUIET_NANOS);
            open = quiet();
        }
        open.close();
    }

    /** The log, which nothing uses any more; null: wait. */
    private synchronized @Nullable HostedLog quiet() {
        if (users > 0 || System.nanoTime() - usedAt < QUIET_NANOS) {
            return null;
        }
        HostedLog open = log;
        log = null;
        return open;
    }
}
