package dev.tailrace.guest.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What is left of a log's file system, where that is too little to go on. Stateless. */
public final class FreeSpace {
    /** Less is no room for a batch. */
    private static final long LITTLE_BYTES = 1 << 20;

    private FreeSpace() {}

    /** Such as {@code 12 kB free on /var/log}; null: there is enough, or it isn't known. */
    public static @Nullable String little(Path log) {
        Path directory = log.toAbsolutePath().getParent();
        try {
            long free = directory == null
                    ? Long.MAX_VALUE
                    : Files.getFileStore(directory).getUsableSpace();
            return free > LITTLE_BYTES ? null : free / 1024 + " kB free on " + directory;
        } catch (IOException e) {
            return null;
        }
    }
}
