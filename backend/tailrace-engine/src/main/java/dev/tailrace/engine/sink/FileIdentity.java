package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A number that distinguishes a file from earlier and later files at its path: FNV-1a (Fowler, Noll, Vo; 64 bits) of its file key as a
 * text. 0 where files have no keys.
 */
public final class FileIdentity {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private FileIdentity() {}

    /** 0 also when there is no such file. */
    public static long of(Path file) throws IOException {
        try {
            return of(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException | NotDirectoryException e) {
            return 0;
        }
    }

    public static long of(@Nullable Object fileKey) {
        if (fileKey == null) {
            return 0;
        }
        long hash = BASIS;
        for (byte b : fileKey.toString().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * PRIME;
        }
        return hash;
    }
}
