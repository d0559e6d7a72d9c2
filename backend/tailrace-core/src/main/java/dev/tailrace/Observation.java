package dev.tailrace;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.logging.Appender;
import dev.tailrace.logging.EventTap;
import org.jspecify.annotations.Nullable;

/** A running observer; computes the values that the observer receives for an appended event. Thread-safe. */
final class Observation implements EventTap {
    private final LogObserver observer;
    private final Encoder message = PatternEncoder.compile("%msg%nopex").encoder();

    Observation(LogObserver observer) {
        this.observer = observer;
    }

    @Override
    public void offer(
            Event event, @Nullable String template, @Nullable Object @Nullable [] arguments, Appender[] appenders) {
        if (!isTaken(event, appenders)) {
            return;
        }
        TextBuffer text = event.line();
        text.clear();
        message.encode(event, template, arguments, text);
        observer.logged(event.level(), event.loggerName(), text.length(), event.thrown(arguments));
    }

    private static boolean isTaken(Event event, Appender[] appenders) {
        for (Appender appender : appenders) {
            if (appender.passed(event)) {
                return true;
            }
        }
        return false;
    }
}
