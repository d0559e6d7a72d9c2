package dev.tailrace.limit;

import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.layout.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * A limit as log calls need it. Immutable.
 *
 * @param capacityNanos time in which the tokens of a whole burst come back
 * @param salt keeps the keys of limits apart
 */
record LimitRule(LimitConfig config, long intervalNanos, long capacityNanos, int sample, boolean protect, long salt) {
    private static final long FIRST_FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND_FACTOR = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long MILLI = 1_000_000;
    private static final int LONGEST_TEXT = 120;

    static LimitRule of(LimitConfig config) {
        return new LimitRule(
                config,
                config.intervalNanos(),
                config.intervalNanos() * config.burst(),
                config.sample(),
                config.protect(),
                config.hashCode() * FIRST_FACTOR);
    }

    /**
     * The key of events that count as the same; 0: the event has nothing to be limited by. Makes no garbage. Strings cache their hash, so a
     * message costs one load; two messages of one logger, level, length and hash share a key.
     */
    long key(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        return switch (config.by()) {
            case TEMPLATE ->
                message == null
                        ? mix(event.loggerId(), event.level())
                        : mix(
                                (long) event.loggerId() << 32 | (message.hashCode() & 0xFFFF_FFFFL),
                                (long) message.length() << 8 | event.level());
            case LOGGER -> mix(event.loggerId(), event.level());
            case THROWABLE -> ofThrowable(event, event.thrown(arguments));
            case CONTEXT -> ofContext(event);
            case TEXT -> ofText(event, message, arguments);
        };
    }

    private long ofThrowable(Event event, @Nullable Throwable thrown) {
        return thrown == null ? 0 : mix(thrown.getClass().getName().hashCode(), event.level());
    }

    private long ofContext(Event event) {
        String value = event.contextValue(config.contextKey());
        return value == null ? 0 : mix((long) value.length() << 32 ^ value.hashCode(), event.level());
    }

    private long ofText(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        event.message(message);
        event.arguments(arguments);
        return mix(event.notes().hash(event), (long) event.loggerId() << 8 | event.level());
    }

    private long mix(long first, long second) {
        long mixed = (first ^ salt) * FIRST_FACTOR;
        mixed = (mixed ^ mixed >>> 32 ^ second) * SECOND_FACTOR;
        mixed ^= mixed >>> 29;
        // 0 stands for none.
        return mixed == 0 ? 1 : mixed;
    }

    long windowNanos() {
        return config.windowMillis() * MILLI;
    }

    /** The text of held-back events in a summary. */
    String text(Event event, @Nullable String message, @Nullable Object @Nullable [] arguments) {
        return switch (config.by()) {
            case TEMPLATE, LOGGER -> quoted(message);
            case TEXT -> {
                event.message(message);
                event.arguments(arguments);
                yield quoted(event.notes().formatted(event));
            }
            case THROWABLE -> {
                Throwable thrown = event.thrown(arguments);
                yield quoted(message)
                        + (thrown == null
                                ? ""
                                : " (" + shortened(thrown.getClass().getName()) + ")");
            }
            case CONTEXT ->
                quoted(message) + " (" + shortened(config.contextKey()) + "="
                        + shortened(String.valueOf(event.contextValue(config.contextKey()))) + ")";
        };
    }

    private static String quoted(@Nullable String text) {
        return "\"" + shortened(String.valueOf(text)) + "\"";
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "\u2026";
    }
}
