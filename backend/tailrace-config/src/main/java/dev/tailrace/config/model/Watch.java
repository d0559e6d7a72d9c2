package dev.tailrace.config.model;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that a configuration was read from, and how often it wants to be read anew when one of them has changed.
 *
 * @param main the outermost file; null: it came from something that is no file
 * @param files all that were read, the outermost included, as they were right before; some may be missing
 * @param periodMillis how often to look; 0: never
 */
public record Watch(@Nullable Path main, List<FileStamp> files, long periodMillis) {
    /** Nothing is looked at. */
    public static final Watch NONE = new Watch(null, List.of(), 0);

    public Watch {
        files = List.copyOf(files);
    }
}
