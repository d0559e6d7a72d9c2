package dev.tailrace.otlp;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an OpenTelemetry {@code Resource}: the attributes of a process. They are in a file beside the records, which name them by
 * their id, since the process that sends records may not be the one that wrote them.
 */
final class Resource {
    private static final long SEVEN_BITS_EACH = 0x7f7f7f7f7f7f7f7fL;
    private static final int LONGEST = 1 << 16;
    private static final String PREFIX = "resource-";
    private static final Duration UNUSED = Duration.ofDays(90);

    private final long id;
    private final byte[] bytes;

    private Resource(long id, byte[] bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** A hash of the bytes, without bits that would need an escape in each record. */
    long id() {
        return id;
    }

    byte[] bytes() {
        return bytes;
    }

    /** @param attributes strings, or whole numbers */
    static Resource of(Map<String, ?> attributes) {
        TextBuffer out = new TextBuffer(512, LONGEST);
        for (Map.Entry<String, ?> attribute : attributes.entrySet()) {
            int start = out.length();
            out.append(Attributes.KEY);
            out.append(attribute.getKey(), ControlCharacters.KEPT);
            Wire.endLength(start + 3, out);
            if (attribute.getValue() instanceof Long number) {
                out.append(Attributes.INT_VALUE);
                Wire.varint(number, out);
                Wire.endLength(out.length() - Wire.size(number) - 2, out);
            } else {
                out.append(Attributes.STRING_VALUE);
                int text = out.length();
                out.append(String.valueOf(attribute.getValue()), ControlCharacters.KEPT);
                Wire.endLength(text - 1, out);
                Wire.endLength(text - 3, out);
            }
            Wire.endLength(start + 1, out);
            if (out.cutBytes() != 0 || out.length() > LONGEST - 64) {
                out.shorten(start, start);
                break;
            }
            out.array()[start] = 0x0A;
        }
        return of(Arrays.copyOf(out.array(), out.length()));
    }

    private static Resource of(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Resource(Wire.fixed64(hash, 0) & SEVEN_BITS_EACH, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path file(Path directory, long id) {
        return directory.resolve(PREFIX + String.format("%016x", id));
    }

    /** Writes the file, for other processes of this user. */
    void store(Path directory) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        // Only the owner may read a temporary file.
        Path temporary = Files.createTempFile(directory, ".resource", ".tmp");
        try {
            Files.write(temporary, bytes);
            Files.move(temporary, file(directory, id), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** The resource of this id; null: its file is missing, or contains something else. */
    static @Nullable Resource load(Path directory, long id) {
        Path file = file(directory, id);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            Resource found = of(in.readNBytes(LONGEST));
            if (found.id == id) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
                return found;
            }
        } catch (IOException e) {
            // The same as none.
        }
        return null;
    }

    /** Deletes the files that weren't read for 90 days, unless records of earlier files wait beside them. */
    static void deleteUnused(Path directory, String row) {
        FileTime oldest = FileTime.from(Instant.now().minus(UNUSED));
        try (DirectoryStream<Path> waiting = Files.newDirectoryStream(directory, row + ".*");
                DirectoryStream<Path> all = Files.newDirectoryStream(directory, PREFIX + "*")) {
            if (waiting.iterator().hasNext()) {
                return;
            }
            for (Path each : all) {
                if (Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS).compareTo(oldest) < 0) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException e) {
            // They are small; the next start tries again.
        }
    }
}
