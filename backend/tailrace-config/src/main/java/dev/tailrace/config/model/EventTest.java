package dev.tailrace.config.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

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

    /** Whether all of them say yes; they are asked in this order, as far as that isn't known. */
    public record All(List<EventTest> tests) implements EventTest {
        public All {
            tests = List.copyOf(tests);
        }
    }

    /** Whether one of them says yes; they are asked in this order, as far as that isn't known. */
    record Any(List<EventTest> tests) implements EventTest {
        public Any {
            tests = List.copyOf(tests);
        }
    }

    /** Whether an event can be judged at all: if not, the filter is neutral, whatever else is asked. Never says no. */
    record Needed(EventTest test) implements EventTest {}

    /** Whether the event has one of these levels. */
    record OfLevel(Set<Threshold> levels) implements EventTest {
        public OfLevel {
            levels = Set.copyOf(levels);
        }
    }

    /** Whether the event has a throwable of a class with this name, or of one that is derived from it; also of an interface. */
    record Thrown(String className) implements EventTest {}

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

    /**
     * Compares a text of the event; one that isn't there is like no other.
     *
     * @param with nothing where there is nothing to compare with
     */
    record OfText(Text text, Comparison how, String with) implements EventTest {}

    /**
     * Lets only so many events pass in a time, of those at most as severe as a level; more severe ones all pass.
     *
     * @param number distinguishes two filters with the same settings
     * @param most how many events may pass within {@code intervalNanos}; 0: none
     */
    record Burst(int number, Threshold level, int most, long intervalNanos) implements EventTest {}

    /** Whether it looks at the message or at arguments, of which one may be the throwable. */
    default boolean looksAtMessage() {
        if (this instanceof Not not) {
            return not.test().looksAtMessage();
        }
        if (this instanceof Needed needed) {
            return needed.test().looksAtMessage();
        }
        if (this instanceof All all) {
            return all.tests().stream().anyMatch(EventTest::looksAtMessage);
        }
        if (this instanceof Any any) {
            return any.tests().stream().anyMatch(EventTest::looksAtMessage);
        }
        if (this instanceof OfText compared) {
            return switch (compared.text().source()) {
                case MESSAGE, FORMATTED, THROWABLE -> true;
                case LOGGER, THREAD, CONTEXT -> false;
            };
        }
        return this instanceof Thrown;
    }

    /** How two texts are compared. */
    enum Comparison {
        EQUALS,
        EQUALS_IGNORE_CASE,
        CONTAINS,
        STARTS_WITH,
        ENDS_WITH,
        /** With a regular expression that fits all of it. */
        MATCHES,
        /** With a regular expression that fits a part of it. */
        FINDS,
        IS_THERE,
        IS_EMPTY;

        /** Whether a text can be compared with by {@link #MATCHES} and {@link #FINDS}. */
        public static boolean isRegex(String text) {
            try {
                Pattern.compile(text);
                return true;
            } catch (PatternSyntaxException | StackOverflowError e) {
                return false;
            }
        }
    }

    /**
     * A text of an event.
     *
     * @param key of the context; nothing for other sources
     */
    record Text(Source source, String key, Letters letters) {
        public Text(Source source) {
            this(source, "", Letters.KEPT);
        }
    }

    /** Where a text comes from. */
    enum Source {
        /** The message before its arguments are put in. */
        MESSAGE,
        /** The message with its arguments. */
        FORMATTED,
        LOGGER,
        THREAD,
        CONTEXT,
        /** The name of the throwable's class. */
        THROWABLE
    }

    /** What is made of a text's letters. */
    enum Letters {
        KEPT,
        LOWER,
        UPPER
    }
}
