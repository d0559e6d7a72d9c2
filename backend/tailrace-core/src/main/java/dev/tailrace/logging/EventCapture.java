package dev.tailrace.logging;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.capture.Capture;
import dev.tailrace.capture.EventObserver;
import dev.tailrace.capture.ObservedEvent;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands events of a logger, and of those below it, to an observer, whole. Makes garbage; for tests. Thread-safe. */
public final class EventCapture implements Capture, EventTap {
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private final String logger;
    private final int level;
    private final EventObserver observer;
    private final Consumer<EventCapture> onClose;
    private final Encoder message = PatternEncoder.compile("%msg%nopex").encoder();
    private volatile boolean closed;

    /**
     * @param logger "" is the root
     * @param level the lowest code
     * @param onClose takes this capture from where it was put
     */
    public EventCapture(String logger, int level, EventObserver observer, Consumer<EventCapture> onClose) {
        this.logger = logger;
        this.level = level;
        this.observer = observer;
        this.onClose = onClose;
    }

    String logger() {
        return logger;
    }

    @Override
    public void offer(
            Event event, @Nullable String template, @Nullable Object @Nullable [] arguments, Appender[] appenders) {
        if (closed
                || event.level() < level
                || !LoggerConfig.covers(logger, LoggerTree.rootless(event.loggerName()), true)) {
            return;
        }
        TextBuffer text = event.line();
        text.clear();
        message.encode(event, template, arguments, text);
        Map<String, String> mdc = event.context();
        Map<String, @Nullable Object> pairs = new LinkedHashMap<>();
        for (int i = 0; i < event.keyValueCount(); i++) {
            pairs.put(event.key(i), event.value(i));
        }
        long nanos = event.preciseNanos();
        observer.logged(new ObservedEvent(
                Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND)),
                event.level(),
                event.loggerName(),
                template,
                new String(text.array(), 0, text.length(), StandardCharsets.UTF_8),
                arguments == null ? List.of() : Arrays.asList(arguments),
                event.thrown(arguments),
                mdc == null ? Map.of() : mdc,
                pairs,
                event.threadName()));
    }

    @Override
    public void close() {
        closed = true;
        onClose.accept(this);
    }
}
