package dev.tailrace.junit.backend;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.SequenceNumberGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Hears of each event before it is handed to any appender: Logback asks for its sequence number first, and neither a stop nor a reset of
 * the context takes the generator away. The numbers are those that the configuration asks for; without one they stay 0, as without a
 * generator. Loaded only by name, and missing from Logback before 1.3.
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
