package dev.tailrace.engine.drain.shared;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.drain.Batch;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The batch of a drainer that may die, a redo log of one entry. The batch is gathered in shared memory and described there by an intent
 * before it is written, so that a successor can find out how much is written and write the rest. Intents alternate between two slots, and
 * their bytes between two halves, so that the last intent stays whole while the next is made. The layout and the rules are in {@code
 * docs/reference/format.md}.
 *
 * <p>Only for the holder of the right to drain. Single-threaded.
 */
public final class Staging implements Batch {
    public static final String FILE = "drain.staging";
    static final int MAX_LANES = 1152;

    static final long MAGIC = 0x4741_5453_4C49_4154L; // "TAILSTAG" in memory
    static final long VERSION = 2L << 32;
    static final int HALF_OFFSET = 16;
    static final int ID_OFFSET = 24;
    static final int LOCK_LENGTH_OFFSET = 32;
    static final int COMMITTED_OFFSET = 128;
    static final int LOCK_OFFSET = 256;
    static final int MAX_LOCK = 3840;
    static final int SLOTS_OFFSET = 4096;
    static final int SLOT_LENGTH = 32_768;
    static final int HALVES_OFFSET = SLOTS_OFFSET + 2 * SLOT_LENGTH;

    private static final int SLOT_CRC = 8;
    private static final int SLOT_CHECKED = 16;
    private static final int SLOT_IDENTITY = 16;
    private static final int SLOT_FILE_OFFSET = 24;
    private static final int SLOT_LENGTH_OF_LINES = 32;
    private static final int SLOT_PATH_LENGTH = 40;
    private static final int SLOT_LANES = 48;
    private static final int SLOT_LOSS_OWNER = 56;
    private static final int SLOT_PATH = 64;
    private static final int MAX_PATH = 4096;
    private static final int SLOT_LOSSES = 4160;
    private static final int SLOT_ENTRIES = 4800;
    private static final int ENTRY_LENGTH = 24;

    private static final int MOST_PATHS = 512;
    private static final int CHUNK = 1 << 13;
    /** More than any log ever reaches; beyond it, numbers could overflow. */
    static final long MAX_SEQUENCE = 1L << 60;

    static final int MIN_HALF = 1 << 12;
    static final int MAX_HALF = 1 << 29;

    private final Path file;
    private final Path lockFile;
    private final CRC32C crc = new CRC32C();
    private final byte[] chunk = new byte[CHUNK];
    /** The path in each slot, so that a path is written only when it changes. */
    private final @Nullable Path[] written = new @Nullable Path[2];

    /** Paths as bytes: lines may go to many files in turn, and each batch would encode its path anew. */
    private final Map<Path, byte[]> paths = new HashMap<>();

    private ByteBuffer memory;
    private long id;
    private int half;
    private long sequence;
    /** Whether the last intent is not committed yet. */
    private boolean published;

    private ByteBuffer[] slots = new ByteBuffer[2];
    private ByteBuffer[] halves = new ByteBuffer[2];

    private Staging(Path file, Path lockFile, ByteBuffer memory) {
        this.file = file;
        this.lockFile = lockFile;
        this.memory = memory;
        use(memory);
    }

    private void use(ByteBuffer mapped) {
        memory = mapped;
        id = Memory.getPlain(mapped, ID_OFFSET);
        half = (int) Memory.getPlain(mapped, HALF_OFFSET);
        for (int i = 0; i < 2; i++) {
            slots[i] = mapped.slice(SLOTS_OFFSET + i * SLOT_LENGTH, SLOT_LENGTH);
            halves[i] = mapped.slice(HALVES_OFFSET + i * half, half);
            written[i] = null;
        }
    }

    /**
     * Opens the staging of a lane directory, or makes it. A damaged file is put aside.
     *
     * @param lockFile the file beside the log, noted for tools that know only the directory
     */
    public static Staging open(Path directory, Path lockFile, DrainListener listener) throws IOException {
        Path file = directory.resolve(FILE);
        return new Staging(file, lockFile, StagingFile.open(file, lockFile, listener));
    }

    /**
     * A read-only copy of the staging of a lane directory.
     *
     * @throws IOException when the file is missing, damaged, of another version, or implausibly long
     */
    public static Staging copy(Path directory, Path lockFile) throws IOException {
        Path file = directory.resolve(FILE);
        return new Staging(file, lockFile, StagingFile.copy(file));
    }

    long id() {
        return id;
    }

