package dev.tailrace.host;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.AppendLog;
import dev.tailrace.engine.LogEngine;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.runtime.LoaderWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The logs of all hosts in this class loader, and their engine: it runs from the first log that is opened to the last one that is closed,
 * with the settings of the first, or until the class loader is closed. Thread-safe. Nothing is closed under the lock, so that no other log
 * waits for that.
 */
final class HostedLogs implements LoaderWatch.Listener {
    private static final Object LOCK = new Object();
    /** Null: no log is open. Guarded by the lock. */
    private static @Nullable HostedLogs running;
    /** Not null once the class loader was found closed. Guarded by the lock. */
    private static @Nullable LoaderWatch closed;
    /** One for each open log. */
    private static final List<PromptFindings> HOSTS = new CopyOnWriteArrayList<>();

    private final LogEngine engine;
    private @Nullable LoaderWatch watch;
    /** How many logs are open. Guarded by the lock. */
    private int open;

    private HostedLogs(LogEngine engine) {
        this.engine = engine;
    }

    private static HostedLogs start(AppenderConfig appender, PromptFindings findings) {
        HostedLogs started = new HostedLogs(LogEngine.start(options(appender.settings())));
        LoaderWatch watching = LoaderWatch.start(
                HostedLogs.class.getClassLoader(),
                HostedAppender.class.getName().replace('.', '/'),
                List.of(findings.to().getClass()),
                started);
        if (watching != null) {
            started.watch = watching;
            watching.awaitReady();
        }
        return started;
    }

    /** Opens the log of an appender, which may be open for others. */
    static HostedLog open(AppenderConfig appender, PromptFindings findings) throws IOException {
        DestinationConfig.File file = file(appender);
        synchronized (LOCK) {
            if (closed != null && closed.isStillClosed()) {
                throw new IOException("the class loader of the application is closed");
            }
            HostedLogs logs = running;
            if (logs == null) {
                logs = start(appender, findings);
            }
            boolean opened = false;
            try {
                HostedLog log = logs.add(logs.engine.share(file, own(appender.settings())), findings);
                opened = true;
                running = logs;
                return log;
            } finally {
                if (!opened && running == null) {
                    logs.end();
                }
            }
        }
    }

    private static DestinationConfig.File file(AppenderConfig appender) throws IOException {
        if (appender.destination() instanceof DestinationConfig.File file) {
            return file;
        }
        throw new IOException("the appender \"" + appender.name() + "\" has no file");
    }

    /** Opens a log for late events of a configuration that may be over: what the log has by now stays. */
    static HostedLog join(AppenderConfig appender, PromptFindings findings) throws IOException {
        synchronized (LOCK) {
            HostedLogs logs = running;
            AppendLog known = null;
            if (logs != null) {
                known = logs.engine.join(file(appender));
            }
            return logs == null || known == null ? open(appender, findings) : logs.add(known, findings);
        }
    }

    private HostedLog add(AppendLog log, PromptFindings findings) {
        HOSTS.add(findings);
        open++;
        return new HostedLog(this, log, findings);
    }

    void close(HostedLog log) {
        log.log().close();
        boolean last;
        synchronized (LOCK) {
            open--;
            last = open == 0 && running == this;
            if (last) {
                running = null;
            }
        }
        if (last) {
            end();
        }
        HOSTS.remove(log.findings());
    }

    private void end() {
        LoaderWatch watching = watch;
        if (watching != null) {
            watching.stop();
        }
        engine.close();
        HostedAppender.forgetMemory();
    }

    /** A host that stops its appenders later has nothing left to close. */
    @Override
    public void onClosed(LoaderWatch watching) {
        synchronized (LOCK) {
            if (running != this) {
                return;
            }
            running = null;
            closed = watching;
        }
        end();
    }

    @Override
    public void onFailure(Throwable error) {
        report(Finding.of(FindingCode.INTERNAL_ERROR, error.toString()));
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
}
