package dev.tailrace.engine.drain.shared;

import dev.tailrace.engine.sink.FileIdentity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a path that another process wrote down. A JVM encodes file names by its locale: with {@code LC_ALL=C} (as under cron) it can't
 * encode a name that a JVM with UTF-8 has made, but it can find the file by listing the directory.
 */
final class PathDecoder {
    private PathDecoder() {}

    /**
     * The path, or the file with this identity; when the file is gone, the deepest directory whose name this JVM can encode.
     *
     * @param identity see {@link FileIdentity}
     * @throws IOException when a directory can't be looked at
     */
    static Path of(String text, long identity) throws IOException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            String above = text;
            int below = -1;
            Path directory = null;
            while (directory == null) {
                int slash = above.lastIndexOf('/');
                if (slash <= 0) {
                    throw e;
                }
                above = above.substring(0, slash);
                below++;
                directory = decode(above);
            }
            Path found = Files.isDirectory(directory) ? find(directory, below, identity) : null;
            return found == null ? directory : found;
        }
    }

    private static @Nullable Path decode(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** {@code depth}: how many levels of directories to search. */
    private static @Nullable Path find(Path directory, int depth, long identity) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Path found = null;
                if (depth > 0 && Files.isDirectory(entry)) {
                    found = find(entry, depth - 1, identity);
                } else if (depth == 0
                        && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
                        && FileIdentity.of(entry) == identity) {
                    found = entry;
                }
                if (found != null) {
                    return found;
                }
            }
            return null;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
