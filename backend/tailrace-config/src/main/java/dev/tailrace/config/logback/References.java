package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.AppenderFallback;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.SpringElements;
import dev.tailrace.config.logback.document.Variables;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.JulLevels;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Watch;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
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
 * Follows the references from loggers to appenders. An asynchronous appender vanishes on the way: a reference to it is one to its
 * target, because every appender is asynchronous here. So does one of an unknown class that refers to others.
 */
final class References {
    /** Appenders that hand on to several others multiply the ways. */
    private static final int MOST_STEPS = 10_000;

    private final Map<String, AppenderDraft> drafts;
    private final SpringElements spring;
    private final Findings findings;
    /** Appenders that write, in the order of the file, with their filters. */
    private final Map<String, List<FilterConfig>> used = new LinkedHashMap<>();
    /** The ways by which an appender is reached: its own name, or the asynchronous appenders in between. */
    private final Map<String, Set<String>> ways = new HashMap<>();

    /** Settings that appenders take over from the asynchronous ones in front of them. */
    private final Map<String, TailraceSettings> policies = new HashMap<>();

    private final Set<String> touched = new HashSet<>();
    private final Map<String, AppenderDraft> handingOn = new LinkedHashMap<>();
    private boolean anyReference;
    private int steps;

    References(Map<String, AppenderDraft> drafts, SpringElements spring, Findings findings) {
        this.drafts = drafts;
        this.spring = spring;
        this.findings = findings;
    }

    private boolean isBeside(AppenderDraft draft) {
        for (AppenderDraft each : drafts.values()) {
            AppenderDraft beside = each.beside();
            if (beside != null && beside.name().equals(draft.name())) {
                return true;
            }
        }
        return false;
    }

    Configuration resolve(
            @Nullable String source, TailraceSettings settings, LoggersReader loggers, Variables variables) {
        LoggerConfig root = loggers.root().configured(follow(loggers.root()));
        List<LoggerConfig> others = new ArrayList<>();
        for (LoggersReader.Draft draft : loggers.loggers()) {
            others.add(draft.configured(follow(draft)));
        }
        for (AppenderDraft draft : drafts.values()) {
            if (!touched.contains(draft.name()) && !isBeside(draft)) {
                // Logback looks for none of its classes.
                findings.recode(draft.name(), FindingCode.CLASS_NOT_FOUND, FindingCode.UNKNOWN_CLASS);
                if (!spring.isReferredInOtherProfile(draft.name())) {
                    findings.in(draft.file());
                    findings.add(
                            FindingCode.APPENDER_NOT_USED,
                            draft.line(),
                            draft.name(),
                            "No logger refers to the appender " + FindingText.quote(draft.name())
                                    + "; it is not opened, as in Logback.");
                }
            }
        }
        for (AppenderDraft async : handingOn.values()) {
            moveFilters(async);
        }
        for (AppenderDraft async : handingOn.values()) {
            movePolicy(async, settings);
        }
        List<AppenderConfig> appenders = new ArrayList<>();
        Map<String, DestinationConfig> collisions = collisions(loggers);
        for (AppenderDraft draft : drafts.values()) {
            List<FilterConfig> filters = used.get(draft.name());
            DestinationConfig destinationConfig = collisions.getOrDefault(draft.name(), draft.target());
            if (filters != null && destinationConfig != null) {
                appenders.add(new AppenderConfig(
                        draft.name(),
                        destinationConfig,
                        draft.layout(),
                        filters,
                        draft.line(),
                        policies.getOrDefault(draft.name(), draft.settings()),
                        draft.file()));
            }
        }
        if (appenders.isEmpty() && anyReference && !onlySilent()) {
            findings.in(loggers.root().file());
            root = AppenderFallback.console(appenders, root, settings, findings);
        }
        return new Configuration(
                source,
                settings,
                appenders,
                root,
                others,
                findings.list(),
                variables.shown(),
                variables.ofContext(),
                List.of(),
                Watch.NONE,
                JulLevels.NONE,
                true);
    }

