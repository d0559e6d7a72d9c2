package dev.tailrace.layout.event;

import org.jspecify.annotations.Nullable;

/**
 * The encoded prefix of a line, with the logger, level, thread and second that it is valid for. Mutable, so that a new second makes no
 * garbage. Belongs to an {@link Event} and is used by one thread at a time.
 */
final class EncodedPrefix {
    /** Longer prefixes are not cached. */
    static final int MAXIMUM_LENGTH = 256;

    /** The number of prefixes that an event keeps: a thread uses few loggers and levels at a time. A power of two. */
    static final int PLACES = 16;

    /** Null: empty. */
    @Nullable
    PatternPrefix head;

    int level;
    String loggerName = "";
    String threadName = "";
    /** Distinguishes threads without a name. */
    long threadId;
    /** Start of the text's validity, in nanoseconds since 1970. */
    long from;

    /** Padded, so that readers may read whole words beyond {@link #length}. */
    byte[] text = {};

    int length;
    /** The offset of the digits of the fraction of a second. */
    int fractionAt;

    /** Whether the text is valid for the event, except for the fraction. Compares strings by identity: each name has few instances. */
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(PatternPrefix wanted, Event event) {
        return head == wanted
                && level == event.level()
                && loggerName == event.loggerName()
                && threadName == event.threadName()
                && (!threadName.isEmpty() || threadId == Thread.currentThread().getId());
    }
}
