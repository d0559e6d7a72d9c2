package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Step;
import java.util.Arrays;
import java.util.List;

/** Writes each event by one of several patterns, as Log4j 2's pattern selectors do. The first choice whose key matches is used. */
final class Log4jSelection {
    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};

    /** A pattern and the key of its events. */
    record Choice(String key, Alternative steps) {}

    /** The steps of one pattern. */
    static final class Alternative {
        private final Step[] steps;

        Alternative(List<Step> steps) {
            this.steps = steps.toArray(new Step[0]);
        }

        void write(Event event, TextBuffer out) {
            for (Step step : steps) {
                step.write(event, out);
            }
        }
    }

    private Log4jSelection() {}

    /** Selects by the name of the level. */
    static Step byLevel(List<Choice> choices, Alternative otherwise) {
        Alternative[] steps = new Alternative[LEVELS.length];
        Arrays.fill(steps, otherwise);
        for (Choice choice : choices) {
            for (int i = 0; i < LEVELS.length; i++) {
                if (LEVELS[i].equalsIgnoreCase(choice.key.trim())) {
                    steps[i] = choice.steps;
                }
            }
        }
        return (event, out) -> steps[Math.max(0, Math.min(event.level() / 10, steps.length - 1))].write(event, out);
    }

    /** Selects by the name of one of the event's markers. */
    static Step byMarker(List<Choice> choices, Alternative otherwise) {
        Choice[] all = choices.toArray(new Choice[0]);
        return (event, out) -> {
            Alternative steps = otherwise;
            for (int i = 0;
                    i < all.length && steps == otherwise && event.markers().count() > 0;
                    i++) {
                if (event.markers().has(all[i].key, true)) {
                    steps = all[i].steps;
                }
            }
            steps.write(event, out);
        };
    }

    /** Selects by the name of the logger. A key is a list of names; a name that ends with a dot matches all loggers below it. */
    static Step byLogger(List<Choice> choices, Alternative otherwise) {
        Choice[] all = choices.toArray(new Choice[0]);
        String[][] names = Arrays.stream(all)
                .map(choice -> choice.key.trim().split("\\s*,\\s*"))
                .toArray(String[][]::new);
        return (event, out) -> {
            String logger = event.loggerName();
            for (int i = 0; i < all.length; i++) {
                if (isAny(names[i], logger)) {
                    all[i].steps.write(event, out);
                    return;
                }
            }
            otherwise.write(event, out);
        };
    }

    private static boolean isAny(String[] names, String logger) {
        for (String name : names) {
            if (name.endsWith(".") ? logger.startsWith(name) : logger.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
