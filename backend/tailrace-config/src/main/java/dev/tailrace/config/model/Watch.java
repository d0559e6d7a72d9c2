package dev.tailrace.config.model;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that a configuration was read from, and how often it wants to be read anew when one of them has changed.
 *
 * @param main the main file; null: the source isn't a file
 * @param files all files that were read, the main file included, with their stamps from before the read; some may be missing
 * @param periodMillis how often to look; 0: never
 */
public record Watch(@Nullable Path main, List<FileStamp> files, long periodMillis) {
    /** Nothing is looked at. */
    public static final Watch NONE = new Watch(null, List.of(), 0);

    public Watch {
        files = List.copyOf(files);
    }
}
