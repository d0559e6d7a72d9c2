package dev.tailrace.config.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A filter's question about an event: the answer is yes or no. */
public sealed interface EventTest {
    /**
     * Whether one of the event's markers has one of these names, or refers to one that has.
     *
     * @param last whether only the last marker counts, as in Log4j 2
     */
    record HasMarker(List<String> names, boolean last) implements EventTest {
        public HasMarker {
            names = List.copyOf(names);
        }
    }

    /** Whether the event has no marker. */
    record NoMarker() implements EventTest {}

    /** Whether the event has this level. */
    record OfLevel(Threshold level) implements EventTest {}

    /**
     * Whether the context has, under all keys or under one of them, one of the values that are meant.
     *
     * @param all whether all keys are asked for
     */
    record InContext(Map<String, Set<String>> values, boolean all) implements EventTest {
        public InContext {
            values = Map.copyOf(values);
        }
    }

    /** Compares a text of the event; one that isn't there is like no other. */
    record OfText(Source source, Comparison how, String with) implements EventTest {}

    /**
     * Lets only so many events pass in a time, of those at most as severe as a level; more severe ones all pass.
     *
     * @param number distinguishes two filters with the same settings
     * @param most how many events may pass within {@code intervalNanos}; 0: none
     */
    record Burst(int number, Threshold level, int most, long intervalNanos) implements EventTest {}

    /** Whether the test looks at the message or the arguments, which may include the throwable. */
    default boolean looksAtMessage() {
        return this instanceof OfText;
    }

    /** How two texts are compared. */
    enum Comparison {
        EQUALS_IGNORE_CASE,
        CONTAINS,
        /** A regular expression that fits all of it. */
        MATCHES;

        /** Whether a text can be compared with by {@link #MATCHES}. */
        public static boolean isRegex(String text) {
            try {
                Pattern.compile(text);
                return true;
            } catch (PatternSyntaxException | StackOverflowError e) {
                return false;
            }
        }
    }

    /** Where a text comes from. */
    enum Source {
        /** The message before its arguments are put in. */
        MESSAGE,
        /** The message with its arguments. */
        FORMATTED,
        /** The name of the throwable's class. */
        THROWABLE,
        /** The last marker's own name. */
        MARKER,
        LEVEL,
        LOGGER,
        THREADNAME
    }
}
