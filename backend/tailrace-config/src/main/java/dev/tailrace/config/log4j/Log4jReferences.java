package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.AppenderFallback;
import dev.tailrace.config.log4j.Log4jAppender.Role;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows the references of a Log4j 2 configuration from loggers to appenders. An asynchronous appender vanishes on the way, as in
 * Logback's dialect. Filters of references and of loggers become filters of appenders: an appender that is reached with different
 * ones is there several times, with one file or console between them.
 */
final class Log4jReferences {
    /** Asynchronous appenders that refer to several others multiply the ways, and with them what Log4j would write. */
    private static final int MOST_STEPS = 10_000;

    /** An appender that writes, as it is reached: what an event has to pass on the way, its own filters included. */
    private record Reached(String appender, FilterChain passage) {
        /** A record's own takes milliseconds at the start of each process. */
        @Override
        public int hashCode() {
            return appender.hashCode();
        }
    }

    /**
     * How an appender is reached.
     *
     * @param called names all that is passed on it
     * @param before what an event has to pass on it
     * @param waits whether callers wait
     */
    private record Way(String called, FilterChain before, boolean waits) {}

    private final Map<String, Log4jAppender> appenders;
    private final Map<String, Log4jLoggers.Draft> loggers;
    private final Log4jDocument document;
    private final Findings findings;

    /** The names of the appenders that are made, in the order in which they are reached first. */
    private final Map<Reached, String> names = new LinkedHashMap<>();

    private final Set<String> touched = new HashSet<>();
    /** Whether an appender is reached by ways on which callers wait, and by ways on which they don't. */
    private final Map<String, Set<Boolean>> blocking = new HashMap<>();

    private boolean anyReference;
    private int steps;

    Log4jReferences(
            Map<String, Log4jAppender> appenders, Map<String, Log4jLoggers.Draft> loggers, Log4jDocument document) {
        this.appenders = appenders;
        this.loggers = loggers;
        this.document = document;
        this.findings = document.findings();
    }

    /** @param before what an event has to pass before all loggers */
    Configuration resolve(@Nullable String source, FilterChain before) {
        boolean filtered =
                loggers.values().stream().anyMatch(logger -> !logger.gate().isOpen());
        Map<String, List<Reached>> own = new LinkedHashMap<>();
        loggers.values().forEach(logger -> own.put(logger.name(), follow(logger, before)));
        List<LoggerConfig> configured = new ArrayList<>();
        LoggerConfig root = null;
        for (Log4jLoggers.Draft logger : loggers.values()) {
            // With a filter at a logger, what passes it and goes on to the loggers above differs from what they get
            // themselves.
            List<Reached> all = filtered ? withAncestors(logger, own) : own.getOrDefault(logger.name(), List.of());
            LoggerConfig config = new LoggerConfig(
                    logger.name().isEmpty() ? "ROOT" : logger.name(),
                    logger.level(),
                    logger.additive() && !filtered,
                    all.stream().map(this::name).toList(),
                    logger.line());
            if (logger.name().isEmpty()) {
                root = config;
            } else {
                configured.add(config);
            }
        }
        if (root == null) {
            throw new IllegalStateException("no root logger");
        }
        unused();
        List<AppenderConfig> made = made();
        if (made.isEmpty() && anyReference && !onlySilent()) {
            root = AppenderFallback.console(made, root, document.settings(), findings);
        }
        return new Configuration(source, document.settings(), made, root, configured, findings.list(), Map.of());
    }

    private List<Reached> follow(Log4jLoggers.Draft logger, FilterChain before) {
        FilterChain passage = through(logger, before);
        List<Reached> reached = new ArrayList<>();
        Set<String> direct = new HashSet<>();
        for (Log4jAppender.Reference reference : logger.references()) {
            anyReference = true;
            String consumer = logger.name().isEmpty() ? "ROOT" : logger.name();
            if (!direct.add(reference.appender())) {
                findings.add(
                        FindingCode.REFERENCED_TWICE,
                        reference.line(),
                        consumer,
                        "The logger " + FindingText.quote(consumer) + " refers to "
                                + FindingText.quote(reference.appender())
                                + " twice; only the first counts, as in Log4j.");
                continue;
            }
            follow(reference, consumer, new Way(consumer, passage, true), new LinkedHashSet<>(), reached);
        }
        return reached;
    }

