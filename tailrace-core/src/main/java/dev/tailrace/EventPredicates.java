package dev.tailrace;

import dev.tailrace.config.EventTest;
import dev.tailrace.config.EventTest.Text;
import dev.tailrace.encode.Event;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes what filters ask of events executable. The predicates are thread-safe. */
final class EventPredicates {
    private EventPredicates() {}

    static Predicate<Event> of(EventTest test, Bursts bursts) {
        if (test instanceof EventTest.HasMarker wanted) {
            return hasMarker(wanted.names());
        }
        if (test instanceof EventTest.AnyMarker) {
            return event -> event.markerCount() != 0;
        }
        if (test instanceof EventTest.Not not) {
            return of(not.test(), bursts).negate();
        }
        if (test instanceof EventTest.AtLeast atLeast) {
            int least = atLeast.level().code();
            return event -> event.level() >= least;
        }
        if (test instanceof EventTest.InContext wanted) {
            String[] keys = wanted.values().keySet().toArray(String[]::new);
            return wanted.all()
                    ? event -> inContext(keys, wanted.values(), event.context()) == keys.length
                    : event -> inContext(keys, wanted.values(), event.context()) != 0;
        }
        if (test instanceof EventTest.Burst burst) {
            int level = burst.level().code();
            BurstWindow window = bursts.of(burst);
            return event -> event.level() > level || window.tryPass();
        }
        EventTest.OfText compared = (EventTest.OfText) test;
        Function<Event, @Nullable String> text = text(compared.text());
        String with = compared.with();
        return switch (compared.how()) {
            case CONTAINS ->
                event -> {
                    String found = text.apply(event);
                    return found != null && found.contains(with);
                };
            case MATCHES -> matches(text, Pattern.compile(with));
        };
    }

    private static Predicate<Event> hasMarker(List<String> names) {
        return event -> {
            for (int i = 0; i < names.size(); i++) {
                if (event.hasMarker(names.get(i))) {
                    return true;
                }
            }
            return false;
        };
    }

    /** Under how many of the keys there is a wanted value. */
    private static int inContext(
            String[] keys, Map<String, Set<String>> wanted, @Nullable Map<String, String> context) {
        int count = 0;
        if (context != null) {
            for (String key : keys) {
                String value = context.get(key);
                Set<String> values = wanted.get(key);
                count += value != null && values != null && values.contains(value) ? 1 : 0;
            }
        }
        return count;
    }

    private static Function<Event, @Nullable String> text(Text text) {
        return switch (text) {
            case MESSAGE -> Event::message;
            case FORMATTED -> event -> event.notes().formatted(event);
        };
    }

    /** One matcher is kept for who comes next; who comes at the same time makes another. */
    private static Predicate<Event> matches(Function<Event, @Nullable String> text, Pattern pattern) {
        AtomicReference<@Nullable Matcher> kept = new AtomicReference<>();
        return event -> {
            String found = text.apply(event);
            if (found == null) {
                return false;
            }
            Matcher known = kept.getAndSet(null);
            Matcher matcher = known == null ? pattern.matcher(found) : known.reset(found);
            boolean matches = matcher.matches();
            kept.set(matcher.reset(""));
            return matches;
        };
    }
}
