package dev.tailrace.engine.journal.owner;

import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.engine.journal.ring.FrameSearch;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts a process's dropped events per level and logger, in memory that other processes can read: the drainer reports them, also after the
 * process's death. Counters only grow; a report is the difference to the last reported counts.
 *
 * <p>{@link #count} and {@link #showLimited} are for any thread of the owner, the rest for one drainer at a time. The layout is in {@code
 * docs/reference/format.md}.
 */
public final class DropCounters {
    /** Number of words with the reported counts: levels, then loggers. */
    public static final int WORDS = 5 + 65;

    private static final int LEVELS = 5;
    private static final int LOGGERS = 65;
    private static final int OTHER = LOGGERS - 1;
    private static final int DROPPED_OFFSET = 128;
    private static final int FIRST_OFFSET = 168;
    private static final int LAST_OFFSET = 176;
    private static final int REPORTED_OFFSET = 192;
    private static final int ENTRIES_OFFSET = 1024;
    private static final int ENTRY_LENGTH = 128;
    private static final int ENTRY_REPORTED = 8;
    private static final int ENTRY_NAME_LENGTH = 16;
    private static final int ENTRY_NAME = 24;
    private static final int MAX_NAME = ENTRY_LENGTH - ENTRY_NAME;
    /** More than a process can drop between two reports. */
    private static final long MOST = 1L << 40;

    private static final String OTHERS = "(others)";

    private final long ownerId;
    private final Supplier<ByteBuffer> page;
    private final Map<String, Integer> entries = new ConcurrentHashMap<>();
    private long reportedUntil;

    /** @param page of {@link OwnerDescriptor#LENGTH} bytes */
    public DropCounters(long ownerId, ByteBuffer page) {
        this(ownerId, () -> page);
    }

    private DropCounters(long ownerId, Supplier<ByteBuffer> page) {
        this.ownerId = ownerId;
        this.page = page;
    }

    /** Counters in private memory of this process. */
    public static DropCounters inProcess() {
        ByteBuffer page = ByteBuffer.allocateDirect(OwnerDescriptor.LENGTH);
        describe(page);
        return new DropCounters(0, page);
    }

    /** Counters in the file of an owner. */
    public static DropCounters of(Owner owner) {
        return new DropCounters(owner.id(), owner::page);
    }

    static void describe(ByteBuffer page) {
        Memory.putPlain(page, FIRST_OFFSET, Long.MAX_VALUE);
        Memory.putPlain(page, LAST_OFFSET, Long.MIN_VALUE);
        putName(page, OTHER, OTHERS.getBytes(StandardCharsets.UTF_8));
    }

    /** 0 for memory of this process only. */
    public long ownerId() {
        return ownerId;
    }

    /** Counts one event. {@code level}: SLF4J's code. */
    public void count(int level, String logger, long epochNanos) {
        try {
            // The farthest word of the accesses below: none of them may be the first access to a truncated page.
            MemoryFault.touch(page.get(), OwnerDescriptor.LENGTH - Long.BYTES);
            int entry = entry(logger);
            lower(FIRST_OFFSET, epochNanos);
            raise(LAST_OFFSET, epochNanos);
            Memory.getAndAdd(page.get(), ENTRIES_OFFSET + entry * ENTRY_LENGTH, 1);
            // Stored last: a report that sees this count also has the times, unless an earlier report has taken them.
            Memory.getAndAdd(page.get(), DROPPED_OFFSET + Math.max(0, Math.min(LEVELS - 1, level / 10)) * 8, 1);
            MemoryFault.raise();
        } catch (InternalError e) {
            // The file's counts are lost with the file; the drain thread makes another file within a second.
            return;
        }
    }

    /** Shows tools the number of events that limits have held back, which the log's summaries report. */
    public void showLimited(long count) {
        try {
            Memory.putRelease(page.get(), OwnerDescriptor.LIMITED_OFFSET, count);
            MemoryFault.raise();
        } catch (InternalError e) {
            // The file was truncated; the drain thread makes another one within a second.
            return;
        }
    }

    /**
     * Shows tools the figures of all consoles of a process without log files, whose drops are counted elsewhere.
     *
     * @param consoles their counters, in private memory
     * @param lines that were written to them
     * @param bytes that were written to them
     * @param waits log calls that waited for room
     */
    public void showConsoles(List<DropCounters> consoles, long lines, long bytes, long waits, long epochNanos) {
        long[] dropped = new long[LEVELS];
        long limited = 0;
        for (DropCounters each : consoles) {
            long[] levels = each.perLevel();
            for (int i = 0; i < LEVELS; i++) {
                dropped[i] += levels[i];
            }
            limited += Memory.getAcquire(each.page.get(), OwnerDescriptor.LIMITED_OFFSET);
        }
        try {
            ByteBuffer shown = page.get();
            MemoryFault.touch(shown, OwnerDescriptor.LENGTH - Long.BYTES);
            for (int i = 0; i < LEVELS; i++) {
                // A console's lines report them.
                Memory.putRelease(shown, REPORTED_OFFSET + i * Long.BYTES, dropped[i]);
                Memory.putRelease(shown, DROPPED_OFFSET + i * Long.BYTES, dropped[i]);
            }
            Memory.putRelease(shown, OwnerDescriptor.WAITS_OFFSET, waits);
            Memory.putRelease(shown, OwnerDescriptor.LIMITED_OFFSET, limited);
            Memory.putRelease(shown, OwnerDescriptor.CONSOLE_LINES_OFFSET, lines);
            Memory.putRelease(shown, OwnerDescriptor.CONSOLE_BYTES_OFFSET, bytes);
            Memory.putRelease(shown, OwnerDescriptor.CONSOLE_NANOS_OFFSET, epochNanos);
            MemoryFault.raise();
        } catch (InternalError e) {
            // The file was truncated; the drain thread makes another one within a second.
            return;
        }
    }

