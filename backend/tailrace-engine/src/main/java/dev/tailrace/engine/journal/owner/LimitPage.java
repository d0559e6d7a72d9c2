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
 * Counts what a process's limits held back for one log, where other processes can see it: the drainer writes the summaries, also after the
 * process's death. Counters only grow; a summary is the difference to what was reported before, so that each event is in exactly one.
 *
 * <p>{@link #hold}, {@link #describe}, {@link #isUnreported(int)} and {@link #total} are for any thread of the owner, {@link #unreported} and
 * {@link #reported} for one drainer at a time, the rest for one thread at a time. Where nothing is limited it takes no memory.
 */
public final class LimitPage {
    public static final String SUFFIX = ".limits";
    /** The last slot, which is shared by all keys that find none of their own. */
    public static final int OTHER = SLOTS - 1;

    private static final int LEVEL_STEP = 10;
    private static final int HIGHEST_LEVEL = 40;
    private static final long MOST = 1L << 40;
    private static final long SUM_MASK = (1L << 48) - 1;
    private static final long LONGEST_WINDOW = 3_600_000_000_000L;
    private static final long BACKWARDS_NANOS = 1_000_000_000L;
    /** The sum of a slot that is just being sealed isn't known yet. */
    private static final long BEING_SEALED = -1;

    private static final String ELLIPSIS = "\u2026";

    /** What became of an event that is to be held back. */
    public enum Outcome {
        /** It is counted and must not be written. */
        HELD,
        /** The log is closed here: the event belongs to its successor. */
        CLOSED,
        /** It can't be counted, and must be written. */
        UNCOUNTED
    }

    private final long ownerId;
    /** Null: in memory of this process only. */
    private final @Nullable Path file;

    private volatile @Nullable ByteBuffer page;
    /** The file was cut: nothing can be known of it. */
    private volatile boolean broken;
    /** Nothing more is counted. */
    private volatile boolean halted;

    private boolean shared;
    /** Whether {@link #lookForLoss} has found something. */
    private boolean lossSeen;

    private long begunSeen;
    private long endedSeen;
    /** That of a report which isn't written yet. */
    private long endedTaken;
    /** Whether something was unreported at the last look. */
    private boolean pending = true;

    private int next;

    private LimitPage(long ownerId, @Nullable Path file, @Nullable ByteBuffer page) {
        this.ownerId = ownerId;
        this.file = file;
        this.page = page;
    }

    /** In memory of this process only. */
    public static LimitPage inProcess() {
        return new LimitPage(0, null, null);
    }

    /** In a file beside that of an owner, which is made by {@link #open}. */
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
     * Makes the memory, before the first {@link #hold}; once.
     *
     * @throws IOException when there is none that other processes can see; then the counts are kept in this process alone
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

    /** Written, not mapped from a sparse file: memory that runs out must be an exception here, not a fault in a log call. */
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
     * Says what a slot counts from here on; does nothing while something of what it counted before is unreported.
     *
     * @param level SLF4J's code
     * @param text of the summary, behind the count and the time; what is too long is cut
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
     * @param epochNanos its time
     */
    public Outcome hold(int index, long epochNanos) {
        ByteBuffer memory = page;
        if (memory == null || halted) {
            return Outcome.UNCOUNTED;
        }
        try {
            return hold(memory, slot(index), epochNanos);
        } catch (InternalError e) {
            // Code that isn't compiled throws it at once.
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

    /** A file that was cut counts nothing; the error of the access that failed must not reach the application. */
    private Outcome fault() {
        cut();
        try {
            MemoryFault.raise();
        } catch (InternalError e) {
            return Outcome.UNCOUNTED;
        }
        return Outcome.UNCOUNTED;
    }

    /** Whether something that a slot counted is in no summary yet. */
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
        // A process may have died while it sealed the slot; then the bound is all that will ever be known.
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

    /** The same where nothing can be going on any more, or where it is only a bound. */
    private static long heldAtMost(ByteBuffer memory, int at) {
        long held = held(memory, at);
        return held == BEING_SEALED ? Memory.getAcquire(memory, at + HELD) & ~SEALED : held;
    }

    /** Whether anything is in no summary yet. */
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

    /** All that was ever held back. */
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

    /** What every slot has counted so far; see {@link #isReported}. Null when there is nothing. */
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

    /** Whether all that a {@link #mark} counts is in a summary. */
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

    /** Has all that is counted now reported at once, whatever is left of its window. For any thread. */
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

    /** Refuses to count from here on, and has the rest reported: what {@link #hold} has not counted yet belongs to a successor. */
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

    /** The same at the end of the process, when events have no successor to go to: they are to be written. */
    public void halt() {
        halted = true;
        close();
    }

    /** Takes {@link #close} back. */
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

    /** Whether all is to be reported at once. For the drainer. */
    public boolean isEnded() {
        ByteBuffer memory = page;
        return memory != null && !broken && Memory.getAcquire(memory, LimitDescriptor.ENDED_OFFSET) != endedSeen;
    }

    /** Another drainer has reported since. */
    public void lookAnew() {
        pending = true;
    }

    /**
     * What is to be reported now; null when there is nothing.
     *
     * @param epochNanos the drainer's clock
     * @param all whether windows count for nothing, because the process is dead
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
            // In turn, so that slots that are always due leave the others their chance.
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
        // More may have been counted meanwhile, without a window of its own.
        pending = true;
        return new LimitReport(ownerId, summaries, words, damaged);
    }

    /** Whether a window is over; also where the clock has gone back behind its beginning. */
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
        // One that ends by itself says its own length; one that is ended early, how long it was.
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
     * Says that the summaries with these words are written. Counts are never taken back.
     *
     * @param epochNanos the drainer's clock: what was counted meanwhile is in a window that begins now
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
     * Looks whether the file was removed or cut; then nothing is held back any more, because no other process would report it. Costs a system
     * call.
     *
     * @return whether that was found just now
     */
    public boolean lookForLoss() {
        Path known = file;
        // Halted without being broken: the process ends.
        if (!shared || lossSeen || known == null || (halted && !broken)) {
            return false;
        }
        try {
            // A call may have found it before.
            if (!broken && Files.size(known) != LimitDescriptor.LENGTH) {
                cut();
            }
        } catch (NoSuchFileException e) {
            halted = true;
        } catch (IOException e) {
            // Not known: it stays as it is.
            return false;
        }
        lossSeen = halted;
        return halted;
    }

    /** Removes the file if all is reported; else the next drainer does. For the end of the owner. */
    public void leave() {
        Path known = file;
        if (known != null && shared && !isUnreported()) {
            delete(known);
        }
    }

    /** Removes a file in which nothing is left; one that can't be removed takes some room and does no harm. */
    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            return;
        }
    }
}