    /** A logger's filters are asked once for an event, and for those it gets from the loggers below, too. */
    private static FilterChain through(Log4jLoggers.Draft logger, FilterChain before) {
        return before.then(logger.gate(), "logger " + logger.name());
    }

    private void follow(
            Log4jAppender.Reference reference, String consumer, Way way, Set<String> passed, List<Reached> reached) {
        Log4jAppender appender = appenders.get(reference.appender());
        if (appender == null) {
            findings.add(
                    FindingCode.UNKNOWN_APPENDER,
                    reference.line(),
                    consumer,
                    "There is no appender " + FindingText.quote(reference.appender()) + "; the reference is ignored.");
            return;
        }
        touched.add(appender.name());
        DestinationConfig target = appender.target();
        String longer = way.called() + " > " + appender.name();
        FilterChain passage = way.before()
                .then(reference.gate(), target == null ? "reference " + longer : null)
                .then(reference.passing());
        if (reference.taking() != null) {
            passage = passage.then(reference.taking());
        }
        passage = passage.then(appender.gate(), target == null ? longer : null);
        if (target != null) {
            blocking.computeIfAbsent(appender.name(), key -> new HashSet<>()).add(way.waits());
            reached.add(new Reached(appender.name(), passage));
            return;
        }
        if (!passed.add(appender.name())) {
            findings.add(
                    FindingCode.ASYNC_WITHOUT_TARGET,
                    appender.line(),
                    appender.name(),
                    "The appender " + FindingText.quote(appender.name()) + " refers to itself; it writes nothing.");
            return;
        }
        Way onward = new Way(longer, passage, way.waits() && appender.role() != Role.HANDS_ON_UNLESS_FULL);
        for (Log4jAppender.Reference next : appender.references()) {
            if (steps++ >= MOST_STEPS) {
                findings.add(
                        FindingCode.TOO_MANY_WAYS,
                        appender.line(),
                        appender.name(),
                        "Appenders refer to each other in so many ways that only the first " + MOST_STEPS
                                + " references are followed.");
                break;
            }
            follow(next, appender.name(), onward, passed, reached);
        }
        passed.remove(appender.name());
    }

    /** The appenders that a logger's events reach, those of the loggers above included, as far as they pass its filters. */
    private List<Reached> withAncestors(Log4jLoggers.Draft logger, Map<String, List<Reached>> own) {
        List<Reached> all = new ArrayList<>(own.getOrDefault(logger.name(), List.of()));
        FilterChain passage = through(logger, FilterChain.FREE);
        Log4jLoggers.Draft at = logger;
        while (at != null && at.additive() && !at.name().isEmpty()) {
            at = above(at.name());
            if (at != null) {
                for (Reached reached : own.getOrDefault(at.name(), List.of())) {
                    all.add(new Reached(reached.appender, passage.then(reached.passage)));
                }
                passage = through(at, passage);
            }
        }
        return all;
    }

    private Log4jLoggers.@Nullable Draft above(String name) {
        String parent = name;
        while (!parent.isEmpty()) {
            parent = parent.substring(0, Math.max(0, parent.lastIndexOf('.')));
            Log4jLoggers.Draft draft = loggers.get(parent);
            if (draft != null) {
                return draft;
            }
        }
        return null;
    }

    /** The first way to an appender gives it its own name. */
    private String name(Reached reached) {
        String known = names.get(reached);
        if (known != null) {
            return known;
        }
        String name = reached.appender;
        for (int i = 2; names.containsValue(name) || (i > 2 && appenders.containsKey(name)); i++) {
            name = reached.appender + " (" + i + ")";
        }
        names.put(reached, name);
        return name;
    }

