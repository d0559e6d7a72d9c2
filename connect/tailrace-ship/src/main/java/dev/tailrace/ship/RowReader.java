package dev.tailrace.ship;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.FileRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of a row in their order, from a position on. For one thread. */
final class RowReader implements AutoCloseable {
    private static final int FIRST_BUFFER = 1 << 18;
    /** No record is longer: lines are truncated far before. */
    private static final int LONGEST_RECORD = 64 << 20;

    private static final int MOST_LOOKS = 10;

    private final Row row;
    private byte[] buffer = new byte[FIRST_BUFFER];
    /** The places of the line feeds in the buffer. */
    private int[] lineEnds = new int[0];

    private @Nullable FileChannel channel;
    private long key;
    private long offset;
    /** Nothing is appended to the open file any more. */
    private boolean complete;
    /** All of the file with this key is read. */
    private boolean passed;

    /**
     * Whole records of one file.
     *
     * @param damaged lines among them that were no records, and are in no batch
     * @param key the file's
     * @param end where in the file the next record begins
     * @param hasMore more records follow at once
     */
    record Found(Batch batch, int damaged, long key, long end, boolean hasMore) {}

    RowReader(Row row) {
        this.row = row;
    }

    /** Goes on at a position. If its file is gone, at the first file. */
    void seek(Position position) {
        closeFile();
        key = position.key();
        offset = position.offset();
        passed = false;
    }

    /** The next records, at most so many; null: there are none by now. */
    @Nullable
    Found read(int mostRecords, int mostBytes) throws IOException {
        while (channel != null || open()) {
            Found found = records(mostRecords, mostBytes);
            if (found != null) {
                return found;
            }
            if (complete) {
                CrashPoint.reach("ship: file passed");
                closeFile();
                passed = true;
            } else if (isLast(row.entries())) {
                return null;
            } else {
                // A drainer appends to the last file only. What it appended before there was another may not have been
                // read.
                complete = true;
            }
        }
        return null;
    }

    private boolean isLast(List<FileRow.Entry> entries) {
        return entries.isEmpty() || entries.get(entries.size() - 1).key() == key;
    }

    /** Opens the file to go on with. */
    private boolean open() throws IOException {
        for (int look = 0; look < MOST_LOOKS; look++) {
            List<FileRow.Entry> entries = row.entries();
            int at = 0;
            long from = 0;
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i).key() == key) {
                    at = passed ? i + 1 : i;
                    from = passed ? 0 : offset;
                }
            }
            if (at >= entries.size()) {
                return false;
            }
            if (open(entries.get(at), from)) {
                return true;
            }
            // It was rolled since the look.
        }
        return false;
    }

    private boolean open(FileRow.Entry entry, long from) throws IOException {
        closeFile();
        try {
            channel = FileChannel.open(entry.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return false;
        }
        if (!row.stands(entry)) {
            closeFile();
            return false;
        }
        CrashPoint.reach("ship: file opened");
        key = entry.key();
        // A file that was shortened, or another one with its identity, is read from the beginning.
        offset = isPlace(channel, from) ? from : 0;
        complete = false;
        passed = false;
        return true;
    }

    private @Nullable Found records(int mostRecords, int mostBytes) throws IOException {
        FileChannel file = channel;
        if (file == null) {
            return null;
        }
        if (file.size() < offset) {
            offset = 0;
        }
        int length = 0;
        while (true) {
            length = fill(file, length);
            int lines = count(length, mostRecords, mostBytes);
            boolean full = lines == mostRecords || length >= mostBytes;
            if (lines > 0 && (full || length < buffer.length)) {
                return decode(length, lines, full || complete);
            }
            if (length < buffer.length) {
                // The file's end: the rest of a line will follow, or never.
                return complete && length > 0 ? decode(length, 0, true) : null;
            }
            if (buffer.length >= LONGEST_RECORD) {
                return decode(length, 0, true);
            }
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
    }

    /** Whether a line begins there, or the file ends. */
    private static boolean isPlace(FileChannel file, long offset) throws IOException {
        long size = file.size();
        ByteBuffer before = ByteBuffer.allocate(1);
        return offset == 0
                || offset == size
                || (offset < size && file.read(before, offset - 1) == 1 && before.get(0) == '\n');
    }

    private int fill(FileChannel file, int from) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(buffer).position(from);
        while (target.hasRemaining() && file.read(target, offset + target.position()) > 0) {
            // Reads on.
        }
        return target.position();
    }

    /** The number of whole lines that go together. */
    private int count(int length, int mostRecords, int mostBytes) {
        if (lineEnds.length < mostRecords) {
            lineEnds = new int[mostRecords];
        }
        int lines = 0;
        for (int i = RecordCodec.lineFeed(buffer, 0, length);
                i < length;
                i = RecordCodec.lineFeed(buffer, i + 1, length)) {
            lineEnds[lines++] = i;
            if (lines == mostRecords || i >= mostBytes) {
                return i >= mostBytes && lines > 1 ? lines - 1 : lines;
            }
        }
        return lines;
    }

    /** Decodes lines in place; without lines all bytes, which are no record, are left out. */
    private Found decode(int length, int lines, boolean hasMore) {
        int[] bounds = new int[lines + 1];
        long[] ends = new long[lines];
        int good = 0;
        int damaged = lines == 0 ? 1 : 0;
        int out = 0;
        int start = 0;
        for (int line = 0; line < lines; line++) {
            int end = lineEnds[line];
            int to = row.isOfLines() ? line(start, end, out) : RecordCodec.decode(buffer, start, end, buffer, out);
            if (to < 0) {
                damaged++;
            } else if (to > out || !row.isOfLines()) {
                out = to;
                ends[good] = offset + end + 1;
                bounds[++good] = out;
            }
            start = end + 1;
        }
        offset += lines == 0 ? length : start;
        return new Found(new Batch(buffer, bounds, ends, 0, good), damaged, key, offset, hasMore);
    }

    /** Takes a line as it is, without its end. */
    private int line(int start, int end, int to) {
        int length = (end > start && buffer[end - 1] == '\r' ? end - 1 : end) - start;
        System.arraycopy(buffer, start, buffer, to, length);
        return to + length;
    }

    private void closeFile() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }

    @Override
    public void close() {
        closeFile();
    }
}
