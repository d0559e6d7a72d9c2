package dev.tailrace;

import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Letters;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.EventTest.Text;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.layout.event.Event;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
    /** Thrown where an event can't be judged. One instance without a stack trace. */
    static final class UnansweredException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private UnansweredException() {
            super("an event can't be judged", null, false, false);
        }
    }

    private EventPredicates() {}

    static Predicate<Event> of(EventTest test, Bursts bursts) {
        if (test instanceof EventTest.HasMarker wanted) {
            return hasMarker(wanted.names());
        }
        if (test instanceof EventTest.AnyMarker) {
            return event -> event.markers().count() != 0;
        }
        if (test instanceof EventTest.Not not) {
            return of(not.test(), bursts).negate();
        }
        if (test instanceof EventTest.Needed needed) {
            Predicate<Event> known = of(needed.test(), bursts);
            UnansweredException unanswered = new UnansweredException();
            return event -> {
                if (!known.test(event)) {
                    throw unanswered;
                }
                return true;
            };
        }
        if (test instanceof EventTest.All all) {
            return first(all.tests(), bursts, false);
        }
        if (test instanceof EventTest.Any any) {
            return first(any.tests(), bursts, true);
        }
        if (test instanceof EventTest.OfLevel wanted) {
            return ofLevel(wanted.levels());
        }
        if (test instanceof EventTest.Thrown wanted) {
            Derived derived = new Derived(wanted.className());
            return event -> {
                Throwable thrown = event.thrown();
                return thrown != null && derived.get(thrown.getClass());
            };
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

    /** Returns {@code answer} if one test gives it, without asking later tests; else the opposite. */
    private static Predicate<Event> first(List<EventTest> tests, Bursts bursts, boolean answer) {
        List<Predicate<Event>> all =
                tests.stream().map(each -> of(each, bursts)).toList();
        return event -> {
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).test(event) == answer) {
                    return answer;
                }
            }
            return !answer;
        };
    }

    private static Predicate<Event> ofText(EventTest.OfText compared) {
        Function<Event, @Nullable String> text = text(compared.text());
        String with = compared.with();
        return switch (compared.how()) {
            case EQUALS -> event -> with.equals(text.apply(event));
            case EQUALS_IGNORE_CASE -> event -> with.equalsIgnoreCase(text.apply(event));
            case CONTAINS -> ifThere(text, found -> found.contains(with));
            case STARTS_WITH -> ifThere(text, found -> found.startsWith(with));
            case ENDS_WITH -> ifThere(text, found -> found.endsWith(with));
            case MATCHES -> fits(text, Pattern.compile(with), Matcher::matches);
            case FINDS -> fits(text, Pattern.compile(with), Matcher::find);
            case IS_THERE -> event -> text.apply(event) != null;
            case IS_EMPTY -> ifThere(text, String::isEmpty);
        };
    }

    private static Predicate<Event> ifThere(Function<Event, @Nullable String> text, Predicate<String> test) {
        return event -> {
            String found = text.apply(event);
            return found != null && test.test(found);
        };
    }

    private static Predicate<Event> ofLevel(Set<Threshold> wanted) {
        long levels = wanted.stream().mapToLong(each -> 1L << each.code()).sum();
        return event -> (levels >>> event.level() & 1) != 0;
    }

    /** Whether a class has this name, or a superclass has; looked up once for each class. */
    private static final class Derived extends ClassValue<Boolean> {
        private final String name;

        Derived(String name) {
            this.name = name;
        }

        @Override
        protected Boolean computeValue(Class<?> type) {
            return isDerived(type);
        }

        private boolean isDerived(@Nullable Class<?> type) {
            return type != null
                    && (type.getName().equals(name)
                            || isDerived(type.getSuperclass())
                            || Arrays.stream(type.getInterfaces()).anyMatch(this::isDerived));
        }
    }

    private static Predicate<Event> hasMarker(List<String> names) {
        return event -> {
            for (int i = 0; i < names.size(); i++) {
                if (event.markers().has(names.get(i))) {
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

    private static Function<Event, @Nullable String> text(Text text) {
        Function<Event, @Nullable String> source = source(text.source(), text.key());
        if (text.letters() == Letters.KEPT) {
            return source;
        }
        boolean lower = text.letters() == Letters.LOWER;
        return event -> {
            String found = source.apply(event);
            return found == null ? null : lower ? found.toLowerCase(Locale.ROOT) : found.toUpperCase(Locale.ROOT);
        };
    }

    private static Function<Event, @Nullable String> source(Source source, String key) {
        return switch (source) {
            case MESSAGE -> Event::message;
            case FORMATTED -> event -> event.notes().formatted(event);
            case LOGGER -> Event::loggerName;
            case THREAD -> Event::threadName;
            case CONTEXT -> event -> event.contextValue(key);
            case THROWABLE ->
                event -> {
                    Throwable thrown = event.thrown();
                    return thrown == null ? null : thrown.getClass().getName();
                };
        };
    }

    /** Caches one Matcher; concurrent callers allocate their own. */
    private static Predicate<Event> fits(
            Function<Event, @Nullable String> text, Pattern pattern, Predicate<Matcher> how) {
        AtomicReference<@Nullable Matcher> kept = new AtomicReference<>();
        return event -> {
            String found = text.apply(event);
            if (found == null) {
                return false;
            }
            Matcher known = kept.getAndSet(null);
            Matcher matcher = known == null ? pattern.matcher(found) : known.reset(found);
            boolean fits = how.test(matcher);
            kept.set(matcher.reset(""));
            return fits;
        };
    }
}