    private void unused() {
        for (Log4jAppender appender : appenders.values()) {
            if (!touched.contains(appender.name()) && !Log4jRouting.isInside(appender.name())) {
                findings.add(
                        FindingCode.APPENDER_NOT_USED,
                        appender.line(),
                        appender.name(),
                        "No logger refers to the appender " + FindingText.quote(appender.name())
                                + "; it is not opened here, but Log4j opens it.",
                        document.isProperties()
                                ? "Refer to it by rootLogger.appenderRef.a.ref = NAME or that of another logger, or remove the"
                                        + " appender."
                                : "Add an <AppenderRef>, or remove the appender.");
            }
        }
    }

    private List<AppenderConfig> made() {
        Map<String, DestinationConfig> targets = targets();
        List<AppenderConfig> made = new ArrayList<>();
        for (Log4jAppender appender : appenders.values()) {
            DestinationConfig destinationConfig = targets.get(appender.name());
            if (destinationConfig == null) {
                continue;
            }
            TailraceSettings settings = settings(appender);
            names.forEach((reached, name) -> {
                if (reached.appender.equals(appender.name())) {
                    made.add(new AppenderConfig(
                            name,
                            destinationConfig,
                            appender.layout(),
                            reached.passage.filters(),
                            appender.line(),
                            settings,
                            null));
                }
            });
        }
        return made;
    }

    /** Log4j writes a file that two appenders name through the first one's manager; so is it here. */
    private Map<String, DestinationConfig> targets() {
        Map<String, DestinationConfig> targets = new HashMap<>();
        Map<String, Log4jAppender> byFile = new HashMap<>();
        for (Log4jAppender appender : appenders.values()) {
            DestinationConfig destinationConfig = appender.target();
            if (destinationConfig == null || !touched.contains(appender.name())) {
                continue;
            }
            targets.put(appender.name(), destinationConfig);
            String path = destinationConfig instanceof DestinationConfig.File file ? file.file() : null;
            Log4jAppender first = path == null ? null : byFile.putIfAbsent(FileNames.canonical(path), appender);
            DestinationConfig shared = first == null ? null : first.target();
            if (first != null
                    && (first.layout().target() != null || appender.layout().target() != null)) {
                targets.put(appender.name(), new DestinationConfig.Console(false));
                findings.add(
                        FindingCode.FILE_USED_TWICE,
                        appender.line(),
                        appender.name(),
                        "The appender " + FindingText.quote(appender.name()) + " has the file or directory of "
                                + FindingText.quote(first.name())
                                + ", which a target has for itself; its events go to the"
                                + " console.");
            } else if (first != null && shared != null) {
                targets.put(appender.name(), shared);
                if (!(shared instanceof DestinationConfig.File one
                        && destinationConfig instanceof DestinationConfig.File other
                        && one.isHandledAs(other))) {
                    reportShared(appender, first);
                }
            }
        }
        return targets;
    }

    private void reportShared(Log4jAppender appender, Log4jAppender first) {
        findings.add(
                FindingCode.FILE_USED_TWICE,
                appender.line(),
                appender.name(),
                "The appender " + FindingText.quote(appender.name()) + " writes the same file as "
                        + FindingText.quote(first.name()) + ", and how that one rolls it holds for both.");
    }

    private TailraceSettings settings(Log4jAppender appender) {
        Set<Boolean> ways = blocking.getOrDefault(appender.name(), Set.of());
        TailraceSettings own = appender.own().settings();
        if (appender.own().whenFullGiven() || !ways.contains(false)) {
            return own;
        }
        if (ways.size() > 1) {
            findings.add(
                    FindingCode.ASYNC_POLICY,
                    appender.line(),
                    appender.name(),
                    "blocking=\"false\" of an asynchronous appender in front of " + FindingText.quote(appender.name())
                            + " is ignored: others write there, too, and would lose events by it.");
            return own;
        }
        return document.settingsReader().whenFull(own, "drop", appender.line(), appender.name());
    }

    private boolean onlySilent() {
        return !touched.isEmpty()
                && touched.stream().map(appenders::get).allMatch(each -> each != null && each.target() == null)
                && touched.stream().map(appenders::get).anyMatch(each -> each != null && each.role() == Role.SILENT);
    }
}
