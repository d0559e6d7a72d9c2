package dev.tailrace.ship;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files in which one log's records wait: the active file, to which a drainer appends, and the rolled ones, which have its name with a
 * number; the highest was rolled last. Processes that can't reach the others have a row of their own in the same directory, whose names have
 * a suffix. Immutable, but the directory isn't.
 */
final class Row {
    /** The number of the active file: above that of each rolled one. */
    static final long ACTIVE = Long.MAX_VALUE;

    private static final String NAME = "records";
    private static final int MOST_LOOKS = 100;
    private static final int MOST_DIGITS = 18;

    private final Path active;
    /** The names of rolled files begin and end with these; a number is between them. */
    private final String prefix;

    private final String suffix;

    /**
     * A file at the time of the look.
     *
     * @param number above those of the files before it
     * @param key the file's identity, also under another name
     * @param size in bytes
     */
    record Entry(Path path, long number, long key, long size) {
        boolean isActive() {
            return number == ACTIVE;
        }
    }

    Row(Path active) {
        String name = String.valueOf(active.getFileName());
        boolean usual = name.startsWith(NAME);
        this.active = active;
        this.prefix = (usual ? NAME : name) + ".";
        this.suffix = usual ? name.substring(NAME.length()) : "";
    }

    /** A file of the row's own, beside the records. */
    Path own(String purpose) {
        return directory().resolve("." + active.getFileName() + "." + purpose);
    }

    Path directory() {
        Path parent = active.toAbsolutePath().getParent();
        return parent == null ? active : parent;
    }

    /** The files in their order. None is missing, even if the active one is rolled meanwhile. */
    List<Entry> entries() throws IOException {
        for (int look = 0; ; look++) {
            Entry before = entry(active, ACTIVE);
            List<Entry> found = rolled();
            Entry after = entry(active, ACTIVE);
            if (isSame(before, after) || look == MOST_LOOKS) {
                if (after != null) {
                    found.add(after);
                }
                return found;
            }
        }
    }

    /** Whether a file is still the active one. */
    boolean isActive(Entry entry) throws IOException {
        return isSame(entry, entry(active, ACTIVE));
    }

    private static boolean isSame(@Nullable Entry one, @Nullable Entry other) {
        return one == null ? other == null : other != null && one.key() == other.key();
    }

    private List<Entry> rolled() throws IOException {
        List<Entry> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory())) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                int end = name.length() - suffix.length();
                if (name.startsWith(prefix) && name.endsWith(suffix) && isNumber(name, prefix.length(), end)) {
                    Entry entry = entry(file, Long.parseLong(name, prefix.length(), end, 10));
                    if (entry != null) {
                        found.add(entry);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            return found;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(Comparator.comparingLong(Entry::number));
        return found;
    }

    private static boolean isNumber(String name, int from, int to) {
        return to > from
                && to - from <= MOST_DIGITS
                && name.substring(from, to).chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Null: there is no such file, or it is none of a drainer's. */
    private static @Nullable Entry entry(Path file, long number) throws IOException {
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
