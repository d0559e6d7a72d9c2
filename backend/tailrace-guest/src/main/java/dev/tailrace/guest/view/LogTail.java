package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.LockRecord;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a log and its further lines: the lines of its files, and then those that wait in the lanes of all processes, dead ones
 * included. Only reads files: no file is mapped, opened for writing, locked or made.
 *
 * <p>Lanes are looked at first, and whenever nothing has been written for half a second, since otherwise a line is in the file sooner than
 * it could be shown. A look at lanes counts if no intent came meanwhile: an intent shows up to which position each lane is in the file
 * ({@code docs/reference/format.md}).
 *
 * <p>Stepped by one thread; not thread-safe.
 */
public final class LogTail implements Closeable {
    /**
     * Some bytes of a log.
     *
     * @param event whether the bytes are one log call's, as for a line from a lane; false: one line of a file, which may belong to the
     *     event before
     * @param from the file, or the process with the lane
     * @param pid of that process, in its own PID namespace; 0: from a file, or not known
     * @param nanos the event's time, nanoseconds since 1970; 0: from a file
     * @param bytes with their line end; not shared
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    public record Piece(boolean event, String from, long pid, long nanos, byte[] bytes) {}

    private static final int MOST_LOOKS = 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Path lockFile;
    /** The key of the file to read; null: the log has one file. */
    private final byte @Nullable [] key;

    private final RolledFiles files;
    private final long back;
    /** How often each line was shown from a lane and not yet found in the file: equal lines are interchangeable. */
    private final Map<ByteBuffer, Integer> early = new HashMap<>();

    private StagingHead.@Nullable Marks marks;
    private long stillSince;

    private @Nullable TailFile current;
    private boolean begun;
    private boolean whole;
    private String remark = "";

    /**
     * The end of a log.
     *
     * @param given the path that the user named; for a keyed log, one of its files
     * @param back the number of bytes wanted from the end of the file; a rolled file is taken as a whole
     * @throws IOException when the log can't be read, in a plain sentence
     */
    public LogTail(Path lockFile, Path given, long back) throws IOException {
        this.lockFile = lockFile;
        this.back = back;
        LockRecord record = SharedLog.record(lockFile);
        if (record == null) {
            throw new IOException(lockFile + " has no record");
        }
        LogFile file;
        try {
            file = LogFile.ofRecord(lockFile, record.rolling());
        } catch (IllegalArgumentException e) {
            throw new IOException("the record in " + lockFile + " can't be understood: " + e.getMessage(), e);
        }
        Path path = file.active();
        String name = null;
        if (file.isKeyed()) {
            path = Files.exists(given)
                    ? given.toRealPath()
                    : given.toAbsolutePath().normalize();
            name = file.keyOf(path);
            if (name == null) {
                throw new IOException(file.description() + " stands for several files; name one of them");
            }
        }
        this.key = name == null ? null : name.getBytes(StandardCharsets.UTF_8);
        this.files = new RolledFiles(file, record.rolling(), path);
    }

    /** Whether the first {@link #turn} began at the beginning of the log. */
    public boolean isWhole() {
        return whole;
    }

    /** What the last turn could not see, in a plain sentence without a full stop; empty: it saw all. */
    public String remark() {
        return remark;
    }

