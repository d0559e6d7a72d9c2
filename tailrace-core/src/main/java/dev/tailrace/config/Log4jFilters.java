package dev.tailrace.config;

import dev.tailrace.config.FilterConfig.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the filters of Log4j 2 that ask for the level only, and adds them up: of any number of them, one behind the other, there is left
 * which of the five levels pass.
 */
final class Log4jFilters {
    /** The levels of events, the lowest first. */
    private static final List<Threshold> LEVELS =
            List.of(Threshold.TRACE, Threshold.DEBUG, Threshold.INFO, Threshold.WARN, Threshold.ERROR);

    /** A set of levels in which all are. */
    static final int ALL = (1 << LEVELS.size()) - 1;

    private static final String[] OTHERS = {
        "BurstFilter", "DynamicThresholdFilter", "MapFilter", "MarkerFilter", "MutableThreadContextMapFilter",
        "NoMarkerFilter", "RegexFilter", "ScriptFilter", "StringMatchFilter", "StructuredDataFilter",
        "ThreadContextMapFilter", "ContextMapFilter", "TimeFilter"
    };

    private final Log4jDocument document;
    private final @Nullable String consumer;

    private Log4jFilters(Log4jDocument document, @Nullable String consumer) {
        this.document = document;
        this.consumer = consumer;
    }

    /**
     * What filters say of the levels, as sets of bits.
     *
     * @param passing those that pass
     * @param accepted those of which a filter says so, so that nobody behind it is asked
     */
    record Said(int passing, int accepted) {}

    /** The levels that pass the filters inside an element, as a set of bits. */
    static int passing(Log4jNode owner, Log4jDocument document, @Nullable String consumer) {
        return said(owner, document, consumer).passing();
    }

    static Said said(Log4jNode owner, Log4jDocument document, @Nullable String consumer) {
        Reply[] replies = new Log4jFilters(document, consumer).inside(owner);
        int passing = 0;
        int accepted = 0;
        for (int i = 0; i < replies.length; i++) {
            passing |= replies[i] == Reply.DENY ? 0 : 1 << i;
            accepted |= replies[i] == Reply.ACCEPT ? 1 << i : 0;
        }
        return new Said(passing, accepted);
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

    private static Reply[] neutral() {
        Reply[] replies = new Reply[LEVELS.size()];
        Arrays.fill(replies, Reply.NEUTRAL);
        return replies;
    }

    private Reply[] inside(Log4jNode owner) {
        Reply[] replies = neutral();
        boolean found = false;
        for (Log4jNode child : owner.children()) {
            Reply[] own = read(child);
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
            for (int i = 0; i < replies.length; i++) {
                replies[i] = replies[i] == Reply.NEUTRAL ? own[i] : replies[i];
            }
        }
        return replies;
    }

    /** Null when it is no filter. */
    private Reply @Nullable [] read(Log4jNode node) {
        if (node.is("Filters")) {
            Reply[] replies = inside(node);
            node.finish(consumer);
            return replies;
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
            Reply[] replies = neutral();
            Arrays.fill(replies, Reply.DENY);
            return replies;
        }
        if (node.is(OTHERS)) {
            document.unknownPlugin(node, consumer, "it filters nothing.");
            return neutral();
        }
        return null;
    }

    private @Nullable Threshold level(Log4jNode node, String name, Threshold otherwise) {
        String word = node.value(name);
        return word == null || word.isEmpty()
                ? otherwise
                : document.level(word, node.line(name), consumer, otherwise + " is used.");
    }

    private Reply[] replies(Log4jNode node, int matching) {
        Reply onMatch = reply(node, "onMatch", Reply.NEUTRAL);
        Reply onMismatch = reply(node, "onMismatch", Reply.DENY);
        node.finish(consumer);
        Reply[] replies = new Reply[LEVELS.size()];
        for (int i = 0; i < replies.length; i++) {
            replies[i] = (matching & 1 << i) != 0 ? onMatch : onMismatch;
        }
        return replies;
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
