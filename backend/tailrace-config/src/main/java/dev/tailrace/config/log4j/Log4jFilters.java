package dev.tailrace.config.log4j;

import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.LevelReplies;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the filters of Log4j 2. Those that ask for the level only are added up: of any number of them, one behind the other, there is
 * left what is said of each of the five levels.
 */
final class Log4jFilters {
    /** The levels of events, the lowest first. */
    private static final List<Threshold> LEVELS =
            List.of(Threshold.TRACE, Threshold.DEBUG, Threshold.INFO, Threshold.WARN, Threshold.ERROR);

    /** A set of levels in which all are. */
    static final int ALL = (1 << LEVELS.size()) - 1;

    private static final String[] OTHERS = {
        "MapFilter", "MutableThreadContextMapFilter", "ScriptFilter", "StructuredDataFilter", "TimeFilter"
    };

    private final Log4jDocument document;
    private final @Nullable String consumer;

    private Log4jFilters(Log4jDocument document, @Nullable String consumer) {
        this.document = document;
        this.consumer = consumer;
    }

    /** The filters inside an element. */
    static CompositeFilter read(Log4jNode owner, Log4jDocument document, @Nullable String consumer) {
        return new CompositeFilter(new Log4jFilters(document, consumer).inside(owner));
    }

    /** The level from which on just these pass; null when there is none. */
    static @Nullable Threshold least(int passing) {
        if (passing == 0) {
            return Threshold.OFF;
        }
        for (Threshold level : LEVELS) {
            if (from(level) == passing) {
                return level;
            }
        }
        return null;
    }

    /** The levels that are not below this one. */
    static int from(Threshold threshold) {
        int passing = 0;
        for (int i = 0; i < LEVELS.size(); i++) {
            passing |= LEVELS.get(i).code() >= threshold.code() ? 1 << i : 0;
        }
        return passing;
    }

    /** The filters that let just these levels pass. */
    static List<FilterConfig> configured(int passing) {
        if (passing == ALL) {
            return List.of();
        }
        Threshold least = least(passing);
        if (least != null) {
            return List.of(new FilterConfig.ThresholdFilter(least));
        }
        List<FilterConfig> filters = new ArrayList<>();
        for (int i = 0; i < LEVELS.size(); i++) {
            if ((passing & 1 << i) == 0) {
                filters.add(new FilterConfig.LevelFilter(LEVELS.get(i), Reply.DENY, Reply.NEUTRAL));
            }
        }
        return filters;
    }

    private List<FilterConfig> inside(Log4jNode owner) {
        List<FilterConfig> filters = new ArrayList<>();
        boolean found = false;
        for (Log4jNode child : owner.children()) {
            List<FilterConfig> own = read(child);
            if (own == null) {
                continue;
            }
            child.take();
            if (found && !owner.is("Filters")) {
                document.findings()
                        .add(
                                FindingCode.FILTER_IGNORED,
                                child.line(),
                                consumer,
                                "<" + owner.type() + "> has a filter before <" + child.type()
                                        + "> already; only the first counts, as in Log4j.");
                continue;
            }
            found = true;
            own.forEach(filter -> add(filters, filter));
        }
        return filters;
    }

    private static void add(List<FilterConfig> filters, FilterConfig filter) {
        int last = filters.size() - 1;
        if (last >= 0 && filters.get(last) instanceof LevelReplies before && filter instanceof LevelReplies behind) {
            List<Reply> replies = new ArrayList<>(before.replies());
            for (int i = 0; i < replies.size(); i++) {
                replies.set(
                        i, replies.get(i) == Reply.NEUTRAL ? behind.replies().get(i) : replies.get(i));
            }
            filters.set(last, new LevelReplies(replies));
        } else {
            filters.add(filter);
        }
    }

