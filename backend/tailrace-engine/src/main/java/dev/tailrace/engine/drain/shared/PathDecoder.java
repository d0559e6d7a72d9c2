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
 * A path that another process wrote down. A JVM names files in the letters of its locale, and one that was started with {@code LC_ALL=C}
 * (cron does so) can't spell what one with UTF-8 has made; but it can find it by listing the directory.
 */
final class PathDecoder {
    private PathDecoder() {}

    /**
     * The path, or the file that has this identity; when that isn't there any more, the directory above everything that can't be spelled.
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

    /** {@code depth}: how many directories below. */
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
