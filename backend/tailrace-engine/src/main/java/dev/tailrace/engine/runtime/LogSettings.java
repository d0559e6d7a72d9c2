package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.ConsoleMode;
import dev.tailrace.engine.drain.Overflow;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one log.
 *
 * @param overflow what callers do when memory and spill are full
 * @param longestLine in bytes; longer lines are truncated with a visible marker
 * @param stripes lanes of this process, a power of two; 0: chosen by the number of CPUs
 * @param directory where the lanes live; null: chosen
 * @param parentDirectory where a folder with the lanes of each log is made, if there is no {@code directory}; null: chosen
 * @param console when a line of a console is written
 */
public record LogSettings(
        Overflow overflow,
        int longestLine,
        int stripes,
        @Nullable String directory,
        @Nullable String parentDirectory,
        ConsoleMode console) {}
