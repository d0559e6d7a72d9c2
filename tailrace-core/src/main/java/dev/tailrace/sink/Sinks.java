package dev.tailrace.sink;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Target;
import java.util.function.Consumer;

/** Opens the sinks that aren't files; {@link LogFile} opens those. */
public final class Sinks {
    private Sinks() {}

    /**
     * Standard output or standard error.
     *
     * @param findings told, from the drainer's thread, what the user should know
     */
    public static Sink console(Target.Console target, Consumer<Finding> findings) {
        return new ConsoleSink(target.standardError(), findings);
    }

    /** Standard output, for what has nowhere else to go. */
    public static Sink console(Consumer<Finding> findings) {
        return new ConsoleSink(false, findings);
    }
}
