package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.Redo;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockView;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a log and its further lines: first the file's lines, then the lines that wait in the lanes of all processes, dead ones
 * included. Each line comes once, and a thread's lines in their order, even across rolls and while a drainer moves them from the lanes to
 * the file. Only reads files: no file is mapped, opened for writing, locked or made.
 *
 * <p>A look is consistent when no intent came during it: an intent shows where the file ends and up to which position each lane is in the
 * file ({@code docs/reference/format.md}). Where intents come faster than looks, lines come from the file alone.
 *
 * <p>Stepped by one thread; not thread-safe.
 */
public final class LogTail implements Closeable {
    private static final int ATTEMPTS = 4;
    private static final int LISTINGS = 20;
    private static final int FIRST_LOOKS = 20;
    /**
     * When a look doesn't reach the active file, the lines in lanes are newer than lines that are still to be read, and have to wait for
     * them; but not for ever, since the file may have been removed.
     */
    private static final int MOST_BEHIND = 20;

    private static final long FIRST_PAUSE_NANOS = 3_000_000L;
    /** The most lines to remember that were shown before they were written; further lines are shown when they are written. */
    private static final int MOST_EARLY = 500_000;
    /** The pseudo ring of staged bytes that were shown before they were written. */
    private static final RingIdentity STAGED = new RingIdentity(0, -1, 0);

    private static final Look.State NO_FILE = new Look.State(null, 0, 0, 0);

    private final Path lockFile;
    private final LogFile file;
    /** The file to read, of several files by key; null: the log has one file. */
    private final @Nullable Path keyedFile;

    private final byte @Nullable [] key;
    private final RolledFiles rolled;
    private final EarlyLines early = new EarlyLines();
    private final long back;

    private @Nullable Path directory;
    private @Nullable LaneLines lanes;
    private StagingHead.@Nullable Marks intentMarks;
    private @Nullable Intent intent;
    private @Nullable TailFile current;
    private boolean begun;
    private boolean whole;
    /** The last seen modification time of the file that was read last; nanoseconds since 1970. */
    private long modified;

    /** The number of looks in a row that have not found the active file, because the log was just being rolled. */
    private int turnsBehind;

    private long stagedSequence;
    private boolean more;
    private String remark = "";

    private LogTail(Path lockFile, LogFile file, String rolling, @Nullable Path keyedFile, long back) {
        this.lockFile = lockFile;
        this.file = file;
        this.keyedFile = keyedFile;
        String name = keyedFile == null ? null : file.keyOf(keyedFile);
        this.key = name == null ? null : name.getBytes(StandardCharsets.UTF_8);
        this.rolled = new RolledFiles(file, rolling);
        this.back = back;
    }

    /**
     * One consistent look.
     *
     * @param sure whether no intent came meanwhile
     * @param drained whether a process is about to write the intent
     */
    private record Look(
            @Nullable Intent intent, boolean sure, boolean drained, State state, LaneLines.@Nullable Found found) {
        /** The active file. {@code identity}: 0: there is none. */
        record State(@Nullable Path path, long identity, long size, long modified) {}
    }

    /**
     * The end of a log.
     *
     * @param given the path that the user named; for a keyed log, one of its files
     * @param back the number of bytes wanted from the end of the file; a rolled file is taken as a whole
     * @throws IOException when the log can't be read, in a plain sentence
     */
    public static LogTail of(Path lockFile, Path given, long back) throws IOException {
        LockRecord record = LockView.record(lockFile);
        if (record == null) {
            throw new IOException(lockFile + " has no record, or others than its owner may write it");
        }
        LogFile file;
        try {
            file = LogFile.ofRecord(lockFile, record.rolling());
        } catch (IllegalArgumentException e) {
            throw new IOException("the record in " + lockFile + " can't be understood: " + e.getMessage(), e);
        }
        Path keyed = null;
        if (file.isKeyed()) {
            Path name = given.toAbsolutePath().normalize();
            Path folder = name.getParent();
            keyed = folder != null && Files.isDirectory(folder)
                    ? folder.toRealPath().resolve(String.valueOf(name.getFileName()))
                    : name;
            if (file.keyOf(keyed) == null) {
                throw new IOException(file.description() + " stands for several files; name one of them");
            }
        }
        return new LogTail(lockFile, file, record.rolling(), keyed, back);
    }