    @Override
    public boolean isSpoilt() {
        try {
            return Files.size(file) != memory.capacity();
        } catch (NoSuchFileException e) {
            return !isStandIn();
        } catch (IOException e) {
            return !published;
        }
    }

    /**
     * Makes a removed file anew; returns whether the drainer can go on. Maybe the lanes beside the file were removed, too, and only this
     * drainer still has them mapped: so it must not end its term. The mapped file still serves to finish the batch that is under way; then
     * the new file replaces it.
     */
    private boolean isStandIn() {
        if (published || buffer().position() != 0) {
            return true;
        }
        try {
            use(StagingFile.make(file, lockFile, id, half, sequence));
            return true;
        } catch (IOException e) {
            // The directory may be gone as well.
            return false;
        }
    }

    @Override
    public ByteBuffer buffer() {
        // Published but uncommitted bytes are still the batch.
        return halves[(int) (published ? sequence : sequence + 1) & 1];
    }

    @Override
    public void ensureRoom(int length) throws IOException {
        if (length <= half) {
            return;
        }
        if (length > MAX_HALF) {
            throw new IOException("too long to be staged: length=" + length);
        }
        // All earlier intents are committed; the new file replaces the old one in one step.
        use(StagingFile.make(file, lockFile, id, Integer.highestOneBit(length - 1) << 1, sequence));
    }

    @Override
    public int maxLanes() {
        return MAX_LANES;
    }

    @Override
    public void publish(Sink sink, ByteBuffer lines, List<LaneReader> ahead, @Nullable LossReport losses) {
        ByteBuffer slot = slots[(int) (sequence + 1) & 1];
        Memory.putRelease(slot, 0, 0);
        int lanes = 0;
        // By index: an iterator for each batch would be garbage.
        for (int i = 0; i < ahead.size(); i++) {
            LaneReader lane = ahead.get(i);
            RingIdentity identity = lane.identity();
            if (identity.ownerId() != 0) {
                int entry = SLOT_ENTRIES + lanes++ * ENTRY_LENGTH;
                Memory.putPlain(slot, entry, identity.ownerId());
                Memory.putPlain(slot, entry + 8, identity.laneAndGeneration());
                Memory.putPlain(slot, entry + 16, lane.position());
            }
        }
        Memory.putPlain(slot, SLOT_LANES, lanes);
        Memory.putPlain(slot, SLOT_LOSS_OWNER, losses == null ? 0 : losses.ownerId());
        if (losses != null) {
            for (int i = 0; i < DropCounters.WORDS; i++) {
                Memory.putPlain(slot, SLOT_LOSSES + i * 8, losses.words()[i]);
            }
        }
        publish(sink, lines.limit());
    }

    /** Writes the rest of the next intent, whose lanes and losses are noted already, and makes it valid. */
    private void publish(Sink sink, int length) {
        long next = sequence + 1;
        int index = (int) next & 1;
        ByteBuffer slot = slots[index];
        putPath(slot, index, sink.path());
        Memory.putPlain(slot, SLOT_IDENTITY, sink.fileIdentity());
        Memory.putPlain(slot, SLOT_FILE_OFFSET, sink.length());
        Memory.putPlain(slot, SLOT_LENGTH_OF_LINES, length);
        int lanes = (int) Memory.getPlain(slot, SLOT_LANES);
        Memory.putPlain(slot, SLOT_CRC, checksum(slot, lanes, halves[index], length));
        CrashPoint.reach("before the intent");
        Memory.putRelease(slot, 0, next);
        sequence = next;
        published = true;
        CrashPoint.reach("after the intent");
    }

    @Override
    public void publishRest(Sink sink, int from) {
        int last = (int) sequence & 1;
        int next = last ^ 1;
        Memory.putRelease(slots[next], 0, 0);
        slots[next].put(SLOT_CHECKED, slots[last], SLOT_CHECKED, SLOT_LENGTH - SLOT_CHECKED);
        written[next] = null;
        int length = (int) Memory.getPlain(slots[last], SLOT_LENGTH_OF_LINES) - from;
        halves[next].clear().put(0, halves[last], from, length).limit(length);
        publish(sink, length);
    }

    private void putPath(ByteBuffer slot, int index, @Nullable Path path) {
        if (path == null || path.equals(written[index])) {
            return;
        }
        byte[] bytes = bytes(path);
        if (bytes.length > MAX_PATH) {
            throw new IllegalArgumentException("path too long: length=" + bytes.length);
        }
        slot.put(SLOT_PATH, bytes);
        Memory.putPlain(slot, SLOT_PATH_LENGTH, bytes.length);
        written[index] = path;
    }

