package dev.tailrace.host;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Small numbers for names of loggers, by which encoders cache encoded names. Thread-safe; allocates nothing for a known name. */
final class LoggerIds {
    /** An application that makes up names must not fill the memory. */
    private static final int MOST = 1 << 16;

    private static final Map<String, Integer> IDS = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private LoggerIds() {}

    /** The number of a name; -1: there are too many, and its texts aren't cached. */
    static int of(String name) {
        Integer known = IDS.get(name);
        if (known == null) {
            if (IDS.size() >= MOST) {
                return -1;
            }
            known = IDS.computeIfAbsent(name, fresh -> NEXT.getAndIncrement());
        }
        return known;
    }
}
