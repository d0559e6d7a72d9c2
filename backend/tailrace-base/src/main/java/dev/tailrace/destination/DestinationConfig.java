package dev.tailrace.destination;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configured destination of an appender. Methods that a record would have anyway are written out: the first use of its own takes
 * milliseconds, at the start of each process.
 */
public sealed interface DestinationConfig {
    /** Standard output or standard error. */
    record Console(boolean standardError) implements DestinationConfig {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Console console && standardError == console.standardError;
        }

        @Override
        public int hashCode() {
            return Boolean.hashCode(standardError);
        }
    }

    /**
     * A file, rolled or not.
     *
     * @param file the active file; null only when {@code rolling} has a date and names the active file itself
     * @param append false: an existing file is emptied at start
     * @param options of the rolling
     */
    record File(
            @Nullable String file, boolean append, @Nullable Rolling rolling, RollingOptions options)
            implements DestinationConfig {
        /** Without options. */
        public File(@Nullable String file, boolean append, @Nullable Rolling rolling) {
            this(file, append, rolling, RollingOptions.NONE);
        }

        /** Whether the other one's file is rolled, and emptied at start, as this one's is. */
        public boolean isHandledAs(File other) {
            return append == other.append
                    && Objects.equals(rolling, other.rolling)
                    && Objects.equals(options, other.options);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof File another && Objects.equals(file, another.file) && isHandledAs(another);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(file);
        }

        /** The directory of the active file; of one that is named by a date, the last above it without one. */
        public Path directory() {
            String name = file != null || rolling == null
                    ? String.valueOf(file)
                    : rolling.fileNamePattern().replaceFirst("%.*", "x");
            Path directory = Path.of(name).getParent();
            return directory == null ? Path.of("") : directory;
        }

        /** This file with other options. */
        public File with(RollingOptions other) {
            return new File(file, append, rolling, other);
        }
    }

    /**
     * A file for each value of a key of the MDC.
     *
     * @param otherwise the value for events without one
     * @param withPairs whether a pair of a fluent call counts as an entry of the context, as in Log4j 2
     * @param each the file of a value; its names contain {@link #KEY} in place of the value
     * @param mostOpen files that are open at a time, at least 1
     * @param idleMillis after this time without a line a file is closed, in milliseconds
     */
    record Keyed(String key, String otherwise, boolean withPairs, File each, int mostOpen, long idleMillis)
            implements DestinationConfig {
        /** The placeholder for the value in the names of files. */
        public static final String KEY = "@sift@";
    }
}
