package front;

import dev.tailrace.Logger;
import dev.tailrace.Tailrace;
import dev.tailrace.spi.LogEvent;
import dev.tailrace.spi.MarkerReader;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A front as a stranger would write it, for an API with tags. It compiles against {@code dev.tailrace} and {@code dev.tailrace.spi} alone. */
public final class AnyLogger {
    private static final String BOUNDARY = AnyLogger.class.getName();
    private static final MarkerReader TAGS = new MarkerReader() {
        @Override
        public String name(Object marker) {
            return ((Tag) marker).label();
        }

        @Override
        public Iterator<?> references(Object marker) {
            return ((Tag) marker).within().iterator();
        }

        @Override
        public boolean contains(Object marker, String name) {
            Tag tag = (Tag) marker;
            return tag.label().equals(name) || tag.within().stream().anyMatch(each -> contains(each, name));
        }
    };

    private final Logger logger;

    /** What this API calls its markers. */
    public record Tag(String label, List<Tag> within) {}

    public AnyLogger(String name) {
        this.logger = Tailrace.logger(name);
    }

    /** Logs a message of one argument, with all that an event can have. */
    public void log(int level, Tag tag, Map<String, String> context, Throwable thrown, String format, Object argument) {
        if (!logger.isEnabled(level)) {
            return;
        }
        if (logger.isFiltered()) {
            Object[] arguments = logger.asksForArguments() ? new Object[] {argument} : null;
            if (!logger.passes(level, tag, TAGS, format, arguments, context)) {
                return;
            }
        }
        LogEvent event = logger.open(level, BOUNDARY);
        try {
            event.context(context);
            event.throwable(thrown);
            if (tag != null) {
                event.addMarker(tag, TAGS);
            }
            event.addKeyValue("argument", argument);
            if (logger.isLocated(level)) {
                event.locate();
            }
            logger.commit(event, format, event.arrayOf(argument));
        } finally {
            logger.close(event);
        }
    }

    /** Logs what was kept since another thread said it. */
    public void replay(int level, long epochNanos, String thread, String message) {
        LogEvent event = logger.open(level, BOUNDARY);
        try {
            event.time(epochNanos);
            event.threadName(thread);
            logger.commit(event, message, null);
        } finally {
            logger.close(event);
        }
    }
}
