package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Renames without ever replacing a file. */
public final class FileMover {
    private FileMover() {}

    /**
     * Renames a file. Only the caller makes such names, so checking first is enough: POSIX has no rename that refuses to replace.
     *
     * @throws AtomicMoveNotSupportedException when the two are on different file systems
     */
    public static void move(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        makeDirectory(to);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** {@code file} if nothing has that name, else {@code file.1}, {@code file.2} and so on. */
    public static Path free(Path file, String suffix) {
        Path free = file.resolveSibling(file.getFileName() + suffix);
        for (int i = 1; Files.exists(free); i++) {
            free = file.resolveSibling(file.getFileName() + "." + i + suffix);
        }
        return free;
    }

    public static void makeDirectory(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory);
        }
    }
}