    /** An appender that was asked to write nothing is no reason to write to the console. */
    private boolean onlySilent() {
        return !touched.isEmpty()
                && touched.stream()
                        .map(drafts::get)
                        .allMatch(draft -> draft != null && (draft.kind() == Part.NOP_APPENDER || draft.handsOn()))
                && touched.stream().anyMatch(name -> {
                    AppenderDraft draft = drafts.get(name);
                    return draft != null && draft.kind() == Part.NOP_APPENDER;
                });
    }

    private List<String> follow(LoggersReader.Draft logger) {
        Set<String> targets = new LinkedHashSet<>();
        Set<String> named = new HashSet<>();
        for (AppenderDraft.Reference reference : logger.references()) {
            anyReference = true;
            if (!named.add(reference.appender())) {
                // Logback attaches it once, too.
                continue;
            }
            List<String> reached = new ArrayList<>();
            follow(reference, logger.name(), new LinkedHashSet<>(), reached);
            for (String target : reached) {
                reach(logger, reference, target, targets);
            }
        }
        return List.copyOf(targets);
    }

    private void reach(
            LoggersReader.Draft logger, AppenderDraft.Reference reference, String target, Set<String> targets) {
        AppenderDraft draft = drafts.get(target);
        used.putIfAbsent(target, draft == null ? List.of() : draft.filters());
        if (!targets.add(target)) {
            findings.in(reference.file());
            findings.add(
                    FindingCode.REFERENCED_TWICE,
                    reference.line(),
                    logger.name(),
                    "The logger " + FindingText.quote(logger.name()) + " refers to " + FindingText.quote(target)
                            + " twice; its events are written once.");
        }
    }

    /** @param reached takes the names of the appenders that write in the end */
    private void follow(AppenderDraft.Reference reference, String consumer, Set<String> passed, List<String> reached) {
        String name = reference.appender();
        AppenderDraft draft = drafts.get(name);
        if (draft == null) {
            reportUnknown(reference, consumer);
            return;
        }
        touched.add(name);
        if (!draft.handsOn()) {
            write(draft, passed, reached);
            return;
        }
        if (!passed.add(name) || draft.references().isEmpty()) {
            findings.in(draft.file());
            findings.add(
                    FindingCode.ASYNC_WITHOUT_TARGET,
                    draft.line(),
                    name,
                    "The " + (draft.kind() == Part.ASYNC_APPENDER ? "asynchronous " : "") + "appender "
                            + FindingText.quote(name)
                            + (draft.references().isEmpty() ? " refers to no appender" : " refers to itself")
                            + "; it writes nothing.");
            return;
        }
        handingOn.put(name, draft);
        List<AppenderDraft.Reference> further = draft.targets();
        for (AppenderDraft.Reference more :
                draft.references().subList(further.size(), draft.references().size())) {
            touched.add(more.appender());
            findings.in(more.file());
            findings.add(
                    FindingCode.REFERENCED_TWICE,
                    more.line(),
                    name,
                    "An asynchronous appender has one target only, as in Logback; the reference to "
                            + FindingText.quote(more.appender()) + " is ignored.",
                    "Remove this <appender-ref>; where no logger refers to the other appender, let one do so.");
        }
        for (AppenderDraft.Reference next : further) {
            if (steps++ >= MOST_STEPS) {
                findings.in(draft.file());
                findings.add(
                        FindingCode.TOO_MANY_WAYS,
                        draft.line(),
                        name,
                        "Appenders refer to each other in so many ways that only the first " + MOST_STEPS
                                + " references are followed.");
                break;
            }
            follow(next, name, passed, reached);
        }
        passed.remove(name);
    }

    private void reportUnknown(AppenderDraft.Reference reference, String consumer) {
        String name = FindingText.quote(reference.appender());
        String profiles = spring.profilesOf(reference.appender());
        findings.in(reference.file());
        if (profiles == null) {
            findings.add(
                    FindingCode.UNKNOWN_APPENDER,
                    reference.line(),
                    consumer,
                    "There is no appender " + name + "; the reference is ignored.");
        } else {
            findings.add(
                    FindingCode.UNKNOWN_APPENDER,
                    reference.line(),
                    consumer,
                    "The appender " + name + " is defined for the Spring profile " + FindingText.quote(profiles)
                            + " only; in others the reference is ignored, and some versions of Spring Boot don't start.",
                    "Put the <appender-ref> into a second <logger> or <root>, in a <springProfile name=\""
                            + FindingText.shown(profiles) + "\"> around it.");
        }
    }