    /** Null when it is no filter; none when it can't be used. */
    private @Nullable List<FilterConfig> read(Log4jNode node) {
        if (node.is("Filters")) {
            List<FilterConfig> filters = inside(node);
            node.finish(consumer);
            return filters;
        }
        if (node.is("ThresholdFilter")) {
            Threshold level = level(node, "level", Threshold.ERROR);
            return replies(node, from(level == null ? Threshold.ERROR : level));
        }
        if (node.is("LevelMatchFilter")) {
            Threshold level = level(node, "level", Threshold.ERROR);
            int index = level == null ? -1 : LEVELS.indexOf(level);
            return replies(node, index < 0 ? 0 : 1 << index);
        }
        if (node.is("LevelRangeFilter")) {
            // The names are of Log4j's own numbers, in which OFF is the least: minLevel is the more severe one.
            Threshold most = level(node, "minLevel", Threshold.OFF);
            Threshold least = level(node, "maxLevel", Threshold.ALL);
            int notAbove = 0;
            for (int i = 0; i < LEVELS.size(); i++) {
                notAbove |= most == null || LEVELS.get(i).code() <= most.code() ? 1 << i : 0;
            }
            return replies(node, notAbove & from(least == null ? Threshold.ALL : least));
        }
        if (node.is("DenyAllFilter")) {
            node.accept("onMatch", "onMismatch");
            node.finish(consumer);
            return List.of(new LevelReplies(Collections.nCopies(LEVELS.size(), Reply.DENY)));
        }
        if (Log4jTests.isOne(node)) {
            EventTest test = new Log4jTests(document, consumer).read(node);
            Reply onMatch = reply(node, "onMatch", Reply.NEUTRAL);
            Reply onMismatch = reply(node, "onMismatch", Reply.DENY);
            node.finish(consumer);
            return test == null ? List.of() : List.of(new FilterConfig.Asking(test, onMatch, onMismatch));
        }
        if (node.is("DynamicThresholdFilter")) {
            return byContext(node);
        }
        if (node.is(OTHERS)) {
            document.unknownPlugin(node, consumer, "it filters nothing.");
            return List.of();
        }
        return null;
    }

    private List<FilterConfig> byContext(Log4jNode node) {
        String key = node.required("key", "the filter is left out, as in Log4j.");
        Map<String, Threshold> levels = new HashMap<>();
        for (Log4jNode pair : node.take("KeyValuePair")) {
            String value = pair.required("key", "it is left out, as in Log4j.");
            Threshold level = level(pair, "value", Threshold.DEBUG);
            if (value != null) {
                levels.put(value, level == null ? Threshold.DEBUG : level);
            }
            pair.finish(consumer);
        }
        Threshold otherwise = level(node, "defaultThreshold", Threshold.ERROR);
        Reply onMatch = reply(node, "onMatch", Reply.NEUTRAL);
        Reply onMismatch = reply(node, "onMismatch", Reply.DENY);
        node.finish(consumer);
        return key == null
                ? List.of()
                : List.of(new FilterConfig.ContextLevel(
                        key, levels, otherwise == null ? Threshold.ERROR : otherwise, onMatch, onMismatch));
    }

    private @Nullable Threshold level(Log4jNode node, String name, Threshold otherwise) {
        String word = node.value(name);
        return word == null || word.isEmpty()
                ? otherwise
                : document.level(word, node.line(name), consumer, otherwise + " is used.");
    }

    private List<FilterConfig> replies(Log4jNode node, int matching) {
        Reply onMatch = reply(node, "onMatch", Reply.NEUTRAL);
        Reply onMismatch = reply(node, "onMismatch", Reply.DENY);
        node.finish(consumer);
        List<Reply> replies = new ArrayList<>();
        for (int i = 0; i < LEVELS.size(); i++) {
            replies.add((matching & 1 << i) != 0 ? onMatch : onMismatch);
        }
        return List.of(new LevelReplies(replies));
    }

    private Reply reply(Log4jNode node, String name, Reply otherwise) {
        String word = node.value(name);
        if (word == null || word.isEmpty()) {
            return otherwise;
        }
        for (Reply reply : Reply.values()) {
            if (reply.name().equals(word.toUpperCase(Locale.ROOT))) {
                return reply;
            }
        }
        document.findings()
                .add(
                        FindingCode.BAD_VALUE,
                        node.line(name),
                        consumer,
                        name + " is " + FindingText.quote(word) + ", none of ACCEPT, DENY, NEUTRAL; " + otherwise
                                + " is used.");
        return otherwise;
    }
}
