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

    /**
     * A file for each value of a key of the MDC.
     *
     * @param otherwise the value for events that have none
     * @param each the file of a value, which stands in its names as {@link #KEY}
     * @param mostOpen files that are open at a time, at least 1
     * @param idleMillis after how long a file that nothing is written to is closed
     */
    record Sifted(String key, String otherwise, File each, int mostOpen, long idleMillis) implements Target {
        /** Stands for the value in the names of files. */
        public static final String KEY = "@sift@";
    }
}
