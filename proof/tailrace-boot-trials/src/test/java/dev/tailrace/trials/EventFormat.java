package dev.tailrace.trials;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.springframework.boot.logging.structured.StructuredLogFormatter;

/** A format as projects have it, which is made for Logback's events. */
final class EventFormat implements StructuredLogFormatter<ILoggingEvent> {
    @Override
    public String format(ILoggingEvent event) {
        return "[" + event.getFormattedMessage() + "]\n";
    }
}
