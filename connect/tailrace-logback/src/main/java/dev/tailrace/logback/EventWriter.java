package dev.tailrace.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.tailrace.config.xml.Element;
import dev.tailrace.host.HostedAppender;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/**
 * Writes Logback's events to the file of one of its appenders: encoded by Tailrace where it knows the encoder, else by the encoder itself.
 * Thread-safe.
 */
final class EventWriter implements AutoCloseable {
    /** The class that applications call; events say themselves where they were logged. */
    private static final String BOUNDARY = "ch.qos.logback.classic.Logger";

    private static final int UNKNOWN = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final HostedAppender hosted;
    private final Encoder<ILoggingEvent> encoder;
    private final boolean encodes;
    private final boolean needsCaller;
    /** Held while an encoder that keeps a state encodes and its line is appended; null: it keeps none. */
    private final @Nullable ReentrantLock lock;

    private EventWriter(HostedAppender hosted, Encoder<ILoggingEvent> encoder) {
        this.hosted = hosted;
        this.encoder = encoder;
        this.encodes = hosted.encodes();
        this.needsCaller = hosted.needsCaller();
        this.lock = isStateful(encoder) ? new ReentrantLock() : null;
    }

    /**
     * Opens the file of an appender, which must not have it open itself.
     *
     * @param appender has file, policies and encoder
     * @param settings a {@code <tailrace>} element
     * @param origin gets what is to say about the appender
     * @throws IOException when the file can't be written; the message says why
     */
    static EventWriter open(
            LoggerContext context, FileAppender<ILoggingEvent> appender, Element settings, ContextAwareBase origin)
            throws IOException {
        if (appender.getEncoder() instanceof LayoutWrappingEncoder<ILoggingEvent> wrapping) {
            String problem = HostedAppender.problem(wrapping.getCharset());
            if (problem != null) {
                throw new IOException(problem);
            }
        }
        AppenderText text = new AppenderText(context, appender, settings);
        HostedAppender hosted = HostedAppender.open(text.description(), new StatusFindings(context));
        EventWriter writer = new EventWriter(hosted, appender.getEncoder());
        if (!text.isWhole()) {
            origin.addInfo("No file was found that this appender is configured in: a totalSizeCap is not known.");
        }
        if (isText(writer.encoder.headerBytes()) || isText(writer.encoder.footerBytes())) {
            origin.addWarn("Files get no header and no footer of their encoder.");
        }
        origin.addInfo("Writes " + hosted.file() + ", encoded by "
                + (writer.encodes ? "Tailrace" : writer.encoder.getClass().getName() + ": " + hosted.foreign()));
        return writer;
    }

    private static boolean isText(byte @Nullable [] bytes) {
        return bytes != null && bytes.length != 0;
    }

    /** Older versions of Logback have no such encoders. */
    private static boolean isStateful(Encoder<ILoggingEvent> encoder) {
        try {
            return encoder.isStateful();
        } catch (NoSuchMethodError | AbstractMethodError e) {
            return false;
        }
    }

    /** Writes an event: when this method returns, its line reaches the file whatever becomes of the process. */
    void write(ILoggingEvent from) {
        int level = code(from.getLevel());
        Event event = hosted.take(Math.max(0, level), from.getLoggerName(), BOUNDARY, nanos(from));
        try {
            IThrowableProxy thrown = from.getThrowableProxy();
            if (encodes && level != UNKNOWN && (thrown == null || thrown.getClass() == ThrowableProxy.class)) {
                fill(event, from, (ThrowableProxy) thrown);
                hosted.append(event, from.getMessage(), from.getArgumentArray());
            } else {
                encode(event, from);
            }
        } finally {
            hosted.give(event);
        }
    }

    private void fill(Event event, ILoggingEvent from, @Nullable ThrowableProxy thrown) {
        event.threadName(from.getThreadName());
        event.context(from.getMDCPropertyMap());
        if (thrown != null) {
            event.throwable(thrown.getThrowable());
        }
        List<Marker> markers = from.getMarkerList();
        if (markers != null) {
            for (Marker marker : markers) {
                event.addMarker(marker, Slf4jMarkers.INSTANCE);
            }
        }
        List<KeyValuePair> pairs = from.getKeyValuePairs();
        if (pairs != null) {
            for (KeyValuePair pair : pairs) {
                event.addKeyValue(pair.key, pair.value);
            }
        }
        if (needsCaller) {
            event.locatedAt(from.getCallerData());
        }
    }

    private void encode(Event event, ILoggingEvent from) {
        ReentrantLock held = lock;
        if (held == null) {
            append(event, encoder.encode(from));
            return;
        }
        held.lock();
        try {
            append(event, encoder.encode(from));
        } finally {
            held.unlock();
        }
    }

    private void append(Event event, byte @Nullable [] bytes) {
        if (bytes != null) {
            event.line().append(bytes, 0, bytes.length);
            hosted.appendLine(event);
        }
    }

    private static int code(Level level) {
        return switch (level.toInt()) {
            case Level.TRACE_INT -> 0;
            case Level.DEBUG_INT -> 10;
            case Level.INFO_INT -> 20;
            case Level.WARN_INT -> 30;
            case Level.ERROR_INT -> 40;
            default -> UNKNOWN;
        };
    }

    /** Events that aren't Logback's own may know only milliseconds. */
    private static long nanos(ILoggingEvent event) {
        long millis = event.getTimeStamp();
        int within = event.getNanoseconds();
        return within >= 0 && within / NANOS_PER_MILLI == Math.floorMod(millis, 1000L)
                ? Math.floorDiv(millis, 1000L) * 1_000_000_000L + within
                : millis * NANOS_PER_MILLI;
    }

    @Override
    public void close() {
        hosted.close();
    }
}
