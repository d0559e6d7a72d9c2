package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.ContextEntries;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.IndependentStep;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Writes the diagnostic context (MDC) and the key-value pairs as Spring Boot's structured formats do: as members of the enclosing object,
 * or with the parts of their names as nested objects. A pair replaces an entry of the same name. The path of a key is computed once, so an
 * event with known keys allocates nothing. Thread-safe, without locks.
 */
final class JsonPairsStep implements IndependentStep, ContextEntries.Reader {
    /** Limits the cached keys, because a key could contain a number; further keys are computed each time. */
    private static final int MOST_KEYS = 1_000;
    /** The number of cached scratch objects for threads that write nested names at the same time; further threads allocate one. */
    private static final int SCRATCHES = 16;

    /** Writes to the line if a key has a dot; the caller truncates the line again. A reader has no other way to return a result. */
    private static final ContextEntries.Reader DOTS = (event, index, key, value, out) -> {
        if (key != null && key.indexOf('.') >= 0) {
            out.append('.');
        }
    };

    private final JsonPairNames names;
    private final boolean asTexts;
    /** By whether the event has a throwable, and a marker. */
    private final List<Map<String, JsonPairNames.Path>> known = List.of(
            new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), new ConcurrentHashMap<>());

    private final AtomicReferenceArray<@Nullable Scratch> scratches = new AtomicReferenceArray<>(SCRATCHES);

    /** @param asTexts whether values of any type are written as strings */
    JsonPairsStep(JsonPairNames names, boolean asTexts) {
        this.names = names;
        this.asTexts = asTexts;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        if (names.nested() && isDeep(event, out)) {
            nested(event, out);
            return;
        }
        event.eachBesidePairs(this, out);
        for (int i = 0; i < event.keyValueCount(); i++) {
            if (isLast(event, i)) {
                member(path(event, event.key(i)), event.value(i), out);
            }
        }
    }

    /** Whether no later pair has the same key. */
    private static boolean isLast(Event event, int pair) {
        String key = event.key(pair);
        return key == null || event.pair(key) == pair;
    }

    @Override
    public void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out) {
        member(path(event, key), value, out);
    }

    private void member(JsonPairNames.Path path, @Nullable Object value, TextBuffer out) {
        if (path.isWritten()) {
            out.append(path.opening(0));
            value(value, out);
            out.append(',');
        }
    }

    private void value(@Nullable Object value, TextBuffer out) {
        if (asTexts && value != null) {
            JsonText.text(value, out);
        } else {
            JsonText.value(value, out);
        }
    }

    private JsonPairNames.Path path(Event event, @Nullable String key) {
        String given = key == null ? "" : key;
        boolean thrown = JsonThrowables.isThrown(event);
        boolean marked = JsonMarkers.isAny(event);
        Map<String, JsonPairNames.Path> paths = known.get((thrown ? 2 : 0) + (marked ? 1 : 0));
        JsonPairNames.Path path = paths.get(given);
        if (path == null) {
            path = names.path(given, thrown, marked);
            if (paths.size() < MOST_KEYS) {
                paths.put(given, path);
            }
        }
        return path;
    }

    private boolean isDeep(Event event, TextBuffer out) {
        if (names.prefixed()) {
            return true;
        }
        for (int i = 0; i < event.keyValueCount(); i++) {
            String key = event.key(i);
            if (key != null && key.indexOf('.') >= 0) {
                return true;
            }
        }
        int start = out.length();
        event.eachInContext(DOTS, out);
        if (out.length() == start) {
            return false;
        }
        out.truncate(start);
        return true;
    }

    /** All entries and pairs of an event as parallel arrays. Not thread-safe. */
    private final class Scratch implements ContextEntries.Reader {
        private JsonPairNames.@Nullable Path[] paths = new JsonPairNames.@Nullable Path[16];
        private @Nullable Object[] values = new Object[16];
        private int count;

        @Override
        public void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out) {
            add(path(event, key), value);
        }

        void add(JsonPairNames.Path path, @Nullable Object value) {
            if (!path.isWritten()) {
                return;
            }
            if (count == paths.length) {
                paths = Arrays.copyOf(paths, count * 2);
                values = Arrays.copyOf(values, count * 2);
            }
            paths[count] = path;
            values[count++] = value;
        }

        void clear() {
            Arrays.fill(paths, 0, count, null);
            Arrays.fill(values, 0, count, null);
            count = 0;
        }

        /**
         * Writes the members of one object: the entries whose names share their leading {@code depth} parts with the entry at index {@code
         * first}.
         */
        void members(int first, int depth, TextBuffer out) {
            for (int i = first; i < count; i++) {
                JsonPairNames.Path path = paths[i];
                if (path == null || path.depth() <= depth || !path.shares(paths[first], depth)) {
                    continue;
                }
                if (path.depth() == depth + 1) {
                    out.append(path.opening(depth));
                    value(values[i], out);
                    out.append(',');
                } else if (isTaken(path, depth)) {
                    path.openRest(depth, out);
                    value(values[i], out);
                    out.append(',');
                } else if (isFirst(first, i, depth)) {
                    out.append(path.opening(depth)).append('{');
                    members(i, depth + 1, out);
                    JsonText.close(out, '}');
                    out.append(',');
                }
            }
        }

        /** Whether an entry has the object's name: in JSON, one name can't be value and object. */
        private boolean isTaken(JsonPairNames.Path path, int depth) {
            for (int i = 0; i < count; i++) {
                JsonPairNames.Path other = paths[i];
                if (other != null && other.depth() == depth + 1 && other.shares(path, depth + 1)) {
                    return true;
                }
            }
            return false;
        }

        /** Whether no earlier entry belongs to the same object. */
        private boolean isFirst(int first, int index, int depth) {
            JsonPairNames.Path path = paths[index];
            for (int i = first; i < index; i++) {
                JsonPairNames.Path other = paths[i];
                if (path != null && other != null && other.depth() > depth + 1 && other.shares(path, depth + 1)) {
                    return false;
                }
            }
            return true;
        }
    }

    private void nested(Event event, TextBuffer out) {
        int place = (int) Thread.currentThread().getId() & SCRATCHES - 1;
        Scratch mine = scratches.getAndSet(place, null);
        if (mine == null) {
            mine = new Scratch();
        }
        try {
            event.eachBesidePairs(mine, out);
            for (int i = 0; i < event.keyValueCount(); i++) {
                if (isLast(event, i)) {
                    mine.add(path(event, event.key(i)), event.value(i));
                }
            }
            mine.members(0, 0, out);
        } finally {
            mine.clear();
            scratches.set(place, mine);
        }
    }
}
