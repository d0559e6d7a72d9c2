package dev.tailrace;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LoggerConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All loggers by name, and the rules that give each its level and outlets: levels are inherited from the nearest configured ancestor
 * (names are divided at dots), outlets add up along the ancestors until one is not additive. Thread-safe; loggers live as long as the
 * class loader.
 */
final class LoggerTree {
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
    private int nextId;
    private @Nullable Rules rules;

    /** A configuration with its outlets, by logger name; "" is the root. */
    private record Rules(Map<String, LoggerConfig> configs, Map<String, Outlet> outlets, TurboFilters filters) {}

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
        }
        loggers.put(name, created);
        return created;
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
        Rules fresh = new Rules(configs, outlets, filters);
        rules = fresh;
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

    private static String rootless(String name) {
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
