package dev.tailrace.junit.backend;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.SequenceNumberGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sees each event before any appender does: Logback asks for the sequence number first, and neither a stop nor a reset of the context
 * removes the generator. The numbers come from the configuration's own generator; without one they stay 0. Loaded only by name, as Logback
 * before 1.3 lacks the interface.
 */
final class LogbackSequence extends ContextAwareBase implements SequenceNumberGenerator {
    private final LogbackTap tap;
    private final @Nullable SequenceNumberGenerator configured;

    private LogbackSequence(LogbackTap tap, @Nullable SequenceNumberGenerator configured) {
        this.tap = tap;
        this.configured = configured;
    }

    static void listen(LoggerContext context, LogbackTap tap) {
        SequenceNumberGenerator there = context.getSequenceNumberGenerator();
        if (!(there instanceof LogbackSequence)) {
            context.setSequenceNumberGenerator(new LogbackSequence(tap, there));
        }
    }

    @Override
    public long nextSequenceNumber() {
        tap.coming();
        return configured == null ? 0 : configured.nextSequenceNumber();
    }
}
