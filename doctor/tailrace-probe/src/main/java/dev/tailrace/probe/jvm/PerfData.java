package dev.tailrace.probe.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters that HotSpot keeps of itself in a file that it has mapped, {@code hsperfdata_USER/PID}, as of one moment. Immutable.
 *
 * <pre>
 *  prologue                                     each entry
 *   0  CA FE C0 C0                               0  int   length of the entry
 *   4  byte  0: big endian, 1: little            4  int   where its name begins, counted from the entry
 *   5  byte  major version: 2                    8  int   elements of an array; 0: a single value
 *   6  byte  minor version                      12  byte  type: J long, B byte, others not read
 *   7  byte  1: complete                        13  byte  flags, unit, variability: not read
 *   8  int   bytes in use                       16  int   where its value begins, counted from the entry
 *  12  int   bytes that found no room
 *  16  long  last change
 *  24  int   where the first entry begins
 *  28  int   number of entries
 * </pre>
 *
 * @param numbers by name
 * @param texts by name
 */
public record PerfData(Map<String, Long> numbers, Map<String, String> texts) {
    /** What a JVM may keep: 32 KiB unless {@code -XX:PerfDataMemorySize} says otherwise. */
    static final int LARGEST = 4 << 20;

    private static final int MAGIC = 0xCAFEC0C0;
    private static final int MAJOR = 2;
    private static final int PROLOGUE = 32;
    private static final int ENTRY = 20;
    private static final int MOST_ENTRIES = 20_000;

    public PerfData {
        numbers = Map.copyOf(numbers);
        texts = Map.copyOf(texts);
    }

    /** A damage of such a file. */
    static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1;

        DamagedException(String message) {
            super(message);
        }
    }

    /**
     * Reads the file's bytes. Their writer is not trusted: nothing is read outside of its entry.
     *
     * @throws DamagedException when this is no such file, one of another version, one that is not complete yet, or a damaged one
     */
    static PerfData of(byte[] bytes) throws DamagedException {
        ByteBuffer file = ByteBuffer.wrap(bytes);
        if (bytes.length < PROLOGUE || file.getInt(0) != MAGIC) {
            throw new DamagedException("it does not begin as such a file does");
        }
        check(file.get(4) == 0 || file.get(4) == 1, "its byte order is unknown: " + file.get(4));
        check(file.get(5) == MAJOR, "its version is unknown: " + file.get(5) + "." + file.get(6));
        check(file.get(7) == 1, "the JVM has not filled it yet");
        file.order(file.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int used = file.getInt(8);
        check(used >= PROLOGUE && used <= bytes.length, "bytes in use: " + used + " of " + bytes.length);
        int count = file.getInt(28);
        check(count >= 0 && count <= MOST_ENTRIES, "entries: " + count);
        Map<String, Long> numbers = new HashMap<>();
        Map<String, String> texts = new HashMap<>();
        int at = file.getInt(24);
        for (int i = 0; i < count; i++) {
            check(at >= PROLOGUE && at <= used - ENTRY, "entry " + i + " begins at " + at + " of " + used);
            int length = file.getInt(at);
            check(length >= ENTRY && length <= used - at, "entry " + i + " is " + length + " bytes long");
            entry(file.slice(at, length).order(file.order()), numbers, texts);
            at += length;
        }
        return new PerfData(numbers, texts);
    }

    private static void entry(ByteBuffer entry, Map<String, Long> numbers, Map<String, String> texts)
            throws DamagedException {
        String name = text(entry, entry.getInt(4), entry.limit());
        int elements = entry.getInt(8);
        int value = entry.getInt(16);
        if (entry.get(12) == 'J' && elements == 0) {
            check(value >= ENTRY && value <= entry.limit() - Long.BYTES, "the value of " + name + " is outside of it");
            numbers.put(name, entry.getLong(value));
        } else if (entry.get(12) == 'B' && elements > 0) {
            check(value >= ENTRY && value <= entry.limit() - elements, "the text of " + name + " is outside of it");
            texts.put(name, text(entry, value, value + elements));
        }
    }

    /** Up to its closing zero, or to the end. */
    private static String text(ByteBuffer entry, int from, int end) throws DamagedException {
        check(from >= ENTRY && from < end && end <= entry.limit(), "a name is outside of its entry");
        int to = from;
        while (to < end && entry.get(to) != 0) {
            to++;
        }
        byte[] bytes = new byte[to - from];
        entry.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void check(boolean holds, String otherwise) throws DamagedException {
        if (!holds) {
            throw new DamagedException(otherwise);
        }
    }
}