    /**
     * Passes on new pieces since the last turn; the first time, the end of the log.
     *
     * @throws IOException when the file can't be read
     */
    public void turn(Consumer<Piece> to) throws IOException {
        remark = "";
        boolean first = !begun;
        if (first) {
            begun = true;
            begin();
        }
        for (int i = 1; !look(first, to) && first && i < MOST_LOOKS; i++) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    /** Shows the lines of files, then those of lanes if nothing is being written; false when lanes could not be looked at. */
    private boolean look(boolean atOnce, Consumer<Piece> to) throws IOException {
        Path at = lanes();
        StagingHead.Marks before = at == null ? null : StagingHead.marks(at);
        if (!Objects.equals(before, marks)) {
            marks = before;
            stillSince = System.nanoTime();
        }
        boolean reached = readFiles(to);
        if (at == null) {
            return true;
        }
        if (!reached || !(atOnce || System.nanoTime() - stillSince > STILL_NANOS)) {
            return false;
        }
        LaneLines lanes = new LaneLines(at, lockFile);
        Map<RingIdentity, Long> written = before == null ? Map.of() : written(at);
        List<LaneLines.Line> waiting = written == null ? null : lanes.look(written);
        if (waiting == null || !Objects.equals(before, StagingHead.marks(at))) {
            return false;
        }
        remark = lanes.cut ? "more lines wait than can be shown; the oldest of them are missing" : remark;
        stillSince = System.nanoTime();
        showWaiting(waiting, to);
        return true;
    }

    /** The lane directory; null when it can't be seen. */
    private @Nullable Path lanes() throws IOException {
        LockRecord record = SharedLog.record(lockFile);
        if (record == null || (!record.lanes().equals(lockFile) && !Files.isDirectory(record.lanes()))) {
            // Without lanes after a restart of the machine, or in another container.
            return null;
        }
        String hidden = LogView.hidden(lockFile, record);
        if (hidden.isEmpty() && !Files.isExecutable(record.lanes())) {
            hidden = "the lanes in " + record.lanes() + " are another user's";
        }
        remark = hidden.isEmpty() ? remark : hidden + "; only the file is seen";
        return hidden.isEmpty() ? record.lanes() : null;
    }

    /**
     * The positions up to which lines are in the file, by the last intent; beside them each ring has its own. Null while a batch has been
     * read from the file only in part, and lines of its other part may have been shown already.
     */
    private @Nullable Map<RingIdentity, Long> written(Path at) {
        try {
            Intent last = Staging.copy(at, lockFile).last(new PlainListener(finding -> {}, () -> 0));
            TailFile open = current;
            if (last != null
                    && !last.committed()
                    && open != null
                    && open.file.identity() == last.fileIdentity()
                    && open.at < last.offset() + last.lines().limit()) {
                if (open.at <= last.offset()) {
                    // The lines of a batch that its drainer has not begun to write are still in the rings.
                    return Map.of();
                }
                if (!early.isEmpty()) {
                    remark = "a batch is half written; lines that wait are shown once it is whole";
                    return null;
                }
            }
            return last == null ? Map.of() : last.lanes();
        } catch (UncheckedIOException | IOException e) {
            return Map.of();
        }
    }

    // ---- Files

    private void begin() throws IOException {
        List<RolledFiles.Rolled> all = files.all();
        int first = all.size();
        long wanted = back;
        while (first > 0 && (wanted > 0 || first == all.size())) {
            wanted -= all.get(--first).size();
        }
        whole = first == 0;
        // Null if it was rolled or removed just now: the next look begins with the first file.
        TailFile open = firstOf(all.subList(first, all.size()));
        current = open;
        if (open != null && first == all.size() - 1 && wanted < 0 && !open.file.isCompressed()) {
            open.seek(-wanted);
            whole = false;
        } else if (open != null && back == 0 && open.file.isCompressed()) {
            // The last file is an archive, of which no line is wanted.
            open.read(true, line -> {});
        }
    }

    /** Reads on to the end of the active file, over files that were rolled meanwhile; false when it was not reached. */
    private boolean readFiles(Consumer<Piece> to) throws IOException {
        while (true) {
            RolledFiles.Rolled active = files.active();
            TailFile open = current;
            if (active == null) {
                // A roll is a rename; the next file comes with its first lines.
                return open == null;
            }
            boolean isActive = open != null && active.identity() == open.file.identity();
            boolean isCut = open != null && isActive && open.wasCut();
            if (open != null && !isCut) {
                open.file = isActive ? active : open.file;
                read(open, !isActive, to);
            }
            // Without lines in the next file yet, the last one is the archive of the file that was read.
            boolean isArchive = open != null && active.isCompressed() && active.modified() == open.file.modified();
            if ((isActive && !isCut) || isArchive) {
                return true;
            }
            remark = isCut ? active.path() + " was cut" : remark;
            TailFile next = isCut ? opened(active) : next(open, active);
            if (next == null) {
                return false;
            }
            close();
            current = next;
        }
    }

    /** Opens the file behind one, at last the active one; null when names change just now. */
    private @Nullable TailFile next(@Nullable TailFile before, RolledFiles.Rolled active) throws IOException {
        List<RolledFiles.Rolled> all = files.all();
        int at = 0;
        if (before != null) {
            long since = before.file.modified();
            all.removeIf(each -> each.modified() < since);
            while (at < all.size() && all.get(at).identity() != before.file.identity()) {
                at++;
            }
            // If it has another identity by now, since it was compressed or moved, it is the first with such a time.
            at = at < all.size() ? at : 0;
            RolledFiles.Rolled same = all.isEmpty() ? before.file : all.get(at);
            boolean isIt = same.identity() == before.file.identity() || same.modified() == since || same.isCompressed();
            at += isIt ? 1 : 0;
        }
        return at < all.size() ? firstOf(all.subList(at, all.size())) : opened(active);
    }

    /** Opens the first file that can be read; null: none, or names change just now. */
    private @Nullable TailFile firstOf(List<RolledFiles.Rolled> files) {
        for (RolledFiles.Rolled each : files) {
            try {
                return opened(each);
            } catch (IOException e) {
                remark = each.path() + " can't be read: " + e.getMessage();
            }
        }
        return null;
    }

    /** Opens a file; null when another file has its name by now, or none. */
    private static @Nullable TailFile opened(RolledFiles.Rolled file) throws IOException {
        try {
            return new TailFile(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Shows lines of a file, except lines that were shown while they waited. */
    private void read(TailFile from, boolean finished, Consumer<Piece> to) {
        String path = from.file.path().toString();
        try {
            from.read(finished, line -> {
                if (!take(early, line)) {
                    to.accept(new Piece(false, path, 0, 0, line));
                }
            });
        } catch (IOException e) {
            remark = path + " can't be read: " + e.getMessage();
        }
    }

    // ---- Lanes

    /** Shows the events that wait, but for those that waited at the last look already. */
    private void showWaiting(List<LaneLines.Line> waiting, Consumer<Piece> to) {
        Map<ByteBuffer, Integer> shown = new HashMap<>(early);
        early.clear();
        for (LaneLines.Line line : waiting) {
            byte[] bytes = withoutKey(line.bytes());
            if (bytes == null) {
                continue;
            }
            boolean known = false;
            for (int from = 0, at = 0; at < bytes.length; at++) {
                if (bytes[at] == '\n' || at == bytes.length - 1) {
                    byte[] part = Arrays.copyOfRange(bytes, from, at + 1);
                    known |= take(shown, part);
                    early.merge(ByteBuffer.wrap(part), 1, Integer::sum);
                    from = at + 1;
                }
            }
            if (!known) {
                to.accept(new Piece(true, line.name().owner(), line.pid(), line.nanos(), bytes));
            }
        }
    }

    /** Takes a line, if it is there, one time less. */
    private static boolean take(Map<ByteBuffer, Integer> from, byte[] line) {
        ByteBuffer key = ByteBuffer.wrap(line);
        Integer count = from.isEmpty() ? null : from.remove(key);
        if (count != null && count > 1) {
            from.put(key, count - 1);
        }
        return count != null;
    }

    /** The line without its key; null if it has another key. */
    private byte @Nullable [] withoutKey(byte[] line) {
        byte[] wanted = key;
        if (wanted == null) {
            return line;
        }
        int length = line.length == 0 ? 0 : line[0] & 0xff;
        return length < line.length && Arrays.equals(line, 1, 1 + length, wanted, 0, wanted.length)
                ? Arrays.copyOfRange(line, 1 + length, line.length)
                : null;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
        }
    }
}
