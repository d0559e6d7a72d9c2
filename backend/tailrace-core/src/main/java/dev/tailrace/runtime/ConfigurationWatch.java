package dev.tailrace.runtime;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FileStamp;
import dev.tailrace.config.model.Watch;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.engine.runtime.DestinationFactory;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks periodically whether the configuration's files have changed, reads them again, and applies the new configuration. A configuration
 * with an error is reported once, and the previous one stays in use. Has a thread of its own, because opening a log can take seconds. Tests
 * can step {@link #look}.
 */
public final class ConfigurationWatch {
    /** The result of a look. */
    public enum Outcome {
        UNCHANGED,
        /** The changed configuration is in use. */
        USED,
        /** The new configuration has an error; the previous one stays in use. */
        REFUSED,
        /** The engine has stopped. */
        OVER
    }

    /** A file that changes within this time of having been read is still being written. */
    private static final long SETTLE_NANOS = 10_000_000;

    private static final int MOST_READS = 100;

    /** Only warnings at the start; but a file that existed before is more likely to be missing for a moment. */
    private static final Set<FindingCode> MISSING =
            EnumSet.of(FindingCode.INCLUDE_NOT_READ, FindingCode.PROPERTIES_NOT_READ, FindingCode.NO_APPENDER_LEFT);

    private final Engine engine;
    private final PropertySource outside;
    private final Reporter reporter;
    private final BiPredicate<Engine, Engine.Change> use;
    private final RestartSettings started;
    private final HelperThread thread;
    private volatile boolean stopping;
    private volatile long periodMillis;
    private Configuration running;
    private List<FileStamp> files;

    /** @param use takes a change into use; false: the engine is not the running one any more */
    ConfigurationWatch(Engine engine, BiPredicate<Engine, Engine.Change> use) {
        this.engine = engine;
        this.running = engine.wiring().configuration();
        this.outside = engine.outside();
        this.reporter = engine.reporter();
        this.use = use;
        this.started = RestartSettings.of(running);
        this.files = running.watch().files();
        this.periodMillis = running.watch().periodMillis();
        this.thread = HelperThread.of(this::run, "tailrace-reload");
    }

    boolean isOf(Engine other) {
        return engine.equals(other);
    }

    void start() {
        thread.start();
    }

    /** Ends the thread after what it is doing; waits for nothing. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    /** After {@link #stop} it ends, but not while it is kept from applying what it has read. */
    HelperThread thread() {
        return thread;
    }

    private void run() {
        long next = System.nanoTime() + nanos(periodMillis);
        while (!stopping && periodMillis > 0) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                continue;
            }
            try {
                look();
            } catch (Throwable e) {
                // After any failure the running configuration stays, and a later version of the file may work.
                reporter.onError(e);
            }
            next = System.nanoTime() + nanos(periodMillis);
        }
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Reads the configuration again if one of its files has changed, and takes it into use. */
    synchronized Outcome look() {
        Path main = running.watch().main();
        if (main == null || files.stream().noneMatch(FileStamp::hasChanged)) {
            return Outcome.UNCHANGED;
        }
        Configuration fresh = readSettled(main);
        files = fresh.watch().files();
        List<Finding> errors = errors(fresh);
        if (!errors.isEmpty()) {
            refuse(errors);
            return Outcome.REFUSED;
        }
        Engine.Change change;
        try {
            change = engine.prepare(fresh);
        } catch (SinkUnavailableException | RuntimeException e) {
            refuse(List.of(DestinationFactory.findingOf(e)));
            return Outcome.REFUSED;
        }
        if (!use.test(engine, change)) {
            engine.drop(change);
            return Outcome.OVER;
        }
        report(fresh, change);
        running = fresh;
        periodMillis = fresh.watch().periodMillis();
        return Outcome.USED;
    }

    /** Reads until the files stay unchanged: an editor, or a copy over a network, may be in the middle of writing. */
    private Configuration readSettled(Path main) {
        Configuration fresh = read(main);
        for (int i = 1; i < MOST_READS && !stopping; i++) {
            LockSupport.parkNanos(this, SETTLE_NANOS);
            if (fresh.watch().files().stream().noneMatch(FileStamp::hasChanged)) {
                return fresh;
            }
            fresh = read(main);
        }
        return fresh;
    }

    private Configuration read(Path main) {
        @Nullable String name = running.source();
        return ConfigurationReader.readAgain(main, name == null ? main.toString() : name, outside);
    }

    /** The errors of a new configuration that the running one does not have. */
    private List<Finding> errors(Configuration fresh) {
        List<Finding> errors = new ArrayList<>();
        for (Finding finding : fresh.findings()) {
            boolean bad = finding.severity() == FindingCode.Severity.ERROR || MISSING.contains(finding.code());
            if (bad
                    && (fresh.source() == null
                            || running.findings().stream().noneMatch(each -> isSame(each, finding)))) {
                errors.add(finding);
            }
        }
        return errors;
    }

    /** Compared without line numbers, because lines shift. */
    private static boolean isSame(Finding one, Finding other) {
        return one.code() == other.code() && one.cause().equals(other.cause());
    }

    private void refuse(List<Finding> errors) {
        Finding first = errors.get(0);
        String kept = ConfigurationReader.KEPT;
        String cause = first.cause().endsWith(kept) ? first.cause() : first.cause() + " " + kept;
        List<String> others = errors.stream()
                .skip(1)
                .map(each ->
                        (each.file() == null ? "" : each.file() + (each.line() > 0 ? ":" + each.line() : "") + ": ")
                                + each.cause())
                .toList();
        String file = first.file() == null ? running.source() : first.file();
        reporter.report(Finding.of(FindingCode.RELOAD_REFUSED, cause)
                .at(file, first.line())
                .about(first.consumer())
                .evidence(others));
    }

    private void report(Configuration fresh, Engine.Change change) {
        fresh.findings().forEach(reporter::report);
        List<String> later = started.changedBy(RestartSettings.of(running), RestartSettings.of(fresh));
        if (!later.isEmpty()) {
            reporter.report(Finding.of(
                            FindingCode.RESTART_NEEDED,
                            "These changes need a restart: " + String.join(", ", later) + ".")
                    .at(fresh.source(), 0));
        }
        Watch watch = fresh.watch();
        String end = watch.periodMillis() > 0 ? "." : ". It is not watched any more, as it asks for.";
        reporter.report(Finding.of(
                        FindingCode.CONFIGURATION_RELOADED,
                        "It was changed and read again: " + change.description() + end)
                .at(fresh.source(), 0));
    }
}
