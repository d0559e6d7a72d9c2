package dev.tailrace.log4j;

import dev.tailrace.host.HostedAppender;
import java.io.Serializable;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.StringLayout;
import org.apache.logging.log4j.core.layout.SerializedLayout;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/** A layout of Log4j whose lines are appended as it writes them. Thread-safe, as layouts are. */
final class LineLayout {
    private final Layout<? extends Serializable> layout;

    LineLayout(Layout<? extends Serializable> layout) {
        this.layout = layout;
    }

    /** Has the layout write the event's line. */
    void write(LogEvent event, LineDestination destination) {
        layout.encode(event, destination);
        destination.finish();
    }

    /** Why lines of a layout can't be appended; null: they can. */
    @SuppressWarnings("deprecation") // Deprecated, but there.
    static @Nullable String problem(Layout<? extends Serializable> layout) {
        if (layout instanceof SerializedLayout) {
            return "SerializedLayout writes no text";
        }
        return layout instanceof StringLayout text ? HostedAppender.problem(text.getCharset()) : null;
    }

    /** Reports what of a layout isn't written. */
    static void reportOmissions(Layout<? extends Serializable> layout, @Nullable String appender) {
        if (isText(layout.getHeader()) || isText(layout.getFooter())) {
            StatusLogger.getLogger()
                    .warn(
                            "The appender {}: header and footer of its layout are left out, because any process may begin and end a file",
                            appender);
        }
    }

    private static boolean isText(byte @Nullable [] text) {
        return text != null && text.length > 0;
    }
}