    /** Whether the first {@link #turn} began at the beginning of the log. */
    public boolean isWhole() {
        return whole;
    }

    /** Whether the last {@link #turn} left lines for the next one. */
    public boolean hasMore() {
        return more;
    }

    /** What the last turn could not see, in a plain sentence without a full stop; empty: it saw all. */
    public String remark() {
        return remark;
    }

    /**
     * Passes on new pieces since the last turn; the first time, the end of the log.
     *
     * @return whether there were any
     * @throws IOException when the file can't be read
     */
    public boolean turn(Consumer<TailPiece> to) throws IOException {
        remark = "";
        boolean[] any = {false};
        Consumer<TailPiece> counting = piece -> {
            any[0] = true;
            to.accept(piece);
        };
        Look look = begun ? look() : firstLook();
        boolean reached = true;
        if (!begun) {
            begin(look, counting);
        } else {
            reached = follow(look, counting);
        }
        readCurrent(look, counting);
        turnsBehind = reached ? 0 : turnsBehind + 1;
        if (turnsBehind % MOST_BEHIND == 0) {
            showStaged(look, counting);
            showLanes(look, counting);
        }
        return any[0];
    }

    // ---- Looking

    /** A consistent look, or the file alone. */
    private Look firstLook() throws IOException {
        for (int i = 0; i < FIRST_LOOKS; i++) {
            Look look = look();
            if (look.sure) {
                return look;
            }
            LockSupport.parkNanos(this, FIRST_PAUSE_NANOS);
        }
        return new Look(null, true, false, state(intent), null);
    }

    private Look look() throws IOException {
        LockRecord record = LockView.record(lockFile);
        Path at = record == null ? null : visible(record);
        if (at == null) {
            return new Look(null, true, false, state(null), null);
        }
        LaneLines reader = lanes;
        if (reader == null || !at.equals(directory)) {
            reader = new LaneLines(at, lockFile);
            lanes = reader;
            directory = at;
            intentMarks = null;
            intent = null;
        }
        Look last = new Look(null, false, true, NO_FILE, null);
        for (int i = 0; i < ATTEMPTS; i++) {
            StagingHead.Marks before = StagingHead.marks(at);
            if (!readIntent(at, before)) {
                continue;
            }
            Intent noted = intent;
            boolean drained = noted != null
                    && !noted.committed()
                    && !Boolean.FALSE.equals(DrainerView.of(lockFile, at).drained());
            LaneLines.Found found = reader.look(noted == null ? Map.of() : noted.lanes(), early.size() < MOST_EARLY);
            Look.State state = state(noted);
            if (found != null && Objects.equals(before, StagingHead.marks(at))) {
                return new Look(noted, true, drained, state, found);
            }
            last = new Look(noted, false, drained, state, null);
        }
        return last;
    }

    /** The lane directory; null when it can't be seen. */
    private @Nullable Path visible(LockRecord record) {
        Path lanesOf = record.lanes();
        if (lanesOf.equals(lockFile)) {
            remark = "the lanes are in the private memory of the process that logs; only the file is seen";
            return null;
        }
        if (!Files.isDirectory(lanesOf, LinkOption.NOFOLLOW_LINKS)) {
            // After a restart of the machine, or in another container.
            return null;
        }
        long id = StagingHead.id(lanesOf);
        if (id != 0 && id != record.id()) {
            remark = lanesOf + " is another directory of that name, such as another container's; only the file is seen";
            return null;
        }
        if (!Files.isExecutable(lanesOf)) {
            remark = "the lanes in " + lanesOf + " are another user's; only the file is seen";
            return null;
        }
        return lanesOf;
    }

