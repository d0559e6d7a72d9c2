package dev.tailrace.sink;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Target;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Opens the sink of a target. */
public final class Sinks {
    private Sinks() {}

    /**
     * Opens a sink; missing directories are made, and what a former process left unfinished goes to the archiver.
     *
     * @param epochNanos the clock, in nanoseconds since the epoch
     * @param findings told, from the drainer's and the archiver's threads, what the user should know
     * @throws SinkUnavailableException when the target can't be written at all; use the console then
     */
    public static Sink open(Target target, Archiver archiver, LongSupplier epochNanos, Consumer<Finding> findings)
            throws SinkUnavailableException {
        if (target instanceof Target.File file) {
            return new FileSinkOpening(file, archiver, epochNanos, findings).open();
        }
        return new ConsoleSink(((Target.Console) target).standardError(), findings);
    }

    /** Standard output, for what has nowhere else to go. */
    public static Sink console(Consumer<Finding> findings) {
        return new ConsoleSink(false, findings);
    }
}
