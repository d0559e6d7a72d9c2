package dev.tailrace.slf4j;

import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.MDCAdapter;

/**
 * The mapped diagnostic context: a map and named stacks per thread, not inherited by new threads, as in Logback. Thread-safe in
 * that each thread sees only its own.
 *
 * <p>Lines are encoded in the thread that logs, before the call returns. So an event needs no copy of the map: it gets the
 * thread's own map, and {@code put} and {@code remove} cost what a {@link LinkedHashMap} costs.
 *
 * <p>Thread locals hold nothing but JDK types, so that a pooled thread does not keep an undeployed application's class loader.
 */
@SuppressWarnings("ThreadLocalUsage") // One adapter per provider, which lives as long as its class loader.
final class TailraceMdcAdapter implements MDCAdapter {
    private final ThreadLocal<@Nullable Map<String, String>> maps = new ThreadLocal<>();
    private final ThreadLocal<@Nullable Map<String, Deque<String>>> stacks = new ThreadLocal<>();

    /**
     * Whether any thread has put an entry yet. {@link ThreadLocal#get()} allocates in a thread without a value, which would be once per
     * virtual thread; applications without an MDC are spared this. A plain field is enough: a thread that has put an entry has set the
     * field itself, and for all other threads both values mean an empty map.
     */
    private boolean used;

    /** The calling thread's own map: for reading, before the log call returns. Allocates nothing. */
    @Nullable
    Map<String, String> current() {
        return used ? maps.get() : null;
    }

    @Override
    public void put(String key, @Nullable String value) {
        requireKey(key);
        own().put(key, value);
    }

    @Override
    public @Nullable String get(String key) {
        requireKey(key);
        Map<String, String> map = current();
        return map == null ? null : map.get(key);
    }

    @Override
    public void remove(String key) {
        requireKey(key);
        Map<String, String> map = current();
        if (map != null) {
            map.remove(key);
        }
    }

    /** Clears the map; the stacks stay, as in Logback. */
    @Override
    public void clear() {
        if (used) {
            maps.remove();
        }
    }

    /** Null when this thread has put nothing since its start or the last clear. */
    @Override
    public @Nullable Map<String, String> getCopyOfContextMap() {
        Map<String, String> map = current();
        return map == null ? null : new LinkedHashMap<>(map);
    }

    @Override
    public void setContextMap(@Nullable Map<String, String> replacement) {
        if (replacement == null) {
            clear();
        } else {
            used = true;
            maps.set(new LinkedHashMap<>(replacement));
        }
    }

    /** A null key is ignored. */
    @Override
    public void pushByKey(@Nullable String key, @Nullable String value) {
        if (key != null) {
            pushPresent(key, value);
        }
    }

    // LinkedList because a stack may hold null: refusing it would throw into the application or unbalance its push and
    // pop.
    @SuppressWarnings({"JdkObsolete", "NullAway"})
    private void pushPresent(String key, @Nullable String value) {
        Map<String, Deque<String>> named = stacks.get();
        if (named == null) {
            named = new HashMap<>();
            stacks.set(named);
        }
        named.computeIfAbsent(key, ignored -> new LinkedList<>()).push(value);
    }

    /** Null when the stack is empty or unknown. */
    @Override
    public @Nullable String popByKey(@Nullable String key) {
        Deque<String> stack = stack(key);
        return stack == null ? null : stack.pollFirst();
    }

    /** Null when nothing was ever pushed on the stack. */
    @Override
    @SuppressWarnings("JdkObsolete")
    public @Nullable Deque<String> getCopyOfDequeByKey(@Nullable String key) {
        Deque<String> stack = stack(key);
        return stack == null ? null : new LinkedList<>(stack);
    }

    @Override
    public void clearDequeByKey(@Nullable String key) {
        Deque<String> stack = stack(key);
        if (stack != null) {
            stack.clear();
        }
    }

    private @Nullable Deque<String> stack(@Nullable String key) {
        Map<String, Deque<String>> named = stacks.get();
        return named == null ? null : named.get(key);
    }

    private Map<String, String> own() {
        Map<String, String> map = current();
        if (map == null) {
            map = new LinkedHashMap<>();
            used = true;
            maps.set(map);
        }
        return map;
    }

    /** The one exception that the API documents for a null key. */
    private static void requireKey(@Nullable String key) {
        if (key == null) {
            throw new IllegalArgumentException("key cannot be null");
        }
    }
}
