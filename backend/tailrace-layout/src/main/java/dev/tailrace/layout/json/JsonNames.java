package dev.tailrace.layout.json;

import dev.tailrace.layout.event.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of the members that a format writes into an object itself: entries of the context, pairs, arguments and markers of the same name
 * are left out, because no object may have a member twice. Filled while the format is compiled, then only read.
 */
final class JsonNames {
    private final Map<String, JsonValue.Presence> own = new HashMap<>();
    private final List<String> all = new ArrayList<>();
    /** Whether key-value pairs are members of the object, too: they take the place of the context's entries. */
    private boolean pairs;

    void add(String name, JsonValue value) {
        all.add(name);
        if (value instanceof JsonValue.Always) {
            own.put(name, event -> true);
        } else if (value instanceof JsonValue.Sometimes sometimes) {
            own.putIfAbsent(name, sometimes.presence());
        }
    }

    void addPairs() {
        pairs = true;
    }

    boolean hasPairs() {
        return pairs;
    }

    /** Whether the format writes a member of this name for the event. */
    boolean has(Event event, @Nullable String name) {
        JsonValue.Presence presence = own.get(name);
        return presence != null && presence.isFor(event);
    }

    /** The same for a name behind a prefix. Allocates nothing, unless there is a name of that prefix. */
    boolean has(Event event, String prefix, String name) {
        for (int i = 0; i < all.size(); i++) {
            String each = all.get(i);
            if (each.length() == prefix.length() + name.length() && each.startsWith(prefix) && each.endsWith(name)) {
                return has(event, each);
            }
        }
        return false;
    }
}