    /** Reads the intent; false when it changed during the read. */
    private boolean readIntent(Path at, StagingHead.@Nullable Marks before) {
        if (before == null) {
            intent = null;
            intentMarks = null;
            return true;
        }
        if (before.equals(intentMarks)) {
            return true;
        }
        AtomicBoolean damaged = new AtomicBoolean();
        Intent read;
        try {
            read = Staging.copy(at, lockFile).last(new PlainListener(finding -> damaged.set(true), () -> 0));
        } catch (UncheckedIOException | IOException e) {
            return false;
        }
        if (damaged.get() || !before.equals(StagingHead.marks(at))) {
            return false;
        }
        intent = read;
        intentMarks = before;
        return true;
    }

    private Look.State state(@Nullable Intent noted) throws IOException {
        Path path = keyedFile != null ? keyedFile : file.active();
        if (path == null) {
            path = noted != null ? noted.path() : newest();
        }
        if (path == null) {
            return NO_FILE;
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new Look.State(
                    path,
                    FileIdentity.of(attributes.fileKey()),
                    attributes.size(),
                    attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        } catch (NoSuchFileException e) {
            return new Look.State(path, 0, 0, 0);
        }
    }

    private @Nullable Path newest() throws IOException {
        List<RolledFiles.Rolled> all = rolled.all(null, 0);
        return all.isEmpty() ? null : all.get(all.size() - 1).path();
    }

    // ---- Files

    private void begin(Look look, Consumer<TailPiece> to) throws IOException {
        begun = true;
        Look.State state = look.state;
        long bound = bound(look, state.identity);
        long start = Math.max(0, bound - back);
        List<RolledFiles.Rolled> older = rolled.all(state.path, state.identity);
        long wanted = back - bound;
        List<RolledFiles.Rolled> taken = new ArrayList<>();
        for (int i = older.size() - 1; i >= 0 && wanted > 0; i--) {
            taken.add(0, older.get(i));
            wanted -= older.get(i).size();
        }
        whole = start == 0 && taken.size() == older.size();
        for (RolledFiles.Rolled each : taken) {
            show(each, to);
        }
        if (!older.isEmpty()) {
            // Files that exist already aren't read again.
            for (RolledFiles.Rolled each : older.subList(Math.max(0, older.size() - 8), older.size())) {
                note(each);
            }
            modified = older.get(older.size() - 1).modified();
        }
        open(state);
        if (current != null) {
            current.seek(start);
        }
    }

    private void note(RolledFiles.Rolled each) {
        try {
            rolled.shown(each, rolled.head(each));
        } catch (IOException e) {
            // Removed meanwhile.
            return;
        }
    }

    private void open(Look.State state) throws IOException {
        current = opened(state);
        modified = current == null ? modified : state.modified;
    }

    /** Opens a file; null when another file has its name by now. */
    private @Nullable TailFile opened(Look.State state) throws IOException {
        if (state.identity == 0 || state.path == null) {
            return null;
        }
        try {
            return TailFile.open(state.path, state.identity);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Follows a roll: reads the old file to its end, then files in between, and goes on with the new file. False when the new file could
     * not be reached, or names changed too often meanwhile.
     */
    private boolean follow(Look look, Consumer<TailPiece> to) throws IOException {
        Look.State state = look.state;
        TailFile open = current;
        if (state.identity == 0) {
            return open == null;
        }
        if (open != null && state.identity == open.identity) {
            modified = state.modified;
            return true;
        }
        TailFile next = opened(state);
        if (next == null) {
            // Rolled again: the next look sees a later one.
            return false;
        }
        if (open != null) {
            // The old file gets no more lines.
            open.read(open.size(), true, (bytes, length, last) -> lines(open.path, bytes, length, last, to));
            rolled.shown(open.identity, open.head());
            open.close();
        }
        current = next;
        byte[] head = next.head();
        boolean all = false;
        // A file can get another name while it is looked at.
        for (int i = 0; i < LISTINGS && !all; i++) {
            all = showBetween(next.identity, head, state, to);
        }
        modified = state.modified;
        return all;
    }

    /** Shows the files that were written before {@code next} and not shown yet; false when names have changed meanwhile. */
    private boolean showBetween(long next, byte[] nextHead, Look.State state, Consumer<TailPiece> to)
            throws IOException {
        for (RolledFiles.Rolled each : rolled.all(state.path, 0)) {
            if (each.modified() < modified) {
                continue;
            }
            try {
                byte[] head = rolled.head(each);
                if (each.identity() == next || isBeginning(nextHead, head)) {
                    return true;
                }
                if (!rolled.isShown(each, head)) {
                    rolled.read(each, (bytes, length, last) -> lines(each.path(), bytes, length, last, to));
                    rolled.shown(each, head);
                }
            } catch (NoSuchFileException e) {
                return false;
            } catch (IOException e) {
                remark = each.path() + " can't be read: " + e.getMessage();
            }
        }
        return true;
    }

    /** Whether {@code beginning} is the former head of a file that has grown since. */
    private static boolean isBeginning(byte[] beginning, byte[] head) {
        int length = Math.min(beginning.length, head.length);
        return beginning.length > 0
                && length == beginning.length
                && Arrays.equals(head, 0, length, beginning, 0, length);
    }

    private void show(RolledFiles.Rolled each, Consumer<TailPiece> to) {
        try {
            rolled.read(each, (bytes, length, last) -> lines(each.path(), bytes, length, last, to));
        } catch (IOException e) {
            remark = each.path() + " can't be read: " + e.getMessage();
        }
    }

    /** The position up to which the file is known to have whole lines with known lane positions. */
    private long bound(Look look, long identity) {
        Intent noted = look.intent;
        long size = look.state.size;
        if (noted == null || noted.fileIdentity() != identity) {
            return look.sure ? size : 0;
        }
        if (!noted.committed() && look.drained) {
            return Math.min(size, noted.offset());
        }
        if (look.sure) {
            return size;
        }
        return Math.min(
                size, noted.offset() + (noted.committed() ? noted.lines().limit() : 0));
    }

    private void readCurrent(Look look, Consumer<TailPiece> to) throws IOException {
        TailFile open = current;
        if (open == null || open.identity != look.state.identity) {
            return;
        }
        if (look.state.size < open.at()) {
            remark = open.path + " was cut";
            open.rewind();
        }
        // Without an intent, a line without its end may be half of one.
        boolean last = look.intent != null || !look.sure;
        open.read(
                bound(look, open.identity),
                last,
                (bytes, length, isLast) -> lines(open.path, bytes, length, isLast, to));
    }

    /** Shows lines of a file, except lines that were shown while they waited. */
    private int lines(Path from, byte[] bytes, int length, boolean last, Consumer<TailPiece> to) {
        int at = 0;
        while (at < length) {
            int end = EarlyLines.firstLine(bytes, at, length);
            if (bytes[end - 1] != '\n' && !last) {
                return at;
            }
            int longest = early.longest(bytes, at, end);
            if (longest > length - at && !last) {
                return at;
            }
            int taken = longest == 0 ? 0 : early.take(bytes, at, end, length);
            if (taken == 0) {
                to.accept(new TailPiece(false, from.toString(), 0, 0, Arrays.copyOfRange(bytes, at, end)));
                taken = end - at;
            }
            at += taken;
        }
        return at;
    }

    /** Shows lines of a batch that isn't written yet, of a live or a dead drainer. */
    private void showStaged(Look look, Consumer<TailPiece> to) throws IOException {
        Intent noted = look.intent;
        if (noted == null || !look.sure) {
            return;
        }
        early.passed(STAGED, noted.committed() ? noted.sequence() : noted.sequence() - 1);
        boolean here = keyedFile == null || noted.path().equals(keyedFile);
        if (noted.committed() || stagedSequence == noted.sequence() || !here) {
            return;
        }
        stagedSequence = noted.sequence();
        byte[] staged = new byte[noted.lines().limit()];
        noted.lines().get(0, staged);
        int from = look.drained ? 0 : written(noted, staged.length);
        byte[] bytes = Arrays.copyOfRange(staged, Math.min(from, staged.length), staged.length);
        if (bytes.length > 0) {
            lines(noted.path(), bytes, bytes.length, true, to);
            early.add(STAGED, noted.sequence(), bytes);
        }
    }

    /** The number of bytes of a dead drainer's batch that are in the log. */
    private int written(Intent noted, int length) {
        try {
            return Redo.plan(noted).from();
        } catch (IOException e) {
            remark = noted.path() + " can't be read: " + e.getMessage();
            return length;
        }
    }

    // ---- Lanes

    private void showLanes(Look look, Consumer<TailPiece> to) {
        LaneLines.Found found = look.found;
        LaneLines reader = lanes;
        more = found != null && found.more();
        if (found == null || reader == null || !look.sure) {
            return;
        }
        reader.returned(found);
        for (RingIdentity ring : early.rings()) {
            if (!ring.equals(STAGED)) {
                early.passed(ring, found.written().getOrDefault(ring, Long.MAX_VALUE));
            }
        }
        for (LaneLine line : merged(found.lines())) {
            byte[] bytes = keyedFile == null ? line.bytes() : withoutKey(line.bytes());
            if (bytes != null) {
                to.accept(new TailPiece(true, line.owner(), pid(line.owner()), line.nanos(), bytes));
                early.add(line.ring(), line.end(), bytes);
            }
        }
    }

    /** By time across lanes, in order within each. */
    private static List<LaneLine> merged(List<LaneLine> lines) {
        Map<String, Deque<LaneLine>> byLane = new LinkedHashMap<>();
        List<LaneLine> inOrder = new ArrayList<>(lines);
        inOrder.sort((a, b) -> a.ring().generation() != b.ring().generation()
                ? Integer.compare(a.ring().generation(), b.ring().generation())
                : Long.compare(a.end(), b.end()));
        for (LaneLine line : inOrder) {
            byLane.computeIfAbsent(line.owner() + " " + line.ring().lane(), any -> new ArrayDeque<>())
                    .add(line);
        }
        List<LaneLine> merged = new ArrayList<>(lines.size());
        List<Deque<LaneLine>> queues = new ArrayList<>(byLane.values());
        while (!queues.isEmpty()) {
            Deque<LaneLine> earliest = queues.get(0);
            for (Deque<LaneLine> each : queues) {
                if (each.getFirst().nanos() < earliest.getFirst().nanos()) {
                    earliest = each;
                }
            }
            merged.add(earliest.removeFirst());
            if (earliest.isEmpty()) {
                queues.remove(earliest);
            }
        }
        return merged;
    }

    /** The line without its key; null if it has another key. */
    private byte @Nullable [] withoutKey(byte[] line) {
        byte[] wanted = key;
        int length = line.length == 0 ? 0 : line[0] & 0xff;
        if (wanted == null || length >= line.length || !Arrays.equals(line, 1, 1 + length, wanted, 0, wanted.length)) {
            return null;
        }
        return Arrays.copyOfRange(line, 1 + length, line.length);
    }

    /** The process id at the beginning of an owner's name. */
    private static long pid(String owner) {
        int end = owner.indexOf('-');
        try {
            return Long.parseLong(owner.substring(0, Math.max(0, end)));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
        }
    }
}
