package dev.tailrace;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.drain.Destination;
import dev.tailrace.encode.Event;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A named logger of the engine; a front (such as the SLF4J provider) wraps it. Thread-safe.
 *
 * <p>How a front logs: {@code if (logger.isEnabled(level)) { Event e = logger.open(level, BOUNDARY); try { e.message(...);
 * e.arguments(...); logger.commit(e); } finally { logger.close(e); } }}
 */
public final class Logger {
    private static final int MAX_ATTEMPTS = 3;
    private static final AtomicReferenceFieldUpdater<Logger, Outlet[]> OUTLETS =
            AtomicReferenceFieldUpdater.newUpdater(Logger.class, Outlet[].class, "outlets");

    private final String name;
    private final int id;
    /** The lowest level code that is logged; set anew when a configuration is applied. */
    private volatile int threshold = Integer.MAX_VALUE;
    /** Null while the engine is stopped. */
    private volatile Outlet @Nullable [] outlets;

    Logger(String name, int id) {
        this.name = name;
        this.id = id;
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
        Event event = Tailrace.EVENTS.take();
        event.begin(level, id, name, callerBoundary, WallClock.millis() * 1_000_000L);
        return event;
    }

    /** Encodes the event for each appender that wants it and appends the lines to their lanes. Never throws an exception. */
    public void commit(Event event) {
        commit(event, false, null, null);
    }

    /**
     * The same for an event that was told neither message nor arguments nor a throwable: cheaper than to have the event keep them for
     * the length of this call.
     */
    public void commit(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        commit(event, true, message, arguments);
    }

    private void commit(
            Event event, boolean direct, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        try {
            append(event, direct, message, arguments);
        } catch (Throwable e) {
            // Whatever goes wrong in here must not reach the application. Without any call first: there may be no stack
            // for one.
            PendingWord pending = event.pending;
            if (pending.owed) {
                pending.orphaned = true;
                pending.next = PendingWord.orphans;
                PendingWord.orphans = pending;
            }
            Tailrace.failed(e);
        }
    }

    private void append(
            Event event, boolean direct, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        int attempts = 0;
        int next = 0;
        while (true) {
            Outlet[] all = outlets;
            if (all == null) {
                all = Tailrace.reconnect(this);
            }
            if (next >= all.length) {
                break;
            }
            Outlet outlet = all[next];
            Destination.Outcome outcome = direct ? outlet.append(event, message, arguments) : outlet.append(event);
            if (outcome != Destination.Outcome.CLOSED) {
                next++;
            } else if (++attempts < MAX_ATTEMPTS) {
                // Shut down since the array was read; its successor has the same appenders in the same order.
                OUTLETS.compareAndSet(this, all, null);
            } else {
                throw new IllegalStateException("shut down " + attempts + " times during one log call");
            }
        }
        if (Tailrace.isExiting()) {
            Tailrace.awaitWritten();
        }
    }

    /** Gives the event back to the pool. */
    public void close(Event event) {
        // An orphan belongs to the drain thread now, which settles what it owes.
        if (!event.pending.orphaned) {
            Tailrace.EVENTS.give(event);
        }
    }

    void connect(int threshold, Outlet[] outlets) {
        // With nowhere to go, nothing needs to be formatted.
        this.outlets = outlets;
        this.threshold = outlets.length == 0 ? Integer.MAX_VALUE : threshold;
    }

    void disconnect() {
        outlets = null;
    }

    Outlet @Nullable [] outlets() {
        return outlets;
    }
}
