package dev.tailrace.guest.view;

import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** The files that were rolled from a log, compressed or not, in the order in which they were written. Not thread-safe. */
final class RolledFiles {
    /** The length of a file's head, in bytes, enough to recognise the file. */
    static final int HEAD = 4096;

    private static final int MOST_KNOWN = 256;
    /** The most listings of the folder until two listings are the same. */
    private static final int LISTINGS = 20;

    private static final long UNKNOWN = -1;
    private static final int CHUNK = 1 << 18;

    /** @param modified when its last line was written, which the compressed file keeps */
    record Rolled(Path path, long identity, long size, long modified) {}

    /** A file whose lines were shown. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Known(long identity, byte[] head, long modified) {}

    private final LogFile file;
    /** Whether indices shift, so that a higher index is older. */
    private final boolean shifting;

    private final Deque<Known> known = new ArrayDeque<>();

    RolledFiles(LogFile file, String rolling) {
        this.file = file;
        this.shifting = rolling.startsWith("kind=window") || rolling.contains(" newest=lowest");
    }

    /** All rolled files, the oldest first; without the active file. */
    List<Rolled> all(@Nullable Path active, long activeIdentity) throws IOException {
        List<Rolled> found = new ArrayList<>();
        if (file.isKeyed()) {
            return found;
        }
        Set<Path> paths = new HashSet<>(file.files());
        for (int i = 0; i < LISTINGS; i++) {
            found.clear();
            for (Path path : paths) {
                Rolled each = look(path, active, activeIdentity);
                if (each != null) {
                    found.add(each);
                }
            }
            // A file that is renamed meanwhile, because it is compressed, can be missing under both names.
            Set<Path> after = new HashSet<>(file.files());
            if (after.equals(paths)) {
                break;
            }
            paths = after;
        }
        Comparator<Rolled> byName = Comparator.comparing((Rolled each) -> order(each.path));
        found.sort(Comparator.comparingLong(Rolled::modified).thenComparing(shifting ? byName.reversed() : byName));
        return found;
    }

    /** Looks at a file; null when it is the active one, empty, or gone. */
    private static @Nullable Rolled look(Path path, @Nullable Path active, long activeIdentity) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            long identity = FileIdentity.of(attributes.fileKey());
            boolean isActive = path.equals(active) || (identity != 0 && identity == activeIdentity);
            return isActive || attributes.size() == 0
                    ? null
                    : new Rolled(
                            path,
                            identity,
                            attributes.size(),
                            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        } catch (NoSuchFileException e) {
            // Compressed or removed meanwhile.
            return null;
        }
    }

    /** A sort key in which numbers compare by their value. */
    private static String order(Path path) {
        StringBuilder order = new StringBuilder();
        String name = String.valueOf(path.getFileName());
        for (int i = 0; i < name.length(); ) {
            int end = i;
            while (end < name.length() && Character.isDigit(name.charAt(end))) {
                end++;
            }
            if (end > i) {
                order.append("0".repeat(Math.max(0, 20 - (end - i)))).append(name, i, end);
                i = end;
            } else {
                order.append(name.charAt(i++));
            }
        }
        return order.toString();
    }

    /** Notes a file whose lines were shown. */
    void shown(Rolled file, byte[] head) {
        note(new Known(file.identity, head, file.modified));
    }

    /** Notes a file that was followed: its last lines may have come after the last look at it. */
    void shown(long identity, byte[] head) {
        note(new Known(identity, head, UNKNOWN));
    }

    private void note(Known file) {
        known.addLast(file);
        if (known.size() > MOST_KNOWN) {
            known.removeFirst();
        }
    }

    /** Whether the lines of a file were shown, maybe when it was not compressed yet. */
    boolean isShown(Rolled rolled, byte[] head) {
        boolean packed = Compression.of(rolled.path.toString()) != Compression.NONE;
        for (Known each : known) {
            boolean same = packed
                    ? each.modified == UNKNOWN || each.modified == rolled.modified
                    : each.identity == rolled.identity;
            if (same && Arrays.equals(each.head, head)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The head of a rolled file: the first bytes of its lines.
     *
     * @throws NoSuchFileException when another file has its name by now, or none
     */
    byte[] head(Rolled rolled) throws IOException {
        try (InputStream in = unpacked(rolled)) {
            return in.readNBytes(HEAD);
        }
    }

    private static InputStream unpacked(Rolled rolled) throws IOException {
        InputStream in = unpacked(rolled.path, Compression.of(rolled.path.toString()));
        if (FileIdentity.of(rolled.path) != rolled.identity) {
            in.close();
            throw new NoSuchFileException(rolled.path.toString());
        }
        return in;
    }

    /** The lines of a file. */
    static InputStream unpacked(Path path, Compression form) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(path), CHUNK);
        boolean opened = false;
        try {
            InputStream unpacked = switch (form) {
                case NONE -> in;
                case DEFLATE -> new InflaterInputStream(in);
                case ZIP -> {
                    ZipInputStream zip = new ZipInputStream(in);
                    zip.getNextEntry();
                    yield zip;
                }
                case GZIP, XZ, ZSTD -> form.from(in);
            };
            opened = true;
            return unpacked;
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    /**
     * Reads all of a file.
     *
     * @throws NoSuchFileException when another file has its name by now, or none
     */
    void read(Rolled rolled, TailFile.Lines lines) throws IOException {
        try (InputStream in = unpacked(rolled)) {
            byte[] bytes = new byte[CHUNK];
            int length = 0;
            while (true) {
                int count = in.readNBytes(bytes, length, bytes.length - length);
                length += count;
                boolean last = length < bytes.length;
                int taken = lines.take(bytes, length, last);
                if (last) {
                    return;
                }
                System.arraycopy(bytes, taken, bytes, 0, length - taken);
                length -= taken;
                bytes = length == bytes.length ? Arrays.copyOf(bytes, length << 1) : bytes;
            }
        }
    }
}
