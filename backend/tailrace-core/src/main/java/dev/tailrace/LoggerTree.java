package dev.tailrace;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All loggers by name, and the rules that give each its level and outlets: levels are inherited from the nearest configured ancestor
 * (names are divided at dots), outlets add up along the ancestors until one is not additive. Thread-safe; loggers live as long as the
 * class loader.
 */
final class LoggerTree {
    private static final LoggerConfig MUTE_ROOT = new LoggerConfig("ROOT", Threshold.OFF, true, List.of(), 0);

    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
    private int nextId;
    private @Nullable Rules rules;
    /** Whether loggers without rules start the engine with their first call. */
    private boolean deferred;

    /**
     * A configuration with its outlets, by logger name; "" is the root.
     *
     * @param configuredRoot the root as the configuration has it, whatever its level is now
     */
    private record Rules(
            Map<String, LoggerConfig> configs,
            Map<String, Outlet> outlets,
            TurboFilters filters,
            LoggerConfig configuredRoot) {}

    Logger logger(String name) {
        Logger known = loggers.get(name);
        return known != null ? known : create(name);
    }

    private synchronized Logger create(String name) {
        Logger known = loggers.get(name);
        if (known != null) {
            return known;
        }
        Logger created = new Logger(name, nextId++);
        if (rules != null) {
            apply(rules, created);
        } else if (deferred) {
            created.defer();
        }
        loggers.put(name, created);
        return created;
    }

    /** Has the first call of a logger start the engine, whatever its level: nothing is known of levels yet. */
    synchronized void defer() {
        rules = null;
        deferred = true;
        loggers.values().forEach(Logger::defer);
    }

    /** Has all loggers, also those to come, log nothing. */
    synchronized void mute() {
        Rules muted = new Rules(Map.of("", MUTE_ROOT), Map.of(), TurboFilters.NONE, MUTE_ROOT);
        rules = muted;
        loggers.values().forEach(logger -> apply(muted, logger));
    }

    /**
     * Sets the level of a logger until the next configuration.
     *
     * @param name "" is the root
     * @param level null: inherited; of the root: as configured
     */
    synchronized void setLevel(String name, @Nullable Threshold level) {
        Rules before = rules;
        if (before == null) {
            return;
        }
        LoggerConfig known = before.configs().get(name);
        Threshold given =
                level == null && name.isEmpty() ? before.configuredRoot().level() : level;
        LoggerConfig changed = known == null
                ? new LoggerConfig(name, given, true, List.of(), 0)
                : new LoggerConfig(known.name(), given, known.additive(), known.appenders(), known.line());
        Map<String, LoggerConfig> configs = new HashMap<>(before.configs());
        configs.put(name, changed);
        Rules fresh = new Rules(configs, before.outlets(), before.filters(), before.configuredRoot());
        rules = fresh;
        loggers.values().forEach(logger -> {
            String own = rootless(logger.name());
            if (name.isEmpty() || own.equals(name) || own.startsWith(name + ".")) {
                apply(fresh, logger);
            }
        });
    }

    /** All that were asked for or configured, and their ancestors, by name; the root first. */
    synchronized List<LoggerState> states() {
        TreeSet<String> names = new TreeSet<>();
        names.add("");
        loggers.keySet().forEach(each -> addWithAncestors(rootless(each), names));
        if (rules != null) {
            rules.configs().keySet().forEach(each -> addWithAncestors(each, names));
        }
        return names.stream().map(this::state).toList();
    }

    private static void addWithAncestors(String name, Set<String> names) {
        for (String each = name; each != null && names.add(each); each = parent(each)) {
            // Added.
        }
    }

    /** Null when neither it nor a descendant was asked for or configured. */
    synchronized @Nullable LoggerState stateOf(String name) {
        return isKnown(name) ? state(name) : null;
    }

    private boolean isKnown(String name) {
        if (name.isEmpty()
                || loggers.containsKey(name)
                || (rules != null && rules.configs().containsKey(name))) {
            return true;
        }
        String below = name + ".";
        return loggers.keySet().stream().anyMatch(each -> each.startsWith(below))
                || (rules != null && rules.configs().keySet().stream().anyMatch(each -> each.startsWith(below)));
    }

    private LoggerState state(String name) {
        Threshold own = null;
        Threshold effective = null;
        for (String each = name; each != null && rules != null && effective == null; each = parent(each)) {
            LoggerConfig config = rules.configs().get(each);
            effective = config == null ? null : config.level();
            if (each.equals(name)) {
                own = effective;
            }
        }
        return LoggerState.of(name.isEmpty() ? "ROOT" : name, own, effective);
    }

    /** Gives all loggers, also those to come, the levels and outlets of a configuration. */
    synchronized void configure(Configuration configuration, Map<String, Outlet> outlets) {
        Map<String, LoggerConfig> configs = new HashMap<>();
        configs.put("", configuration.root());
        for (LoggerConfig logger : configuration.loggers()) {
            configs.put(logger.name().equalsIgnoreCase("ROOT") ? "" : logger.name(), logger);
        }
        Rules before = rules;
        TurboFilters filters = before != null && before.filters().are(configuration.turboFilters())
                ? before.filters()
                : new TurboFilters(configuration.turboFilters());
        Rules fresh = new Rules(configs, outlets, filters, configuration.root());
        rules = fresh;
        deferred = false;
        loggers.values().forEach(logger -> apply(fresh, logger));
    }

    /** Gives a logger its outlets again, for one that has lost them to a shutdown. */
    synchronized void reapply(Logger logger) {
        if (rules != null) {
            apply(rules, logger);
        }
    }

    /** Takes the outlets from all loggers; the next event of each starts the engine anew. */
    synchronized void disconnect() {
        rules = null;
        loggers.values().forEach(Logger::disconnect);
    }

    private static void apply(Rules rules, Logger logger) {
        int threshold = Integer.MIN_VALUE;
        boolean levelFound = false;
        boolean additive = true;
        List<Outlet> outlets = new ArrayList<>();
        for (String name = rootless(logger.name()); name != null; name = parent(name)) {
            LoggerConfig config = rules.configs().get(name);
            if (config == null) {
                continue;
            }
            if (!levelFound && config.level() != null) {
                threshold = config.level().code();
                levelFound = true;
            }
            if (additive) {
                for (String appender : config.appenders()) {
                    Outlet outlet = rules.outlets().get(appender);
                    if (outlet != null) {
                        outlets.add(outlet);
                    }
                }
                additive = config.additive();
            }
        }
        logger.connect(threshold, outlets.toArray(Outlet[]::new), rules.filters());
    }

    static String rootless(String name) {
        return name.equalsIgnoreCase("ROOT") ? "" : name;
    }

    private static @Nullable String parent(String name) {
        if (name.isEmpty()) {
            return null;
        }
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }
}
