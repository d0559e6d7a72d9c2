package dev.tailrace.logging;

import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.layout.event.Event;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles filters' tests of events to predicates. The predicates are thread-safe. */
final class EventPredicates {
    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};

    private EventPredicates() {}

    static Predicate<Event> of(EventTest test, Bursts bursts) {
        if (test instanceof EventTest.HasMarker wanted) {
            return hasMarker(wanted.names(), wanted.last());
        }
        if (test instanceof EventTest.NoMarker) {
            return event -> event.markers().count() == 0;
        }
        if (test instanceof EventTest.OfLevel wanted) {
            int level = wanted.level().code();
            return event -> event.level() == level;
        }
        if (test instanceof EventTest.InContext wanted) {
            String[] keys = wanted.values().keySet().toArray(String[]::new);
            return wanted.all()
                    ? event -> inContext(keys, wanted.values(), event) == keys.length
                    : event -> inContext(keys, wanted.values(), event) != 0;
        }
        if (test instanceof EventTest.Burst burst) {
            int level = burst.level().code();
            BurstWindow window = bursts.of(burst);
            return event -> event.level() > level || window.tryPass();
        }
        return ofText((EventTest.OfText) test);
    }

    private static Predicate<Event> ofText(EventTest.OfText compared) {
        Function<Event, @Nullable String> text = text(compared.source());
        String with = compared.with();
        return switch (compared.how()) {
            case EQUALS_IGNORE_CASE -> event -> with.equalsIgnoreCase(text.apply(event));
            case CONTAINS ->
                event -> {
                    String found = text.apply(event);
                    return found != null && found.contains(with);
                };
            case MATCHES -> fits(text, Pattern.compile(with));
        };
    }

    private static Predicate<Event> hasMarker(List<String> names, boolean last) {
        return event -> {
            for (int i = 0; i < names.size(); i++) {
                if (event.markers().has(names.get(i), last)) {
                    return true;
                }
            }
            return false;
        };
    }

    /** The number of keys with a wanted value. */
    private static int inContext(String[] keys, Map<String, Set<String>> wanted, Event event) {
        int count = 0;
        for (String key : keys) {
            String value = event.valueInContext(key);
            Set<String> values = wanted.get(key);
            count += value != null && values != null && values.contains(value) ? 1 : 0;
        }
        return count;
    }

    private static Function<Event, @Nullable String> text(Source source) {
        return switch (source) {
            case MESSAGE -> Event::message;
            case FORMATTED -> event -> event.notes().formatted(event);
            case THROWABLE ->
                event -> {
                    Throwable thrown = event.thrown();
                    return thrown == null ? null : thrown.getClass().getName();
                };
            case MARKER ->
                event -> {
                    int count = event.markers().count();
                    return count == 0
                            ? null
                            : event.markers().name(event.markers().get(count - 1));
                };
            case LEVEL -> event -> LEVELS[Math.min(event.level() / 10, LEVELS.length - 1)];
            case LOGGER -> Event::loggerName;
            case THREADNAME -> event -> Thread.currentThread().getName();
        };
    }

    /** Caches one Matcher; concurrent callers allocate their own. */
    private static Predicate<Event> fits(Function<Event, @Nullable String> text, Pattern pattern) {
        AtomicReference<@Nullable Matcher> kept = new AtomicReference<>();
        return event -> {
            String found = text.apply(event);
            if (found == null) {
                return false;
            }
            Matcher known = kept.getAndSet(null);
            Matcher matcher = known == null ? pattern.matcher(found) : known.reset(found);
            boolean fits = matcher.matches();
            kept.set(matcher.reset(""));
            return fits;
        };
    }
}