    private byte[] bytes(Path path) {
        byte[] known = paths.get(path);
        if (known == null) {
            if (paths.size() >= MOST_PATHS) {
                paths.clear();
            }
            known = path.toString().getBytes(StandardCharsets.UTF_8);
            paths.put(path, known);
        }
        return known;
    }

    private long checksum(ByteBuffer slot, int lanes, ByteBuffer lines, int length) {
        crc.reset();
        update(slot, SLOT_CHECKED, SLOT_ENTRIES + lanes * ENTRY_LENGTH - SLOT_CHECKED);
        update(lines, 0, length);
        return crc.getValue();
    }

    /**
     * Computes the checksum piece by piece through the heap: on truncated mapped memory the JVM's checksum ends the process (SIGBUS), while
     * a copy only fails. A piece stays in the first-level cache.
     */
    private void update(ByteBuffer bytes, int from, int length) {
        for (int done = 0; done < length; ) {
            int count = Math.min(chunk.length, length - done);
            bytes.get(from + done, chunk, 0, count);
            crc.update(chunk, 0, count);
            done += count;
        }
    }

    @Override
    public void commit() {
        CrashPoint.reach("before the commit");
        Memory.putRelease(memory, COMMITTED_OFFSET, sequence);
        published = false;
        CrashPoint.reach("after the commit");
        buffer().clear();
    }

    /**
     * The last intent that any drainer published here; null when there is none. Call before any other method.
     *
     * @param listener called when the intent is damaged
     */
    @Nullable
    public Intent last(DrainListener listener) {
        long committed = Memory.getAcquire(memory, COMMITTED_OFFSET);
        Intent last = null;
        boolean damaged = false;
        for (int i = 0; i < 2; i++) {
            long published = Memory.getAcquire(slots[i], 0);
            if (published == 0) {
                continue;
            }
            Intent intent = published > 0 && published <= MAX_SEQUENCE && (published & 1) == i
                    ? read(i, published, committed)
                    : null;
            damaged |= intent == null && published > committed;
            if (intent != null && (last == null || intent.sequence() > last.sequence())) {
                last = intent;
            }
        }
        if (damaged) {
            listener.onPutAside(file, new IOException("an intent that can't be"));
        }
        sequence = Math.max(committed, last == null ? 0 : last.sequence());
        published = last != null && !last.committed();
        if (!published) {
            buffer().clear();
        }
        return last;
    }

    private @Nullable Intent read(int index, long published, long committed) {
        ByteBuffer slot = slots[index];
        long length = Memory.getPlain(slot, SLOT_LENGTH_OF_LINES);
        long pathLength = Memory.getPlain(slot, SLOT_PATH_LENGTH);
        long lanes = Memory.getPlain(slot, SLOT_LANES);
        long offset = Memory.getPlain(slot, SLOT_FILE_OFFSET);
        if (length < 0
                || length > half
                || pathLength <= 0
                || pathLength > MAX_PATH
                || lanes < 0
                || lanes > MAX_LANES
                || offset < 0) {
            return null;
        }
        if (checksum(slot, (int) lanes, halves[index], (int) length) != Memory.getPlain(slot, SLOT_CRC)) {
            return null;
        }
        byte[] path = new byte[(int) pathLength];
        slot.get(SLOT_PATH, path);
        Map<RingIdentity, Long> positions = new HashMap<>();
        for (int i = 0; i < lanes; i++) {
            int entry = SLOT_ENTRIES + i * ENTRY_LENGTH;
            RingIdentity ring = RingIdentity.of(Memory.getPlain(slot, entry), Memory.getPlain(slot, entry + 8));
            positions.put(ring, Memory.getPlain(slot, entry + 16));
        }
        long[] words = new long[DropCounters.WORDS];
        for (int i = 0; i < words.length; i++) {
            words[i] = Memory.getPlain(slot, SLOT_LOSSES + i * 8);
        }
        long identity = Memory.getPlain(slot, SLOT_IDENTITY);
        try {
            return new Intent(
                    published,
                    published <= committed,
                    PathDecoder.of(new String(path, StandardCharsets.UTF_8), identity),
                    identity,
                    offset,
                    halves[index].duplicate().clear().limit((int) length),
                    positions,
                    Memory.getPlain(slot, SLOT_LOSS_OWNER),
                    words);
        } catch (InvalidPathException e) {
            return null;
        } catch (IOException e) {
            // The intent isn't damaged: if it were reported so, its lines would be written again.
            throw new UncheckedIOException(e);
        }
    }
}
