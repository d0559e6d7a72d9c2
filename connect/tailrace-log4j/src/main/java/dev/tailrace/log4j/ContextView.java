package dev.tailrace.log4j;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/** The context of an event of Log4j as a map, for the length of a log call. Not thread-safe. */
final class ContextView extends AbstractMap<String, String> {
    private static final TriConsumer<String, Object, BiConsumer<? super String, ? super String>> EACH =
            (key, value, action) -> action.accept(key, value == null ? null : value.toString());

    private @Nullable ReadOnlyStringMap entries;
    /** Null until the entries are iterated over. */
    private @Nullable Map<String, String> copy;

    ContextView of(ReadOnlyStringMap read) {
        entries = read;
        return this;
    }

    @Override
    public void clear() {
        entries = null;
        copy = null;
    }

    @Override
    public @Nullable String get(Object key) {
        Object value = entries == null || !(key instanceof String name) ? null : entries.getValue(name);
        return value == null ? null : value.toString();
    }

    @Override
    public boolean containsKey(Object key) {
        return entries != null && key instanceof String name && entries.containsKey(name);
    }

    @Override
    public int size() {
        return entries == null ? 0 : entries.size();
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    /** Makes no garbage. */
    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
        if (entries != null) {
            entries.forEach(EACH, action);
        }
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        Map<String, String> all = copy;
        if (all == null) {
            all = new HashMap<>();
            forEach(all::put);
            copy = all;
        }
        return all.entrySet();
    }
}
