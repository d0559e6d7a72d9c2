package dev.tailrace.layout.event;

import org.jspecify.annotations.Nullable;

/**
 * The head of one line as it was encoded, and what it was encoded for. Mutable, so that a new second makes no garbage; it belongs to
 * an {@link Event} and is used by one thread at a time.
 */
final class EncodedPrefix {
    /** Longer heads are not kept. */
    static final int MAXIMUM_LENGTH = 256;

    /** As many as an event keeps: a thread logs through a few loggers and on few levels at a time. A power of two. */
    static final int PLACES = 16;

    /** Null: nothing is known yet. */
    @Nullable
    PatternPrefix head;

    int level;
    String loggerName = "";
    String threadName = "";
    /** Nanoseconds since 1970 of the first moment that the text is for. */
    long from;

    /** In words: there are some bytes behind {@link #length} that may be read. */
    byte[] text = {};

    int length;
    /** Where the digits of the fraction of a second are. */
    int fractionAt;

    /** Whether the text is right for such an event, but for the fraction. Strings are compared by identity: each has but few instances. */
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(PatternPrefix wanted, Event event) {
        return head == wanted
                && level == event.level()
                && loggerName == event.loggerName()
                && threadName == event.threadName();
    }
}
