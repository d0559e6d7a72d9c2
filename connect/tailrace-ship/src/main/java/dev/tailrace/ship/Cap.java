package dev.tailrace.ship;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.FileRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a row of files within its cap, and out of the last free space of its file system, which logs need. For one thread, but for {@link
 * #bytes}.
 */
final class Cap {
    /** At least this much stays free, or a tenth of a small file system. */
    private static final long FREE_BYTES = 32L << 20;

    private static final int SHARE = 10;

    private final Row row;
    private final long most;

    /**
     * The records to be dropped: those in the oldest file.
     *
     * @param next the key of the file after it
     */
    record Excess(long next, long records, String reason) {}

    Cap(Row row, long most) {
        this.row = row;
        this.most = most;
    }

    /** The excess; null: none. The active file is never. */
    @Nullable
    Excess excess(Position position) throws IOException {
        List<FileRow.Entry> entries = from(row.entries(), position);
        if (entries.size() < 2 || isElsewhere(entries.get(0))) {
            return null;
        }
        String reason = "";
        if (own(entries, position) > most) {
            reason = "beyond the cap of " + (most >> 20) + " MB";
        } else if (isShort()) {
            reason = "the file system is nearly full";
        }
        return reason.isEmpty()
                ? null
                : new Excess(entries.get(1).key(), records(entries.subList(0, 1), position), reason);
    }

    /** The bytes from this position on that nothing else keeps. */
    private long own(List<FileRow.Entry> entries, Position position) {
        return row.isOfLines()
                ? bytes(entries.stream().filter(each -> !isElsewhere(each)).toList(), position)
                : bytes(entries, position);
    }

    /** Whether a file of a log is still there under its own name, so that dropping it here frees nothing. */
    private boolean isElsewhere(FileRow.Entry entry) {
        try {
            return row.isOfLines() && (int) Files.getAttribute(entry.path(), "unix:nlink") > 1;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isShort() {
        try {
            FileStore store = Files.getFileStore(row.directory());
            return store.getUsableSpace() < Math.min(FREE_BYTES, store.getTotalSpace() / SHARE);
        } catch (IOException e) {
            // Some containers hide their mounts from the JDK.
            return false;
        }
    }

    /** The files that have records from this position on. */
    static List<FileRow.Entry> from(List<FileRow.Entry> entries, Position position) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).key() == position.key()) {
                return entries.subList(i, entries.size());
            }
        }
        return entries;
    }

    private static long from(FileRow.Entry entry, Position position) {
        return position.isIn(entry) ? position.offset() : 0;
    }

    /** The bytes from this position on. */
    static long bytes(List<FileRow.Entry> entries, Position position) {
        long sum = 0;
        for (FileRow.Entry entry : from(entries, position)) {
            sum += entry.size() - from(entry, position);
        }
        return sum;
    }

    /** The number of records from this position on. */
    static long records(List<FileRow.Entry> entries, Position position) throws IOException {
        long count = 0;
        byte[] buffer = new byte[1 << 16];
        for (FileRow.Entry entry : from(entries, position)) {
            try (FileChannel channel =
                            FileChannel.open(entry.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                    InputStream in = Channels.newInputStream(channel.position(from(entry, position)))) {
                for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                    for (int i = 0; i < length; i++) {
                        count += buffer[i] == '\n' ? 1 : 0;
                    }
                }
            }
        }
        return count;
    }

    /** Deletes the files before this position. */
    static void deleteBefore(List<FileRow.Entry> entries, Position position) throws IOException {
        List<FileRow.Entry> kept = from(entries, position);
        for (FileRow.Entry entry : entries.subList(0, entries.size() - kept.size())) {
            CrashPoint.reach("ship: before a deletion");
            Files.deleteIfExists(entry.path());
            CrashPoint.reach("ship: deleted");
        }
    }
}
