package dev.tailrace.config;

import org.jspecify.annotations.Nullable;

/** Where an appender writes. */
public sealed interface Target {
    /** Standard output or standard error. */
    record Console(boolean standardError) implements Target {}

    /**
     * A file, rolled or not.
     *
     * @param file the active file; null only when {@code rolling} has a date and names the active file itself
     * @param append false: an existing file is emptied at start
     */
    record File(
            @Nullable String file, boolean append, @Nullable Rolling rolling) implements Target {}
}