    private void write(AppenderDraft draft, Set<String> passed, List<String> reached) {
        if (draft.target() == null) {
            return;
        }
        String way = passed.isEmpty() ? "" : String.join(" ", passed);
        for (AppenderDraft each = draft; each != null; each = each.beside()) {
            touched.add(each.name());
            ways.computeIfAbsent(each.name(), key -> new HashSet<>()).add(way);
            reached.add(each.name());
        }
    }

    /** The filter of an asynchronous appender can move to its target when no other reference reaches the target. */
    private void moveFilters(AppenderDraft async) {
        if (!async.filters().isEmpty()) {
            async.targets().forEach(target -> withBeside(target.appender()).forEach(name -> moveFilters(async, name)));
        }
    }

    /** An appender, and the one beside it. */
    private List<String> withBeside(String name) {
        AppenderDraft draft = drafts.get(name);
        AppenderDraft beside = draft == null ? null : draft.beside();
        return beside == null ? List.of(name) : List.of(name, beside.name());
    }

    private void moveFilters(AppenderDraft async, String target) {
        List<FilterConfig> own = used.get(target);
        Set<String> reached = ways.getOrDefault(target, Set.of());
        boolean alone = own != null && reached.size() == 1 && reached.contains(async.name());
        List<FilterConfig> moved = new ArrayList<>();
        for (FilterConfig filter : async.filters()) {
            moved.add(withoutAccept(filter));
        }
        // ACCEPT ends the chain it stands in: at its end that is the same as going on with the target's own filters.
        boolean acceptsEarly =
                !async.filters().subList(0, async.filters().size() - 1).equals(moved.subList(0, moved.size() - 1));
        if (!alone || acceptsEarly) {
            findings.in(async.file());
            findings.add(
                    FindingCode.ASYNC_FILTER,
                    async.line(),
                    async.name(),
                    "The filter of the appender " + FindingText.quote(async.name())
                            + " is ignored: it can't be moved to " + FindingText.quote(target)
                            + " without changing what others write there.");
            return;
        }
        moved.addAll(own);
        used.put(target, List.copyOf(moved));
    }

    /** Moves the policy for a full queue: an appender that is reached in other ways, too, drops nothing that those would keep. */
    private void movePolicy(AppenderDraft async, TailraceSettings process) {
        if (async.kind() != Part.ASYNC_APPENDER) {
            return;
        }
        withBeside(async.references().get(0).appender()).forEach(target -> movePolicy(async, process, target));
    }

    private void movePolicy(AppenderDraft async, TailraceSettings process, String target) {
        AppenderDraft draft = drafts.get(target);
        if (draft == null
                || draft.own().whenFullGiven()
                || async.settings().overflow().equals(process.overflow())) {
            return;
        }
        Set<String> reached = ways.getOrDefault(target, Set.of());
        if (reached.size() == 1 && reached.contains(async.name())) {
            policies.put(target, draft.settings().withOverflow(async.settings().overflow()));
        } else {
            findings.in(async.file());
            findings.add(
                    FindingCode.ASYNC_POLICY,
                    async.line(),
                    async.name(),
                    "neverBlock or discardingThreshold of the asynchronous appender " + FindingText.quote(async.name())
                            + " is ignored: others write to " + FindingText.quote(target)
                            + ", too, and would lose events by it.");
        }
    }

    private static FilterConfig withoutAccept(FilterConfig filter) {
        if (filter instanceof FilterConfig.LevelFilter level) {
            return new FilterConfig.LevelFilter(level.level(), neutral(level.onMatch()), neutral(level.onMismatch()));
        }
        return filter instanceof FilterConfig.Asking asking
                ? new FilterConfig.Asking(asking.test(), neutral(asking.onMatch()), neutral(asking.onMismatch()))
                : filter;
    }

