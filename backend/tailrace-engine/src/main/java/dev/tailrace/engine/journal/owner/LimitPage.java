package dev.tailrace.engine.journal.owner;

import static dev.tailrace.engine.journal.owner.LimitDescriptor.FIRST_MARK;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.HELD;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.MARK;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.REPORTED;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.SEALED;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.SECOND_MARK;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.SLOTS;
import static dev.tailrace.engine.journal.owner.LimitDescriptor.slot;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.journal.ring.FrameSearch;
import dev.tailrace.engine.journal.ring.RingMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events that a process's limits held back for one log, in memory that other processes can read: the drainer writes the
 * summaries, also after the process's death. Counters only grow; a summary is the difference to the last reported count, so that each event
 * is in exactly one summary.
 *
 * <p>{@link #hold}, {@link #describe}, {@link #isUnreported(int)} and {@link #total} are for any thread of the owner, {@link #unreported}
 * and {@link #reported} for one drainer at a time, the rest for one thread at a time. Takes no memory where there are no limits.
 */
public final class LimitPage {
    public static final String SUFFIX = ".limits";
    /** The last slot, which is shared by all keys without a slot of their own. */
    public static final int OTHER = SLOTS - 1;

    private static final int LEVEL_STEP = 10;
    private static final int HIGHEST_LEVEL = 40;
    private static final long MOST = 1L << 40;
    private static final long SUM_MASK = (1L << 48) - 1;
    private static final long LONGEST_WINDOW = 3_600_000_000_000L;
    private static final long BACKWARDS_NANOS = 1_000_000_000L;
    /** The sum of a slot that is being sealed isn't known yet. */
    private static final long BEING_SEALED = -1;

    private static final String ELLIPSIS = "\u2026";

    /** The result of holding back an event. */
    public enum Outcome {
        /** The event is counted and must not be written. */
        HELD,
        /** The log is closed here: the event belongs to its successor. */
        CLOSED,
        /** The event can't be counted and must be written. */
        UNCOUNTED
    }

    private final long ownerId;
    /** Null: the counts are in private memory of this process. */
    private final @Nullable Path file;

    private volatile @Nullable ByteBuffer page;
    /** The file was truncated: its counts are unknown. */
    private volatile boolean broken;
    /** No more events are counted. */
    private volatile boolean halted;

    private boolean shared;
    /** Whether {@link #lookForLoss} has found the file removed or truncated. */
    private boolean lossSeen;

    private long begunSeen;
    private long endedSeen;
    /** The count of ended windows in a report that isn't written yet. */
    private long endedTaken;
    /** Whether there were unreported events at the last look. */
    private boolean pending = true;

    private int next;

    private LimitPage(long ownerId, @Nullable Path file, @Nullable ByteBuffer page) {
        this.ownerId = ownerId;
        this.file = file;
        this.page = page;
    }

    /** Counts in private memory of this process. */
    public static LimitPage inProcess() {
        return new LimitPage(0, null, null);
    }

    /** Counts in a file beside an owner's file; {@link #open} makes it. */
    public static LimitPage of(Owner owner) {
        return new LimitPage(owner.id(), owner.directory().resolve(owner.name() + SUFFIX), null);
    }

    /**
     * Maps the file of another owner.
     *
     * @throws IOException when it is gone, or no such file of this version
     */
    public static LimitPage attach(Path file) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel opened = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            if (opened.size() != LimitDescriptor.LENGTH) {
                throw new RingMemory.NoRingException("no limits: size=" + opened.size() + ", file=" + file);
            }
            ByteBuffer page = opened.map(FileChannel.MapMode.READ_WRITE, 0, LimitDescriptor.LENGTH);
            if (Memory.getAcquire(page, LimitDescriptor.MAGIC_OFFSET) != LimitDescriptor.MAGIC) {
                throw new RingMemory.NoRingException("no limits: file=" + file);
            }
            long major = Memory.getPlain(page, LimitDescriptor.VERSION_OFFSET) >>> 32;
            if (major != LimitDescriptor.VERSION_MAJOR) {
                throw new RingMemory.UnknownFormatException(file, major);
            }
            return new LimitPage(Memory.getPlain(page, LimitDescriptor.ID_OFFSET), file, page);
        }
    }

    /**
     * Makes the memory, once, before the first {@link #hold}.
     *
     * @throws IOException when no shared memory can be made; then the counts are in private memory of this process
     */
    public synchronized void open() throws IOException {
        if (page != null) {
            return;
        }
        ByteBuffer content = ByteBuffer.allocateDirect(LimitDescriptor.LENGTH);
        describe(content, ownerId);
        Path wanted = file;
        if (wanted == null) {
            page = content;
            return;
        }
        try {
            page = Uninterrupted.call(() -> make(wanted, content));
            shared = true;
        } catch (IOException e) {
            page = content;
            throw e;
        }
    }

    private static void describe(ByteBuffer page, long ownerId) {
        Memory.putPlain(page, LimitDescriptor.VERSION_OFFSET, (long) LimitDescriptor.VERSION_MAJOR << 32);
        Memory.putPlain(page, LimitDescriptor.ID_OFFSET, ownerId);
        for (int i = 0; i < SLOTS; i++) {
            Memory.putPlain(page, slot(i) + MARK, FIRST_MARK);
            Memory.putPlain(page, slot(i) + MARK + 8, SECOND_MARK);
        }
        Memory.putRelease(page, LimitDescriptor.MAGIC_OFFSET, LimitDescriptor.MAGIC);
    }

    /** Written, not mapped from a sparse file: full memory must be an exception here, not a fault in a log call. */
    private static ByteBuffer make(Path file, ByteBuffer content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + Owner.UNFINISHED);
        Files.deleteIfExists(unfinished);
        try (FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS))) {
            if (unfinished.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-------"));
            }
            ByteBuffer bytes = content.duplicate().clear();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            ByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, LimitDescriptor.LENGTH);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return page;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    /** 0 for memory of this process only. */
    public long ownerId() {
        return ownerId;
    }

    /**
     * Sets what a slot counts from here on; does nothing while earlier events of the slot are unreported.
     *
     * @param level SLF4J's code
     * @param text of the summary, behind the count and the time; truncated when it is too long
     */
    public void describe(int index, int level, String logger, long windowNanos, String text) {
        ByteBuffer memory = page;
        if (memory == null || halted || isUnreported(index)) {
            return;
        }
        try {
            int at = slot(index);
            MemoryFault.touch(memory, at);
            Memory.putPlain(memory, at + LimitDescriptor.FIRST, 0);
            Memory.putPlain(memory, at + LimitDescriptor.WINDOW, windowNanos);
            Memory.putPlain(memory, at + LimitDescriptor.LEVEL, level);
            put(memory, at + LimitDescriptor.NAME, LimitDescriptor.MOST_NAME, at + LimitDescriptor.NAME_LENGTH, logger);
            put(memory, at + LimitDescriptor.TEXT, LimitDescriptor.MOST_TEXT, at + LimitDescriptor.TEXT_LENGTH, text);
            MemoryFault.raise();
        } catch (InternalError e) {
            cut();
        }
    }

    private void cut() {
        broken = true;
        halted = true;
    }

    private static void put(ByteBuffer memory, int at, int most, int lengthAt, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > most) {
            byte[] tail = ELLIPSIS.getBytes(StandardCharsets.UTF_8);
            int kept = most - tail.length;
            while (kept > 0 && (bytes[kept] & 0xC0) == 0x80) {
                kept--;
            }
            memory.put(at, bytes, 0, kept);
            memory.put(at + kept, tail);
            Memory.putRelease(memory, lengthAt, kept + tail.length);
        } else {
            memory.put(at, bytes);
            Memory.putRelease(memory, lengthAt, bytes.length);
        }
    }

    /**
     * Counts one event. Lock-free, makes no garbage; some ten nanoseconds.
     *
     * @param epochNanos the event's time, in nanoseconds since 1970
     */
    public Outcome hold(int index, long epochNanos) {
        ByteBuffer memory = page;
        if (memory == null || halted) {
            return Outcome.UNCOUNTED;
        }
        try {
            return hold(memory, slot(index), epochNanos);
        } catch (InternalError e) {
            // Interpreted code throws the error at once.
            cut();
            return Outcome.UNCOUNTED;
        }
    }

    private Outcome hold(ByteBuffer memory, int at, long epochNanos) {
        if (!Memory.holds(memory, at + MARK, FIRST_MARK, SECOND_MARK)) {
            return fault();
        }
        long before = Memory.getAndAdd(memory, at + HELD, 1);
        if (before < 0) {
            return halted ? Outcome.UNCOUNTED : Outcome.CLOSED;
        }
        if (before == Memory.getAcquire(memory, at + REPORTED)) {
            Memory.putRelease(memory, at + LimitDescriptor.FIRST, epochNanos);
            Memory.getAndAdd(memory, LimitDescriptor.BEGUN_OFFSET, 1);
        }
        Memory.putOpaque(memory, at + LimitDescriptor.LAST, epochNanos);
        return Memory.holds(memory, at + MARK, FIRST_MARK, SECOND_MARK) ? Outcome.HELD : fault();
    }

    /** Handles a truncated file, which counts nothing; the error of the failed access must not reach the application. */
    private Outcome fault() {
        cut();
        try {
            MemoryFault.raise();
        } catch (InternalError e) {
            return Outcome.UNCOUNTED;
        }
        return Outcome.UNCOUNTED;
    }

    /** Whether a slot has events that are in no summary yet. */
    public boolean isUnreported(int index) {
        ByteBuffer memory = page;
        if (memory == null || halted) {
            return false;
        }
        try {
            if (!Memory.holds(memory, slot(index) + MARK, FIRST_MARK, SECOND_MARK)) {
                fault();
                return false;
            }
            return isUnreported(memory, index);
        } catch (InternalError e) {
            cut();
            return false;
        }
    }

    private static boolean isUnreported(ByteBuffer memory, int index) {
        // The process may have died while it sealed the slot; then only this upper bound is known.
        return heldAtMost(memory, slot(index)) != Memory.getAcquire(memory, slot(index) + REPORTED);
    }

    private static long held(ByteBuffer memory, int at) {
        long held = Memory.getAcquire(memory, at + HELD);
        if (held >= 0) {
            return held;
        }
        long sealed = Memory.getAcquire(memory, at + LimitDescriptor.SEALED_AT);
        return sealed == 0 ? BEING_SEALED : sealed & ~SEALED;
    }

    /** The slot's count; while the slot is being sealed, an upper bound. */
    private static long heldAtMost(ByteBuffer memory, int at) {
        long held = held(memory, at);
        return held == BEING_SEALED ? Memory.getAcquire(memory, at + HELD) & ~SEALED : held;
    }

    /** Whether any slot has events that are in no summary yet. */
    public boolean isUnreported() {
        ByteBuffer memory = page;
        if (memory == null || broken) {
            return false;
        }
        return isUnreported(memory);
    }

    private boolean isUnreported(ByteBuffer memory) {
        return guarded(() -> {
            for (int i = 0; i < SLOTS; i++) {
                if (isUnreported(memory, i)) {
                    return true;
                }
            }
            return false;
        });
    }

    private boolean guarded(BooleanSupplier look) {
        try {
            boolean found = look.getAsBoolean();
            MemoryFault.raise();
            return found;
        } catch (InternalError e) {
            cut();
            return false;
        }
    }

    /** The number of all events that were held back. */
    public long total() {
        ByteBuffer memory = page;
        if (memory == null || broken) {
            return 0;
        }
        long[] sum = new long[1];
        guarded(() -> {
            for (int i = 0; i < SLOTS; i++) {
                sum[0] += heldAtMost(memory, slot(i));
            }
            return true;
        });
        return sum[0];
    }

    /** The present count of every slot, for {@link #isReported}. Null when there is none. */
    public long @Nullable [] mark() {
        ByteBuffer memory = page;
        if (memory == null || broken) {
            return null;
        }
        long[] marks = new long[SLOTS];
        guarded(() -> {
            for (int i = 0; i < SLOTS; i++) {
                marks[i] = held(memory, slot(i));
            }
            return true;
        });
        return marks;
    }

    /** Whether all events counted in a {@link #mark} are in a summary. */
    public boolean isReported(long @Nullable [] marks) {
        ByteBuffer memory = page;
        if (marks == null || memory == null || broken) {
            return true;
        }
        return guarded(() -> {
                    for (int i = 0; i < SLOTS; i++) {
                        if (Memory.getAcquire(memory, slot(i) + REPORTED) < marks[i]) {
                            return false;
                        }
                    }
                    return true;
                })
                || broken;
    }

    /** Ends all windows early, so that all counted events are reported at once. For any thread. */
    public void endWindows() {
        ByteBuffer memory = page;
        if (memory != null && !broken) {
            guarded(() -> {
                MemoryFault.touch(memory, LimitDescriptor.ENDED_OFFSET);
                Memory.getAndAdd(memory, LimitDescriptor.ENDED_OFFSET, 1);
                return true;
            });
        }
    }

    /** Stops counting and has the rest reported: events that {@link #hold} has not counted yet belong to a successor. */
    public synchronized void close() {
        ByteBuffer memory = page;
        if (memory == null || broken) {
            return;
        }
        guarded(() -> {
            for (int i = 0; i < SLOTS; i++) {
                MemoryFault.touch(memory, slot(i));
                long before = Memory.getAndBitwiseOr(memory, slot(i) + HELD, SEALED);
                if (before >= 0) {
                    Memory.putRelease(memory, slot(i) + LimitDescriptor.SEALED_AT, before | SEALED);
                }
            }
            return true;
        });
        endWindows();
    }

    /** Stops counting at the end of the process, when events have no successor: they are to be written. */
    public void halt() {
        halted = true;
        close();
    }

    /** Reverts {@link #close}. */
    public synchronized void reopen() {
        ByteBuffer memory = page;
        if (memory == null || broken) {
            return;
        }
        guarded(() -> {
            for (int i = 0; i < SLOTS; i++) {
                int at = slot(i);
                MemoryFault.touch(memory, at);
                long sealed = Memory.getAcquire(memory, at + LimitDescriptor.SEALED_AT);
                long now = Memory.getAcquire(memory, at + HELD);
                while (now < 0 && !Memory.compareAndSet(memory, at + HELD, now, sealed & ~SEALED)) {
                    now = Memory.getAcquire(memory, at + HELD);
                }
                Memory.putRelease(memory, at + LimitDescriptor.SEALED_AT, 0);
            }
            return true;
        });
    }

    /** Whether all events are to be reported at once. For the drainer. */
    public boolean isEnded() {
        ByteBuffer memory = page;
        return memory != null && !broken && Memory.getAcquire(memory, LimitDescriptor.ENDED_OFFSET) != endedSeen;
    }

    /** Forgets the last look, because another drainer has reported since. */
    public void lookAnew() {
        pending = true;
    }

    /**
     * The summaries that are due now; null when there are none.
     *
     * @param epochNanos the drainer's clock
     * @param all whether to ignore windows, because the process is dead
     */
    public @Nullable LimitReport unreported(long epochNanos, boolean all) {
        ByteBuffer memory = page;
        if (memory == null || broken) {
            return null;
        }
        long begun = Memory.getAcquire(memory, LimitDescriptor.BEGUN_OFFSET);
        long ended = Memory.getAcquire(memory, LimitDescriptor.ENDED_OFFSET);
        boolean early = all || ended != endedSeen;
        if (!pending && !early && begun == begunSeen) {
            return null;
        }
        List<LimitReport.Summary> summaries = new ArrayList<>();
        long[] words = new long[LimitReport.MOST];
        int used = 0;
        boolean damaged = false;
        boolean sealing = false;
        pending = false;
        int first = next;
        for (int i = 0; i < SLOTS; i++) {
            // Slots take turns, so that slots that are always due don't starve the others.
            int index = first + i & SLOTS - 1;
            int at = slot(index);
            long held = all ? heldAtMost(memory, at) : held(memory, at);
            if (held == BEING_SEALED) {
                pending = true;
                sealing = true;
                continue;
            }
            long count = held - Memory.getAcquire(memory, at + REPORTED);
            if (count == 0) {
                continue;
            }
            if (used == words.length) {
                next = index;
                pending = true;
                break;
            }
            if (!early && !isOver(memory, at, epochNanos)) {
                pending = true;
                continue;
            }
            if (count < 0 || count > MOST || held > SUM_MASK) {
                // Shared memory may contain anything.
                damaged = true;
                Memory.putRelease(memory, at + REPORTED, held);
                continue;
            }
            words[used++] = (long) index << 48 | held;
            summaries.add(summary(memory, at, count, epochNanos));
        }
        MemoryFault.raise();
        boolean complete = used < words.length && !sealing;
        begunSeen = begun;
        endedTaken = complete ? ended : endedSeen;
        if (used == 0) {
            endedSeen = endedTaken;
        }
        if (used == 0 && !damaged) {
            return null;
        }
        // More events may have been counted meanwhile, without a new window.
        pending = true;
        return new LimitReport(ownerId, summaries, words, damaged);
    }

    /** Whether a window is over; also when the clock was set back before its beginning. */
    private static boolean isOver(ByteBuffer memory, int at, long epochNanos) {
        long since = Memory.getAcquire(memory, at + LimitDescriptor.FIRST);
        return epochNanos - since >= window(memory, at) || epochNanos - since < -BACKWARDS_NANOS;
    }

    private static long window(ByteBuffer memory, int at) {
        return Math.max(0, Math.min(LONGEST_WINDOW, Memory.getPlain(memory, at + LimitDescriptor.WINDOW)));
    }

    private static LimitReport.Summary summary(ByteBuffer memory, int at, long count, long epochNanos) {
        long first = time(Memory.getAcquire(memory, at + LimitDescriptor.FIRST));
        long last = time(Memory.getAcquire(memory, at + LimitDescriptor.LAST));
        if (last < first) {
            last = first;
        }
        long window = window(memory, at);
        // A window that ends by itself reports its configured length; one that is ended early, its real length.
        long span = first == 0 || epochNanos - first >= window ? window : Math.max(last - first, 1_000_000);
        long level = Memory.getPlain(memory, at + LimitDescriptor.LEVEL);
        return new LimitReport.Summary(
                (int) Math.max(0, Math.min(HIGHEST_LEVEL, level / LEVEL_STEP * LEVEL_STEP)),
                text(memory, at + LimitDescriptor.NAME, LimitDescriptor.MOST_NAME, at + LimitDescriptor.NAME_LENGTH),
                text(memory, at + LimitDescriptor.TEXT, LimitDescriptor.MOST_TEXT, at + LimitDescriptor.TEXT_LENGTH),
                count,
                first,
                last,
                span);
    }

    private static long time(long epochNanos) {
        return epochNanos >= FrameSearch.EARLIEST && epochNanos <= FrameSearch.LATEST ? epochNanos : 0;
    }

    private static String text(ByteBuffer memory, int at, int most, int lengthAt) {
        byte[] bytes = new byte[(int) Math.max(0, Math.min(most, Memory.getAcquire(memory, lengthAt)))];
        memory.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Notes that the summaries with these words are written. Counts never decrease.
     *
     * @param epochNanos the drainer's clock: events counted meanwhile are in a window that begins now
     */
    public void reported(long[] words, long epochNanos) {
        ByteBuffer memory = page;
        if (memory == null) {
            return;
        }
        for (long word : words) {
            int index = (int) (word >>> 48);
            long sum = word & SUM_MASK;
            if (word == 0 || index >= SLOTS) {
                continue;
            }
            int at = slot(index);
            MemoryFault.touch(memory, at);
            long held = heldAtMost(memory, at);
            if (sum > held || sum <= Memory.getAcquire(memory, at + REPORTED)) {
                continue;
            }
            if (held != sum) {
                Memory.putRelease(memory, at + LimitDescriptor.FIRST, epochNanos);
            }
            Memory.putRelease(memory, at + REPORTED, sum);
        }
        endedSeen = endedTaken;
    }

    /**
     * Checks whether the file was removed or truncated; then no more events are held back, because no other process would report them.
     * Costs a system call.
     *
     * @return whether the loss was found just now
     */
    public boolean lookForLoss() {
        Path known = file;
        // Halted without being broken: the process ends.
        if (!shared || lossSeen || known == null || (halted && !broken)) {
            return false;
        }
        try {
            // A log call may have found the truncation before.
            if (!broken && Files.size(known) != LimitDescriptor.LENGTH) {
                cut();
            }
        } catch (NoSuchFileException e) {
            halted = true;
        } catch (IOException e) {
            // The state is unknown: it stays as it is.
            return false;
        }
        lossSeen = halted;
        return halted;
    }

    /** Removes the file if all events are reported; else the next drainer does. For the end of the owner. */
    public void leave() {
        Path known = file;
        if (known != null && shared && !isUnreported()) {
            delete(known);
        }
    }

    /** Removes a file without unreported events; a file that can't be removed takes some room and does no harm. */
    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            return;
        }
    }
}
