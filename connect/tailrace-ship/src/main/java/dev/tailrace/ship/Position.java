package dev.tailrace.ship;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.FileRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * The place up to which a target has acknowledged, with the sums since the row was made, in a small file beside the records. It is written
 * to two places in turn, each with a sequence number and a checksum: a process that is killed while it writes leaves the place before.
 *
 * @param key the file's, see {@link dev.tailrace.bytes.FileRow.Entry#key}
 * @param offset of the first byte there that isn't acknowledged
 * @param acknowledged records that the target has taken
 * @param retried records whose sending failed, so that they are sent again; each counts once for each failure
 * @param dropped records that were given up
 */
record Position(long key, long offset, long acknowledged, long retried, long dropped) {
    static final Position START = new Position(0, 0, 0, 0, 0);

    private static final long MAGIC = 0x5452504F533031L;
    private static final int SLOT = 64;
    private static final int CHECKED = SLOT - Long.BYTES;

    Position at(long otherKey, long otherOffset) {
        return new Position(otherKey, otherOffset, acknowledged, retried, dropped);
    }

    Position plus(long moreAcknowledged, long moreRetried, long moreDropped) {
        return new Position(key, offset, acknowledged + moreAcknowledged, retried + moreRetried, dropped + moreDropped);
    }

    /** The number of records before it. */
    long number() {
        return acknowledged + dropped;
    }

    /** This position as {@link #parsed} reads it. */
    String text() {
        return key + " " + offset + " " + acknowledged + " " + retried + " " + dropped;
    }

    /** A position from its text; {@link #START} if it is none. */
    static Position parsed(String text) {
        String[] words = text.split(" ", -1);
        try {
            Position found = new Position(
                    Long.parseLong(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]));
            return Math.min(Math.min(found.offset, found.acknowledged), Math.min(found.retried, found.dropped)) < 0
                    ? START
                    : found;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return START;
        }
    }

    /** The position in a file; {@link #START} when it has none. */
    static Position read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return START;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return latest(channel).position;
        }
    }

    /** Whether this is in a file, and not behind its end. */
    boolean isIn(FileRow.Entry entry) {
        return entry.key() == key && offset <= entry.size();
    }

    /** Whether a position can be read from a file. */
    static boolean isSound(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return latest(channel).sequence > 0;
        }
    }

    private record Slot(long sequence, Position position) {}

    private static Slot latest(FileChannel channel) throws IOException {
        Slot latest = new Slot(0, START);
        for (int i = 0; i < 2; i++) {
            ByteBuffer bytes = ByteBuffer.allocate(SLOT);
            int count = channel.read(bytes, (long) i * SLOT);
            bytes.flip();
            if (count == SLOT && bytes.getLong() == MAGIC && bytes.getLong(CHECKED) == checksum(bytes)) {
                long sequence = bytes.getLong();
                Position found = new Position(
                        bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
                if (sequence > latest.sequence && found.offset >= 0) {
                    latest = new Slot(sequence, found);
                }
            }
        }
        return latest;
    }

    private static long checksum(ByteBuffer slot) {
        CRC32 crc = new CRC32();
        crc.update(slot.slice(0, CHECKED));
        return crc.getValue();
    }

    /** The file, open for the thread that sends. */
    static final class Store implements AutoCloseable {
        private final FileChannel channel;
        private long sequence;
        private Position last;

        Store(Path file) throws IOException {
            channel = FileChannel.open(
                    file,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE,
                    LinkOption.NOFOLLOW_LINKS);
            Slot found = latest(channel);
            sequence = found.sequence;
            last = found.position;
            // On a full disk this fails, before anything is sent whose place can't be remembered.
            write(last);
        }

        /** The position that was read or written last. */
        Position last() {
            return last;
        }

        void write(Position next) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(SLOT)
                    .putLong(MAGIC)
                    .putLong(sequence + 1)
                    .putLong(next.key)
                    .putLong(next.offset)
                    .putLong(next.acknowledged)
                    .putLong(next.retried)
                    .putLong(next.dropped);
            bytes.putLong(CHECKED, checksum(bytes)).rewind();
            CrashPoint.reach("ship: before the position");
            long at = (sequence + 1) % 2 * SLOT;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            CrashPoint.reach("ship: position written");
            sequence++;
            last = next;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
