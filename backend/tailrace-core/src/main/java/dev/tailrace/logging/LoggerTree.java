package dev.tailrace.logging;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.JulLevels;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All loggers by name, and the rules for their levels and appenders: levels are inherited from the nearest configured ancestor (names are
 * divided at dots, in Logback's dialect at dollars, too), appenders add up along the ancestors until a logger is not additive.
 * Thread-safe; loggers live as long as the class loader.
 *
 * @param <L> the API's class for a logger, which this package doesn't know
 */
public final class LoggerTree<L> {
    private static final LoggerConfig MUTE_ROOT = new LoggerConfig("ROOT", Threshold.OFF, true, List.of(), 0);

    private static final String LIMIT = "Limit";

    private final Connector<L> connector;
    private final Map<String, L> loggers = new ConcurrentHashMap<>();
    /** The captures of events, independent of the configuration. Each capture is its own key. */
    private final Map<EventCapture, Integer> captures = new HashMap<>();

    private int nextId;
    private @Nullable Rules rules;
    /** The end of the first level or limit that was set for a time; only if there is one. */
    private volatile long nextEnd;

    private volatile boolean hasEnd;
    /** Whether loggers without rules start the engine with their first call. */
    private boolean deferred;

    /** As a framework asks; null: as the configuration does. */
    private volatile @Nullable JulFollower julOfFramework;

    private volatile @Nullable JulFollower julOfConfiguration;

    /** Makes loggers and connects them with their appenders. */
    public interface Connector<L> {
        L create(String name, int id);

        /** Whether the logger has appenders, even if they are none: false while the engine is stopped. */
        boolean isConnected(L logger);

        /**
         * Gives a logger its level and its appenders.
         *
         * @param observed whether events count without any appender
         */
        void connect(L logger, int level, Appender[] to, TurboFilters filters, boolean observed);

        void disconnect(L logger);

        /** Lets every call pass, so that the first one starts the engine. */
        void defer(L logger);

        /** Appends an event of the engine's own to these appenders, whatever the level of the logger. Never throws. */
        void report(L logger, Appender[] to, String callerBoundary, String message, @Nullable Object... arguments);
    }

    public LoggerTree(Connector<L> connector) {
        this.connector = connector;
    }

    /**
     * A configuration with its appenders, by logger name; "" is the root.
     *
     * @param overrides levels that were set at run time, over those of the configuration
     * @param limits that were set at run time, before those of the configuration
     * @param configuredRoot the root as the configuration has it, whatever its level is now
     * @param byDollar see {@link Configuration}
     */
    private record Rules(
            Map<String, LoggerConfig> configs,
            Map<String, Setting<Threshold>> overrides,
            Map<String, Setting<LimitConfig>> limits,
            Map<String, Appender> appenders,
            TurboFilters filters,
            LoggerConfig configuredRoot,
            boolean byDollar) {

        Rules with(
                Map<String, LoggerConfig> otherConfigs,
                Map<String, Setting<Threshold>> otherOverrides,
                Map<String, Setting<LimitConfig>> otherLimits) {
            return new Rules(otherConfigs, otherOverrides, otherLimits, appenders, filters, configuredRoot, byDollar);
        }

        List<LimitConfig> limitConfigs() {
            return limits.isEmpty()
                    ? List.of()
                    : limits.values().stream().map(Setting::value).toList();
        }

        String limit(String name) {
            Setting<LimitConfig> limit = limits.get(name);
            return limit == null
                    ? "none"
                    : limit.shown() + " up to " + limit.value().highest();
        }

        boolean covers(String name, String own) {
            return LoggerConfig.covers(name, own, byDollar);
        }

        @Nullable
        String parent(String name) {
            return LoggerConfig.parent(name, byDollar);
        }

        /** A logger's present own level; null: none. */
        @Nullable
        Threshold own(String name) {
            Setting<Threshold> override = overrides.isEmpty() ? null : overrides.get(name);
            return override == null ? configured(name) : override.value();
        }

        @Nullable
        Threshold configured(String name) {
            LoggerConfig config = configs.get(name);
            return config == null ? null : config.level();
        }

        @Nullable
        Threshold effective(String name) {
            for (String each = name; each != null; each = parent(each)) {
                Threshold own = own(each);
                if (own != null) {
                    return own;
                }
            }
            return null;
        }
    }

    /**
     * A level or a limit that was set over the configuration's.
     *
     * @param shown the level, or the rate of the limit, in words
     * @param isTimed whether it ends by itself
     * @param end its end, by {@link System#nanoTime}
     * @param untilMillis its end by the wall clock, for display, in milliseconds since 1970; 0: none
     * @param origin what set it, in words
     */
    public record Setting<T>(T value, String shown, boolean isTimed, long end, long untilMillis, String origin) {}

    /**
     * A change of a level or of a limit.
     *
     * @param what {@code Level} or {@code Limit}
     * @param name of the logger; "" is the root
     * @param before the value before the change, in words
     * @param origin what had set the old value, or sets the new one
     */
    public record Change(String what, String name, String before, String after, String origin) {}

    /**
     * The levels of a logger.
     *
     * @param name of the logger; {@code ROOT} for the root
     * @param own null: it inherits
     * @param effective null: all
     */
    public record Levels(
            String name, @Nullable Threshold own, @Nullable Threshold effective) {}

    public L logger(String name) {
        L known = loggers.get(name);
        return known != null ? known : create(name);
    }

    private synchronized L create(String name) {
        L known = loggers.get(name);
        if (known != null) {
            return known;
        }
        L created = connector.create(name, nextId++);
        if (rules != null) {
            apply(rules, name, created);
        } else if (deferred) {
            connector.defer(created);
        }
        loggers.put(name, created);
        return created;
    }

    /** Makes the first call of any logger start the engine, whatever its level: levels aren't known yet. */
    public synchronized void defer() {
        rules = null;
        hasEnd = false;
        deferred = true;
        loggers.values().forEach(connector::defer);
    }

    /** Mutes all loggers, future ones included. */
    public synchronized void mute() {
        Rules muted =
                new Rules(Map.of("", MUTE_ROOT), Map.of(), Map.of(), Map.of(), TurboFilters.NONE, MUTE_ROOT, true);
        use(muted);
        loggers.forEach((name, logger) -> apply(muted, name, logger));
    }

    private void use(Rules fresh) {
        rules = fresh;
        boolean found = false;
        for (Setting<?> override : overrides(fresh)) {
            if (override.isTimed() && (!found || override.end() - nextEnd < 0)) {
                nextEnd = override.end();
                found = true;
            }
        }
        hasEnd = found;
    }

    private static List<Setting<?>> overrides(Rules rules) {
        List<Setting<?>> all = new ArrayList<>(rules.overrides().values());
        all.addAll(rules.limits().values());
        return all;
    }

    /** Whether a level or a limit has to end by now. For any thread; no lock. */
    public boolean isDue(long nanoTime) {
        return hasEnd && nanoTime - nextEnd >= 0;
    }

    /**
     * Sets a level over the configuration's, or clears it.
     *
     * @param name "" is the root
     * @param override null: the configuration's level holds again
     * @return the change; null: none, because no configuration is in use, or no level was set that could be cleared
     */
    public synchronized @Nullable Change override(String name, @Nullable Setting<Threshold> override, String origin) {
        Rules before = rules;
        if (before == null || (override == null && !before.overrides().containsKey(name))) {
            return null;
        }
        Rules fresh = changed(before, with(before.overrides(), name, override), before.limits(), Set.of(name));
        return levelChange(name, before, fresh, origin);
    }

    /**
     * Sets a limit before the configuration's, or clears it.
     *
     * @param name "" is the root
     * @param limit null: the configuration's limits hold again
     * @return the change; null: none, because no configuration is in use, or no limit was set that could be cleared
     */
    public synchronized @Nullable Change limit(String name, @Nullable Setting<LimitConfig> limit, String origin) {
        Rules before = rules;
        if (before == null || (limit == null && !before.limits().containsKey(name))) {
            return null;
        }
        Rules fresh = changed(before, before.overrides(), with(before.limits(), name, limit), Set.of(name));
        return new Change(LIMIT, name, before.limit(name), fresh.limit(name), origin);
    }

    private static <T> Map<String, Setting<T>> with(
            Map<String, Setting<T>> overrides, String name, @Nullable Setting<T> override) {
        Map<String, Setting<T>> changed = new HashMap<>(overrides);
        if (override == null) {
            changed.remove(name);
        } else {
            changed.put(name, override);
        }
        return changed;
    }

    private static Change levelChange(String name, Rules before, Rules after, String origin) {
        return new Change("Level", name, shown(before.effective(name)), shown(after.effective(name)), origin);
    }

    private static String shown(@Nullable Threshold level) {
        return level == null ? Threshold.ALL.name() : level.name();
    }

    /** Whether the logger has a level that was set at run time. {@code name}: "" is the root. */
    public synchronized boolean isOverridden(String name) {
        return rules != null && rules.overrides().containsKey(name);
    }

    /** Whether a configuration is in use, so that levels mean something. */
    @SuppressWarnings("ReferenceEquality") // a configuration may have a root like this one
    public synchronized boolean isConfigured() {
        return rules != null && rules.configuredRoot() != MUTE_ROOT;
    }

    /** Appends an event of the engine's own to these appenders, whatever the level of its logger. Never throws. */
    public void report(
            String name, Appender[] to, String callerBoundary, String message, @Nullable Object... arguments) {
        connector.report(logger(name), to, callerBoundary, message, arguments);
    }

    /** Whether java.util.logging gets the levels, alone, whatever the configuration says of it. */
    public void propagateToJul(boolean on) {
        julOfFramework = on ? new JulFollower(true) : null;
    }

    public void levelsChanged() {
        JulFollower asked = julOfFramework;
        JulFollower jul = asked == null ? julOfConfiguration : asked;
        if (jul != null) {
            jul.follow(states());
        }
    }

    /** Whether the logger has a limit that was set at run time. {@code name}: "" is the root. */
    public synchronized boolean isLimited(String name) {
        return rules != null && rules.limits().containsKey(name);
    }

    /** The number of levels and limits that are set over the configuration's. */
    public synchronized int overrides() {
        return rules == null ? 0 : overrides(rules).size();
    }

    /** Ends the levels and limits whose time is over. */
    public synchronized List<Change> endDue(long nanoTime) {
        Rules before = rules;
        if (before == null) {
            return List.of();
        }
        Map<String, Setting<Threshold>> levels = left(before.overrides(), nanoTime);
        Map<String, Setting<LimitConfig>> limits = left(before.limits(), nanoTime);
        Rules after = before.with(before.configs(), levels, limits);
        List<Change> ended = ended(before, after);
        changed(before, levels, limits, ended.stream().map(Change::name).collect(Collectors.toSet()));
        return ended;
    }

    private static <T> Map<String, Setting<T>> left(Map<String, Setting<T>> overrides, long nanoTime) {
        Map<String, Setting<T>> left = new HashMap<>(overrides);
        left.values().removeIf(each -> each.isTimed() && nanoTime - each.end() >= 0);
        return left;
    }

    /** The levels and limits that are set in the old rules only, by name. */
    private static List<Change> ended(Rules before, Rules after) {
        List<Change> ended = new ArrayList<>();
        new TreeMap<>(before.overrides()).forEach((name, override) -> {
            if (!after.overrides().containsKey(name)) {
                ended.add(levelChange(name, before, after, override.origin()));
            }
        });
        new TreeMap<>(before.limits()).forEach((name, limit) -> {
            if (!after.limits().containsKey(name)) {
                ended.add(new Change(LIMIT, name, before.limit(name), after.limit(name), limit.origin()));
            }
        });
        return ended;
    }

    private Rules changed(
            Rules before,
            Map<String, Setting<Threshold>> levels,
            Map<String, Setting<LimitConfig>> limits,
            Set<String> names) {
        Rules fresh = before.with(before.configs(), levels, limits);
        use(fresh);
        applyBelow(fresh, names);
        return fresh;
    }

    private void applyBelow(Rules fresh, Set<String> names) {
        loggers.forEach((each, logger) -> {
            if (names.stream().anyMatch(name -> fresh.covers(name, rootless(each)))) {
                apply(fresh, each, logger);
            }
        });
    }

    /** The appenders of a logger's events, without limits; null: no configuration is in use. */
    public synchronized Appender @Nullable [] appendersOf(String name) {
        return rules == null ? null : appenders(rules, name, false);
    }

    /** The loggers with a level of their own, the root first, then by name. */
    public synchronized List<LevelAnswer.State> levels() {
        Rules now = rules;
        if (now == null) {
            return List.of();
        }
        TreeSet<String> names = new TreeSet<>(now.overrides().keySet());
        names.add("");
        now.configs().forEach((name, config) -> {
            if (config.level() != null) {
                names.add(name);
            }
        });
        return names.stream().map(name -> level(now, name)).toList();
    }

    private static LevelAnswer.State level(Rules now, String name) {
        Setting<Threshold> override = now.overrides().get(name);
        return new LevelAnswer.State(
                name.isEmpty() ? LevelRequest.ROOT : name,
                word(now.own(name)),
                word(now.configured(name)),
                word(now.effective(name)),
                override == null ? 0 : override.untilMillis(),
                override == null ? "" : override.origin());
    }

    /** The limits that were set at run time, by name. */
    public synchronized List<LevelAnswer.LimitState> limits() {
        if (rules == null || rules.limits().isEmpty()) {
            return List.of();
        }
        return new TreeMap<>(rules.limits())
                .entrySet().stream()
                        .map(each -> limit(each.getKey(), each.getValue()))
                        .toList();
    }

    private static LevelAnswer.LimitState limit(String name, Setting<LimitConfig> limit) {
        return new LevelAnswer.LimitState(
                name.isEmpty() ? LevelRequest.ROOT : name,
                limit.shown(),
                limit.value().highest().name(),
                limit.untilMillis(),
                limit.origin());
    }

    private static String word(@Nullable Threshold level) {
        return level == null ? "" : level.name();
    }

    /**
     * Passes events from a level on to a capture, even events that their logger's level keeps from the appenders.
     *
     * @param level the lowest code
     */
    public synchronized void capture(EventCapture capture, int level) {
        captures.put(capture, level);
        reapply(capture.logger());
    }

    public synchronized void release(EventCapture capture) {
        if (captures.remove(capture) != null) {
            reapply(capture.logger());
        }
    }

    private void reapply(String name) {
        if (rules != null) {
            applyBelow(rules, Set.of(name));
        }
    }

    /**
     * Sets the level of a logger until the next configuration, in place of its configured or timed level.
     *
     * @param name "" is the root
     * @param level null: inherited; of the root: as configured
     */
    public synchronized void setLevel(String name, @Nullable Threshold level) {
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
        Rules fresh = before.with(configs, with(before.overrides(), name, null), before.limits());
        use(fresh);
        applyBelow(fresh, Set.of(name));
    }

    /** All loggers that were requested or configured, and their ancestors, by name; the root first. */
    public synchronized List<Levels> states() {
        return names().stream().map(this::state).toList();
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>(Set.of(""));
        loggers.keySet().forEach(each -> addWithAncestors(rootless(each), names));
        if (rules != null) {
            rules.configs().keySet().forEach(each -> addWithAncestors(each, names));
            rules.overrides().keySet().forEach(each -> addWithAncestors(each, names));
        }
        return names;
    }

    private void addWithAncestors(String name, Set<String> names) {
        boolean byDollar = rules == null || rules.byDollar();
        for (String each = name; each != null && names.add(each); each = LoggerConfig.parent(each, byDollar)) {
            // Added.
        }
    }

    /** The state of a logger; null when neither it nor a descendant was requested or configured. */
    public synchronized @Nullable Levels stateOf(String name) {
        return names().contains(name) ? state(name) : null;
    }

    private Levels state(String name) {
        Threshold own = rules == null ? null : rules.own(name);
        Threshold effective = rules == null ? null : rules.effective(name);
        return new Levels(name.isEmpty() ? "ROOT" : name, own, effective);
    }

    /**
     * Gives all loggers, future ones included, the levels and appenders of a configuration.
     *
     * @return the levels and limits that were set over the previous configuration's, and end with it
     */
    public synchronized List<Change> configure(Configuration configuration, Map<String, Appender> appenders) {
        Map<String, LoggerConfig> configs = new HashMap<>();
        configs.put("", configuration.root());
        for (LoggerConfig logger : configuration.loggers()) {
            configs.put(logger.name().equalsIgnoreCase("ROOT") ? "" : logger.name(), logger);
        }
        Rules before = rules;
        TurboFilters filters = before != null && before.filters().are(configuration.turboFilters())
                ? before.filters()
                : new TurboFilters(configuration.turboFilters());
        Rules fresh = new Rules(
                configs, Map.of(), Map.of(), appenders, filters, configuration.root(), configuration.byDollar());
        use(fresh);
        deferred = false;
        loggers.forEach((name, logger) -> apply(fresh, name, logger));
        if (configuration.julLevels() == JulLevels.NONE
                || ModuleLayer.boot().findModule("java.logging").isEmpty()) {
            julOfConfiguration = null;
        } else if (julOfConfiguration == null) {
            julOfConfiguration = new JulFollower(configuration.julLevels() == JulLevels.FOLLOW_ALONE);
        }
        return before == null ? List.of() : ended(before, fresh);
    }

    /** Gives a logger its appenders again that a shutdown has taken. */
    public synchronized void reconnect(String name) {
        L logger = loggers.get(name);
        if (logger != null && rules != null && !connector.isConnected(logger)) {
            apply(rules, name, logger);
        }
    }

    /** Takes the appenders from all loggers; the next event of each starts the engine anew. */
    public synchronized void disconnect() {
        rules = null;
        hasEnd = false;
        loggers.values().forEach(connector::disconnect);
    }

    private void apply(Rules now, String name, L logger) {
        String own = rootless(name);
        Threshold level = now.effective(own);
        int threshold = level == null ? Integer.MIN_VALUE : level.code();
        Appender[] appenders = appenders(now, own, true);
        int captured = captures.isEmpty() ? Integer.MAX_VALUE : captured(own);
        if (captured < threshold) {
            for (int i = 0; i < appenders.length; i++) {
                appenders[i] = appenders[i].from(threshold);
            }
            threshold = captured;
        }
        connector.connect(logger, threshold, appenders, now.filters(), captured != Integer.MAX_VALUE);
    }

    /** The lowest level that a capture observes. */
    private int captured(String own) {
        int lowest = Integer.MAX_VALUE;
        for (Map.Entry<EventCapture, Integer> each : captures.entrySet()) {
            if (LoggerConfig.covers(each.getKey().logger(), own, true)) {
                lowest = Math.min(lowest, each.getValue());
            }
        }
        return lowest;
    }

    private static Appender[] appenders(Rules now, String own, boolean limited) {
        boolean additive = true;
        List<Appender> appenders = new ArrayList<>();
        for (String name = own; name != null && additive; name = now.parent(name)) {
            LoggerConfig config = now.configs().get(name);
            if (config == null) {
                continue;
            }
            for (String reference : config.appenders()) {
                Appender appender = now.appenders().get(reference);
                if (appender != null) {
                    appenders.add(limited ? appender.of(own, now.byDollar(), now.limitConfigs()) : appender);
                }
            }
            additive = config.additive();
        }
        return appenders.toArray(Appender[]::new);
    }

    public static String rootless(String name) {
        return name.equalsIgnoreCase("ROOT") ? "" : name;
    }
}
