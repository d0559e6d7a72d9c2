package dev.tailrace.bytes;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of one directory that have a name with a number behind it; the highest came last. The name can have a suffix, which is then
 * behind the number: {@code lines.host-1} makes {@code lines.7.host-1}. Immutable, but the directory isn't.
 */
public final class FileRow {
    private static final int MOST_LOOKS = 100;
    private static final int MOST_DIGITS = 18;

    private final Path directory;
    private final String prefix;
    private final String suffix;

    /**
     * A file at the time of the look.
     *
     * @param number above those of the files before it
     * @param key the file's identity, also under another name
     * @param size in bytes
     */
    public record Entry(Path path, long number, long key, long size) {}

    /** @param name the directory, and the name without a number */
    public FileRow(Path name) {
        String plain = String.valueOf(name.getFileName());
        int dot = plain.indexOf('.');
        Path parent = name.toAbsolutePath().getParent();
        this.directory = parent == null ? name : parent;
        this.prefix = (dot < 0 ? plain : plain.substring(0, dot)) + ".";
        this.suffix = dot < 0 ? "" : plain.substring(dot);
    }

    /** The files in their order. */
    public List<Entry> entries() throws IOException {
        List<Entry> found = new ArrayList<>();
        for (Map.Entry<Long, Path> each : numbered().entrySet()) {
            Entry entry = entry(each.getValue(), each.getKey());
            if (entry != null) {
                found.add(entry);
            }
        }
        return found;
    }

    private static boolean isLast(Entry file, NavigableMap<Long, Path> row) throws IOException {
        Map.Entry<Long, Path> last = row.lastEntry();
        Entry entry = last == null ? null : entry(last.getValue(), last.getKey());
        return entry != null && entry.key() == file.key();
    }

    private NavigableMap<Long, Path> numbered() throws IOException {
        NavigableMap<Long, Path> found = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                int end = name.length() - suffix.length();
                if (name.startsWith(prefix) && name.endsWith(suffix) && isNumber(name, prefix.length(), end)) {
                    found.put(Long.parseLong(name, prefix.length(), end, 10), file);
                }
            }
        } catch (NoSuchFileException e) {
            return found;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    private static boolean isNumber(String name, int from, int to) {
        return to > from
                && to - from <= MOST_DIGITS
                && name.substring(from, to).chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * Makes a file the last of the row, by a hard link, unless it is: under that name it stays when it is renamed, compressed or deleted.
     * Several processes may do so at a time.
     */
    public void link(Path file) throws IOException {
        Path real = file.toRealPath();
        if (!Files.exists(directory)) {
            Files.createDirectories(directory);
        }
        for (int look = 0; ; look++) {
            Entry entry = entry(real, 0);
            NavigableMap<Long, Path> row = numbered();
            if (entry != null && isLast(entry, row)) {
                return;
            }
            // If another process makes it meanwhile, its number is taken.
            long number = row.isEmpty() ? 1 : row.lastKey() + 1;
            try {
                Files.createLink(directory.resolve(prefix + number + suffix), real);
                return;
            } catch (FileAlreadyExistsException e) {
                if (look == MOST_LOOKS) {
                    throw e;
                }
            }
        }
    }

    /** Null: there is no such file, or it isn't a regular one. */
    public static @Nullable Entry entry(Path file, long number) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile()
                    ? new Entry(file, number, key(file, attributes), attributes.size())
                    : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static long key(Path file, BasicFileAttributes attributes) throws IOException {
        try {
            return (Long) Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            // A file keeps the time of its creation when it is renamed.
            return attributes.creationTime().toMillis();
        }
    }
}
