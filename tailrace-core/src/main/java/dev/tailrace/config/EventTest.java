package dev.tailrace.config;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a filter asks of an event: the answer is yes or no. */
public sealed interface EventTest {
    /** Whether one of the event's markers has one of these names, or refers to one that has. */
    record HasMarker(List<String> names) implements EventTest {
        public HasMarker {
            names = List.copyOf(names);
        }
    }

    /** Whether the event has any marker. */
    record AnyMarker() implements EventTest {}

    /** The opposite. */
    record Not(EventTest test) implements EventTest {}

    /** Whether the event has at least this level. */
    record AtLeast(Threshold level) implements EventTest {}

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

    /** Compares a text of the event; one that isn't there compares with nothing. */
    record OfText(Text text, Comparison how, String with) implements EventTest {}

    /**
     * Lets only so many events pass in a time, of those at most as severe as a level; more severe ones all pass.
     *
     * @param number tells two filters with the same settings apart
     * @param most how many events may pass within {@code intervalNanos}; 0: none
     */
    record Burst(int number, Threshold level, int most, long intervalNanos) implements EventTest {}

    /** How two texts are compared. */
    enum Comparison {
        CONTAINS,
        /** With a regular expression that fits all of it. */
        MATCHES
    }

    /** A text of an event. */
    enum Text {
        /** The message before its arguments are put in. */
        MESSAGE,
        /** The message with its arguments. */
        FORMATTED
    }
}
