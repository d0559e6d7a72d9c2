package dev.tailrace.cli.tail;

import dev.tailrace.cli.line.LineLevel;
import dev.tailrace.cli.line.LineParser;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which events are shown; counts those that can't be judged. Not thread-safe. */
public final class TailFilter implements Predicate<LogEvent> {
    private final @Nullable LineLevel level;
    private final @Nullable String logger;
    private final @Nullable Pattern text;
    private long unknown;

    /**
     * @param level this one or a more severe one; null: any
     * @param logger this one or those below; null: any
     * @param text to be found in the event; null: any
     */
    public TailFilter(@Nullable LineLevel level, @Nullable String logger, @Nullable Pattern text) {
        this.level = level;
        this.logger = logger;
        this.text = text;
    }

    @Override
    public boolean test(LogEvent event) {
        LineLevel seen = event.parsed().level();
        String name = event.parsed().logger();
        if ((level != null && seen == null) || (logger != null && name == null)) {
            unknown++;
            return false;
        }
        return (level == null || seen == null || seen.compareTo(level) >= 0)
                && (logger == null || name == null || LineParser.isBelow(name, logger))
                && (text == null || text.matcher(event.text()).find());
    }

    /** Events that were left out because their level or logger can't be seen. */
    public long unknown() {
        return unknown;
    }
}
