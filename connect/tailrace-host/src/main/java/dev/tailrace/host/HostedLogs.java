package dev.tailrace.host;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.AppendLog;
import dev.tailrace.engine.LogEngine;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The logs of all hosts in this class loader, and their engine: it runs from the first log that is opened to the last one that is closed,
 * with the settings of the first. Thread-safe; {@link #append} takes a lock only for an event that comes late.
 */
final class HostedLogs {
    /** A failing encoder must not fill the host's status list. */
    private static final int MOST_FAILURES = 10;

    private static final Object LOCK = new Object();
    /** Guarded by the lock, as the number of logs that are open. */
    private static @Nullable LogEngine engine;

    private static int open;
    /** One for each open log. */
    private static final List<Consumer<Finding>> HOSTS = new CopyOnWriteArrayList<>();

    private static final AtomicInteger FAILURES = new AtomicInteger();

    private HostedLogs() {}

    /** Opens the log of an appender, which may be open for others. */
    static AppendLog open(AppenderConfig appender, Consumer<Finding> findings) throws IOException {
        if (!(appender.destination() instanceof DestinationConfig.File file)) {
            throw new IOException("the appender \"" + appender.name() + "\" has no file");
        }
        synchronized (LOCK) {
            LogEngine running = engine;
            if (running == null) {
                running = LogEngine.start(options(appender.settings()));
                engine = running;
            }
            HOSTS.add(findings);
            boolean opened = false;
            try {
                AppendLog log = running.share(file, own(appender.settings()));
                open++;
                opened = true;
                return log;
            } finally {
                if (!opened) {
                    HOSTS.remove(findings);
                    endIfUnused();
                }
            }
        }
    }

    static void close(AppendLog log, Consumer<Finding> findings) {
        synchronized (LOCK) {
            log.close();
            open--;
            endIfUnused();
            HOSTS.remove(findings);
        }
    }

    private static void endIfUnused() {
        LogEngine running = engine;
        if (open == 0 && running != null) {
            running.close();
            engine = null;
            HostedAppender.forgetMemory();
        }
    }

    /** Appends an encoded event whose log was closed meanwhile. */
    static Destination.Outcome appendLate(AppenderConfig appender, Consumer<Finding> findings, Event event)
            throws IOException {
        synchronized (LOCK) {
            AppendLog log = join(appender, findings);
            try {
                return append(log, event);
            } finally {
                close(log, findings);
            }
        }
    }

    /** Opens a log for a late event of a configuration that may be over: what the log has by now stays. */
    private static AppendLog join(AppenderConfig appender, Consumer<Finding> findings) throws IOException {
        LogEngine running = engine;
        if (running != null && appender.destination() instanceof DestinationConfig.File file) {
            AppendLog known = running.join(file);
            if (known != null) {
                HOSTS.add(findings);
                open++;
                return known;
            }
        }
        return open(appender, findings);
    }

    /** Appends an encoded event. */
    static Destination.Outcome append(AppendLog log, Event event) {
        return log.append(event.level(), event.loggerName(), event.epochNanos(), event.line(), event.pending);
    }

    private static LogEngine.Options options(TailraceSettings settings) {
        TailraceSettings.Engine all = settings.engine();
        LogEngine.Options options = new LogEngine.Options()
                .spill(all.spill())
                .longestSleep(Duration.ofMillis(all.intervalMillis()))
                .archiverShare(all.archiverShare())
                .findings(HostedLogs::report)
                .drainAtExit();
        return all.memory() == 0 ? options : options.memory(all.memory());
    }

    private static LogEngine.Options own(TailraceSettings settings) {
        TailraceSettings.Overflow overflow = settings.overflow();
        LogEngine.Options options = new LogEngine.Options()
                .waitWhenFull(Duration.ofMillis(overflow.maxWaitMillis()))
                .longestRecord(settings.lines().maxEvent())
                .lanes(
                        settings.lanes().directory(),
                        settings.lanes().parentDirectory(),
                        settings.lanes().stripes());
        return switch (overflow.whenFull()) {
            case WAIT -> options;
            case DROP -> options.dropWhenFull();
            case DROP_BELOW -> options.dropBelow(overflow.dropBelow().code());
        };
    }

    private static void report(Finding finding) {
        Set.copyOf(HOSTS).forEach(host -> host.accept(finding));
    }

    /** Reports an error that must not reach the application. */
    static void failed(Consumer<Finding> findings, Throwable error) {
        if (FAILURES.getAndIncrement() < MOST_FAILURES) {
            findings.accept(Finding.of(FindingCode.ENCODER_FAILED, "An event could not be logged: " + describe(error)));
        }
    }

    private static String describe(Throwable error) {
        try {
            return error.toString();
        } catch (RuntimeException | Error e) {
            return error.getClass().getName();
        }
    }
}
