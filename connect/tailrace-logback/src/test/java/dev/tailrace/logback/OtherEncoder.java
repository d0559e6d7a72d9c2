package dev.tailrace.logback;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;

/** An application's encoder. */
public class OtherEncoder extends EncoderBase<ILoggingEvent> {
    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return (event.getLevel() + "|" + event.getFormattedMessage() + "\n").getBytes(UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    /** One that numbers its lines. */
    public static final class Stateful extends OtherEncoder {
        private int lines;

        @Override
        public boolean isStateful() {
            return true;
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            return (++lines + "|" + event.getFormattedMessage() + "\n").getBytes(UTF_8);
        }
    }
}
