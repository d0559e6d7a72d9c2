package dev.tailrace.target;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Knows kinds of targets; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {
    /** Whether this provider has senders for targets of this kind. */
    boolean provides(String kind);

    /**
     * Creates the sender of an appender. Starts nothing. An invalid option or environment is a finding, never an exception.
     *
     * @param target the configured target
     * @param appender the appender's name, for findings
     * @param file the active file of the row, whose directory is the target's own
     * @param line encodes lines as the appender's layout says, line end included
     * @param findings receives findings, also later
     * @return the sender; null: the environment switches sending off, a finding reports that, and the appender is left out
     */
    @Nullable
    TargetSender open(TargetConfig target, String appender, Path file, Encoder line, Consumer<Finding> findings);
}