    private int entry(String logger) {
        Integer known = entries.get(logger);
        return known != null ? known : newEntry(logger);
    }

    private synchronized int newEntry(String logger) {
        Integer known = entries.get(logger);
        if (known != null) {
            return known;
        }
        int entry = entries.size();
        if (entry >= OTHER) {
            // Not cached: an endless number of names would fill the heap.
            return OTHER;
        }
        byte[] name = logger.getBytes(StandardCharsets.UTF_8);
        putName(page.get(), entry, name);
        entries.put(logger, entry);
        return entry;
    }

    private static void putName(ByteBuffer page, int entry, byte[] name) {
        int at = ENTRIES_OFFSET + entry * ENTRY_LENGTH;
        int length = Math.min(name.length, MAX_NAME);
        page.put(at + ENTRY_NAME, name, 0, length);
        Memory.putRelease(page, at + ENTRY_NAME_LENGTH, length);
    }

    private void lower(int index, long value) {
        long now;
        do {
            now = Memory.getAcquire(page.get(), index);
        } while (value < now && !Memory.compareAndSet(page.get(), index, now, value));
    }

    private void raise(int index, long value) {
        long now;
        do {
            now = Memory.getAcquire(page.get(), index);
        } while (value > now && !Memory.compareAndSet(page.get(), index, now, value));
    }

    /** The number of all dropped events. */
    public long total() {
        return sum(DROPPED_OFFSET);
    }

    /** The number of dropped events per level, TRACE first; 0 for impossible counts. */
    public long[] perLevel() {
        long[] perLevel = new long[LEVELS];
        for (int i = 0; i < LEVELS; i++) {
            long count = Memory.getAcquire(page.get(), DROPPED_OFFSET + i * 8);
            perLevel[i] = isPlausible(count) ? count : 0;
        }
        return perLevel;
    }

    /** The number of dropped events per logger with any; without impossible counts. */
    public Map<String, Long> perLogger() {
        Map<String, Long> loggers = new TreeMap<>();
        for (int i = 0; i < LOGGERS; i++) {
            int at = ENTRIES_OFFSET + i * ENTRY_LENGTH;
            long count = Memory.getAcquire(page.get(), at);
            if (count != 0 && isPlausible(count)) {
                loggers.merge(name(at), count, Long::sum);
            }
        }
        return loggers;
    }

    private long sum(int offset) {
        try {
            long sum = 0;
            for (int i = 0; i < LEVELS; i++) {
                sum += Memory.getAcquire(page.get(), offset + i * 8);
            }
            MemoryFault.raise();
            return sum;
        } catch (InternalError e) {
            // The file was truncated, and is made anew within a second.
            return 0;
        }
    }

    /** Whether there are unreported drops. */
    public boolean isUnreported() {
        return total() != sum(REPORTED_OFFSET);
    }

    /** The report of all unreported drops; null when there are none. */
    public @Nullable LossReport unreported() {
        if (!isUnreported()) {
            return null;
        }
        long[] words = new long[WORDS];
        long[] perLevel = new long[LEVELS];
        for (int i = 0; i < LEVELS; i++) {
            words[i] = Memory.getAcquire(page.get(), DROPPED_OFFSET + i * 8);
            perLevel[i] = words[i] - Memory.getAcquire(page.get(), REPORTED_OFFSET + i * 8);
        }
        boolean damaged = false;
        for (int i = 0; i < LEVELS; i++) {
            if (!isPlausible(perLevel[i])) {
                damaged = true;
                perLevel[i] = 0;
            }
        }
        Map<String, Long> loggers = new TreeMap<>();
        for (int i = 0; i < LOGGERS; i++) {
            int at = ENTRIES_OFFSET + i * ENTRY_LENGTH;
            words[LEVELS + i] = Memory.getAcquire(page.get(), at);
            long count = words[LEVELS + i] - Memory.getAcquire(page.get(), at + ENTRY_REPORTED);
            if (!isPlausible(count)) {
                damaged = true;
            } else if (count != 0) {
                loggers.merge(name(at), count, Long::sum);
            }
        }
        long first = Memory.getAndSet(page.get(), FIRST_OFFSET, Long.MAX_VALUE);
        long last = Memory.getAndSet(page.get(), LAST_OFFSET, Long.MIN_VALUE);
        // An earlier report may have taken the times of an event that is counted only now.
        // Other impossible times, also from a wrong clock, are left out of the report.
        first = first == Long.MAX_VALUE ? reportedUntil : first;
        last = last == Long.MIN_VALUE ? Math.max(first, reportedUntil) : last;
        if (last >= FrameSearch.EARLIEST && last <= FrameSearch.LATEST) {
            reportedUntil = last;
        }
        return new LossReport(ownerId, first, last, perLevel, loggers, damaged, words);
    }

    /** Shared memory can hold any value. */
    private static boolean isPlausible(long count) {
        return count >= 0 && count <= MOST;
    }

    private String name(int at) {
        int length = (int) Math.max(0, Math.min(MAX_NAME, Memory.getAcquire(page.get(), at + ENTRY_NAME_LENGTH)));
        byte[] name = new byte[length];
        page.get().get(at + ENTRY_NAME, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /** Notes that a report with these words was written. */
    public void reported(long[] words) {
        for (int i = 0; i < LEVELS; i++) {
            Memory.putRelease(page.get(), REPORTED_OFFSET + i * 8, words[i]);
        }
        for (int i = 0; i < LOGGERS; i++) {
            Memory.putRelease(page.get(), ENTRIES_OFFSET + i * ENTRY_LENGTH + ENTRY_REPORTED, words[LEVELS + i]);
        }
    }
}
