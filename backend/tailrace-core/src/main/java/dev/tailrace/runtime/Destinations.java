package dev.tailrace.runtime;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainAgent;
import dev.tailrace.engine.drain.shared.SharedDrainer;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.runtime.DestinationFactory;
import dev.tailrace.engine.runtime.EngineListener;
import dev.tailrace.engine.runtime.OpenDestination;
import dev.tailrace.engine.runtime.Waiting;
import dev.tailrace.engine.sink.SinkUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The open destinations, by their configured targets. A changed configuration changes them as a whole. A destination in both configurations
 * stays as it is, with its lanes; a file with another rolling stays, too, and switches to the new rolling between two batches. A new
 * destination is opened before any thread logs to it; an obsolete one is closed after the last thread has logged to it, and ended once it
 * is drained. A log is never open twice: a destination that comes back before it is drained is reused.
 *
 * <p>{@link #drainers} is for any thread, {@link #end} for drain threads, the rest for one thread at a time.
 */
final class Destinations {
    private static final long CLOSING_NANOS = 5_000_000_000L;

    private final DestinationFactory factory;
    private final EngineListener listener;
    private final LimitTables limits;
    private final List<DrainAgent> drainers = new CopyOnWriteArrayList<>();
    private Map<DestinationConfig, OpenDestination> open = new LinkedHashMap<>();
    /** Closed destinations that may not be drained yet. */
    private final Map<DestinationConfig, OpenDestination> leaving = new ConcurrentHashMap<>();

    Destinations(DestinationFactory factory, EngineListener listener, LimitTables limits) {
        this.factory = factory;
        this.listener = listener;
        this.limits = limits;
    }

    /**
     * The destinations of a configuration, all opened.
     *
     * @param fresh destinations that were opened for it
     * @param returned destinations that were about to leave
     * @param changed logs with another rolling
     */
    public record Plan(
            Map<DestinationConfig, OpenDestination> all,
            List<OpenDestination> fresh,
            Map<DestinationConfig, OpenDestination> returned,
            Map<OpenDestination, LogFile> changed) {
        Plan() {
            this(new LinkedHashMap<>(), new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        OpenDestination of(AppenderConfig appender) {
            OpenDestination opened = all.get(appender.destination());
            if (opened == null) {
                throw new IllegalStateException("not opened: " + appender.name());
            }
            return opened;
        }
    }

    /** Opens all destinations of the first configuration; the console replaces one that can't be opened, unless it has its events anyway. */
    Plan first(Configuration configuration) {
        Plan plan = new Plan();
        for (AppenderConfig appender : configuration.appenders()) {
            if (!plan.all().containsKey(appender.destination())) {
                OpenDestination fresh = factory.open(
                        appender.name(),
                        appender.destination(),
                        EngineOptions.log(appender),
                        isOnConsole(configuration, appender.destination()));
                plan.all().put(appender.destination(), fresh);
                plan.fresh().add(fresh);
            }
        }
        return plan;
    }

    /** Whether a console has the events of a destination, too, so that a stand-in would double them. */
    private static boolean isOnConsole(Configuration configuration, DestinationConfig destination) {
        Set<String> writers = new HashSet<>();
        Set<String> consoles = new HashSet<>();
        for (AppenderConfig each : configuration.appenders()) {
            if (each.destination().equals(destination)) {
                writers.add(each.name());
            } else if (each.destination() instanceof DestinationConfig.Console
                    && each.filters().stream().allMatch(Destinations::passesAll)) {
                consoles.add(each.name());
            }
        }
        boolean inherited = !Collections.disjoint(configuration.root().appenders(), consoles)
                && configuration.loggers().stream().allMatch(LoggerConfig::additive);
        return Stream.concat(Stream.of(configuration.root()), configuration.loggers().stream())
                .filter(logger -> !Collections.disjoint(logger.appenders(), writers))
                .allMatch(logger -> inherited || !Collections.disjoint(logger.appenders(), consoles));
    }

    private static boolean passesAll(FilterConfig filter) {
        return filter instanceof FilterConfig.ThresholdFilter threshold
                && threshold.level().compareTo(Threshold.TRACE) <= 0;
    }

    /**
     * Opens the additional destinations of a changed configuration. Changes no running destination.
     *
     * @throws SinkUnavailableException when something can't be had; nothing is left open then
     */
    Plan next(Configuration configuration) throws SinkUnavailableException {
        Plan plan = new Plan();
        Set<DestinationConfig> wanted = new HashSet<>();
        configuration.appenders().forEach(appender -> wanted.add(appender.destination()));
        boolean done = false;
        try {
            for (AppenderConfig appender : configuration.appenders()) {
                if (!plan.all().containsKey(appender.destination())) {
                    plan.all().put(appender.destination(), next(appender, wanted, plan, configuration));
                }
            }
            done = true;
            return plan;
        } finally {
            if (!done) {
                rollback(plan);
            }
        }
    }

    private OpenDestination next(
            AppenderConfig appender, Set<DestinationConfig> wanted, Plan plan, Configuration configuration)
            throws SinkUnavailableException {
        try {
            return next(appender, wanted, plan);
        } catch (SinkUnavailableException e) {
            OpenDestination standIn = open.get(appender.destination());
            if (standIn != null) {
                // The destination could not be opened before either: no reason to refuse the other changes.
                return standIn;
            }
            // In a changed configuration the line of the error matters more than the log file.
            String file = appender.file() == null ? configuration.source() : appender.file();
            throw new SinkUnavailableException(
                    e.finding().at(file, appender.line()).about(appender.name()), e);
        }
    }

    private OpenDestination next(AppenderConfig appender, Set<DestinationConfig> wanted, Plan plan)
            throws SinkUnavailableException {
        DestinationConfig destinationConfig = appender.destination();
        OpenDestination same = open.get(destinationConfig);
        // A console that replaces a file is given up for another attempt at the file.
        if (same != null && (same.log() != null || destinationConfig instanceof DestinationConfig.Console)) {
            return same;
        }
        LogFile log = factory.logOf(destinationConfig);
        OpenDestination known = log == null ? null : known(log, wanted, plan);
        if (known != null && log != null) {
            plan.changed().put(known, log);
            return known;
        }
        OpenDestination returned = takeBack(destinationConfig, log);
        if (returned != null) {
            plan.returned().put(destinationConfig, returned);
            if (log != null) {
                plan.changed().put(returned, log);
            }
            return returned;
        }
        OpenDestination fresh = factory.open(destinationConfig, log, EngineOptions.log(appender));
        plan.fresh().add(fresh);
        return fresh;
    }

    /** The open destination of a log that would otherwise leave. */
    private @Nullable OpenDestination known(LogFile log, Set<DestinationConfig> wanted, Plan plan) {
        for (Map.Entry<DestinationConfig, OpenDestination> each : open.entrySet()) {
            if (isOf(log, each.getValue())
                    && !wanted.contains(each.getKey())
                    && !plan.all().containsValue(each.getValue())) {
                return each.getValue();
            }
        }
        return null;
    }

    private static boolean isOf(LogFile log, OpenDestination opened) {
        LogFile other = opened.log();
        return other != null && other.lockFile().equals(log.lockFile());
    }

    private @Nullable OpenDestination takeBack(DestinationConfig destinationConfig, @Nullable LogFile log) {
        for (Map.Entry<DestinationConfig, OpenDestination> each : leaving.entrySet()) {
            OpenDestination gone = each.getValue();
            boolean same = log == null ? each.getKey().equals(destinationConfig) : isOf(log, gone);
            if (same) {
                leaving.remove(each.getKey());
                if (gone.loop().recall(gone.drainer())) {
                    factory.reopen(gone);
                    return gone;
                }
                // The destination is being closed right now.
                Waiting.until(System.nanoTime() + CLOSING_NANOS, () -> !drainers.contains(gone.drainer()));
                return null;
            }
        }
        return null;
    }

    /** Gives up a plan. */
    void rollback(Plan plan) {
        for (OpenDestination fresh : plan.fresh()) {
            fresh.destination().close();
            discard(fresh);
        }
        plan.returned().forEach(this::retire);
    }

    /** Has the plan's destinations drained, before any thread logs to them. */
    void activate(Plan plan, Configuration configuration) {
        for (OpenDestination fresh : plan.fresh()) {
            drainers.add(fresh.drainer());
            fresh.loop().add(fresh.drainer());
        }
        Set<Destination> limited = new HashSet<>();
        for (AppenderConfig appender : configuration.appenders()) {
            // The first of several appenders of one target decides, as at the start.
            if (limited.add(plan.of(appender).destination())) {
                plan.of(appender).limit(EngineOptions.log(appender));
            }
        }
    }

    /** Switches to a plan and ends obsolete destinations, to which no new log call goes any more. */
    void commit(Plan plan) {
        Map<DestinationConfig, OpenDestination> before = open;
        // First: whatever fails below, no destination of this plan may be opened a second time.
        open = new LinkedHashMap<>(plan.all());
        plan.changed().forEach((opened, log) -> {
            if (opened.drainer() instanceof SharedDrainer drainer) {
                drainer.use(log);
            }
        });
        Collection<OpenDestination> staying = plan.all().values();
        before.forEach((destinationConfig, opened) -> {
            if (!staying.contains(opened)) {
                retire(destinationConfig, opened);
            }
        });
    }

    private void retire(DestinationConfig destinationConfig, OpenDestination opened) {
        leaving.put(destinationConfig, opened);
        limits.close(opened.destination());
        try {
            opened.destination().close();
        } catch (InternalError e) {
            // A mapped file was truncated. The other destinations must leave all the same.
            listener.onError(e);
        }
        opened.loop().retire(opened.drainer(), drainer -> end(destinationConfig, opened));
    }

    /**
     * Ends a destination, in its drain thread. No reference to it may remain: the lanes' memory is only released when they are collected.
     */
    private void end(DestinationConfig destinationConfig, OpenDestination opened) {
        try {
            discard(opened);
        } finally {
            drainers.remove(opened.drainer());
            leaving.remove(destinationConfig, opened);
        }
    }

    private void discard(OpenDestination opened) {
        limits.forget(opened.destination());
        factory.close(opened);
    }

    List<DrainAgent> drainers() {
        return drainers;
    }

    /** The changes of a plan in words, for a message. */
    String difference(Plan plan) {
        long kept = plan.all().values().stream()
                .filter(each -> !plan.fresh().contains(each))
                .count();
        long leaves = open.values().stream()
                .filter(each -> !plan.all().containsValue(each))
                .count();
        return kept + " destinations stay as they are"
                + (plan.changed().isEmpty() ? "" : " (" + plan.changed().size() + " rolled otherwise)") + ", "
                + plan.fresh().size() + " are new, " + leaves + " are closed";
    }
}