    private static FilterConfig.Reply neutral(FilterConfig.Reply reply) {
        return reply == FilterConfig.Reply.ACCEPT ? FilterConfig.Reply.NEUTRAL : reply;
    }

    /**
     * The destinations of appenders that have a file or a pattern of rolled files in common with an earlier one. Logback refuses those whose
     * texts are equal: their events go to the console. Other paths of one file make one destination.
     */
    private Map<String, DestinationConfig> collisions(LoggersReader loggers) {
        Set<String> reachable = new HashSet<>();
        reach(loggers.root(), reachable);
        for (LoggersReader.Draft logger : loggers.loggers()) {
            reach(logger, reachable);
        }
        Map<String, AppenderDraft> byText = new HashMap<>();
        Map<String, AppenderDraft> byPath = new HashMap<>();
        Map<String, DestinationConfig> replaced = new HashMap<>();
        for (AppenderDraft draft : drafts.values()) {
            if (!reachable.contains(draft.name()) || !(draft.target() instanceof DestinationConfig.File file)) {
                continue;
            }
            Rolling rolling = file.rolling();
            String pattern = rolling == null ? "" : rolling.fileNamePattern();
            String active = file.file() == null ? "" : file.file();
            String path = active.isEmpty() ? "%" + FileNames.canonical(pattern) : FileNames.canonical(active);
            AppenderDraft first = byPath.putIfAbsent(path, draft);
            boolean refused = isRefused(draft, "file", active, byText);
            if (!refused && (first == null || active.isEmpty())) {
                refused = isRefused(draft, "fileNamePattern", pattern, byText);
            }
            if (first != null
                    && !refused
                    && (first.layout().target() != null || draft.layout().target() != null)) {
                refuse(draft, first, "file", active);
                refused = true;
            }
            if (refused) {
                replaced.put(draft.name(), new DestinationConfig.Console(false));
            } else if (first != null && first.target() instanceof DestinationConfig.File shared) {
                replaced.put(draft.name(), shared);
                reportShared(draft, first, shared, file);
            }
        }
        return replaced;
    }

    /** Whether an earlier appender has the same text for this option. */
    private boolean isRefused(AppenderDraft draft, String option, String text, Map<String, AppenderDraft> byText) {
        AppenderDraft earlier = text.isEmpty() ? null : byText.putIfAbsent(option + " " + text, draft);
        if (earlier == null) {
            return false;
        }
        refuse(draft, earlier, option, text);
        return true;
    }

    private void refuse(AppenderDraft draft, AppenderDraft earlier, String option, String text) {
        findings.in(draft.file());
        findings.add(
                FindingCode.FILE_USED_TWICE,
                draft.line(),
                draft.name(),
                "The appender " + FindingText.quote(draft.name()) + " has the same " + option + " "
                        + FindingText.quote(text) + " as " + FindingText.quote(earlier.name())
                        + ", and is refused, as in Logback; its events go to the console.");
    }

    private void reportShared(
            AppenderDraft draft, AppenderDraft first, DestinationConfig.File shared, DestinationConfig.File own) {
        if (!shared.isHandledAs(own)) {
            findings.in(draft.file());
            findings.add(
                    FindingCode.FILE_USED_TWICE,
                    draft.line(),
                    draft.name(),
                    "The appender " + FindingText.quote(draft.name()) + " writes the same file as "
                            + FindingText.quote(first.name()) + ", and how that one rolls it holds for both.");
        }
    }

    private void reach(LoggersReader.Draft logger, Set<String> reachable) {
        for (AppenderDraft.Reference reference : logger.references()) {
            reach(reference.appender(), reachable);
        }
    }

    private void reach(String name, Set<String> reachable) {
        AppenderDraft draft = drafts.get(name);
        if (draft != null && reachable.add(name)) {
            if (draft.handsOn()) {
                draft.targets().forEach(reference -> reach(reference.appender(), reachable));
            } else if (draft.beside() != null) {
                reach(draft.beside().name(), reachable);
            }
        }
    }
}
