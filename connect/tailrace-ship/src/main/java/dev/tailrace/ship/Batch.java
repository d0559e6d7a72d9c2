package dev.tailrace.ship;

import java.util.Objects;

/**
 * Decoded records that are sent together, in their order: a part of an array, so that half of a batch needs no copy. Immutable; the bytes
 * stay as they are until {@link Target#send} returns.
 */
public final class Batch {
    private final byte[] bytes;
    private final int[] bounds;
    private final long[] ends;
    private final int first;
    private final int count;
    private final Position start;
    private final long key;

    /**
     * A part of these records.
     *
     * @param bounds the first record begins at {@code bounds[first]} and ends at {@code bounds[first + 1]}, where the next begins
     * @param ends where in its file each record ends, from {@code ends[first]} on
     */
    Batch(byte[] bytes, int[] bounds, long[] ends, int first, int count) {
        this(bytes, bounds, ends, first, count, Position.START, 0);
    }

    private Batch(byte[] bytes, int[] bounds, long[] ends, int first, int count, Position start, long key) {
        Objects.checkFromIndexSize(first, count + 1, bounds.length);
        this.bytes = bytes;
        this.bounds = bounds;
        this.ends = ends;
        this.first = first;
        this.count = count;
        this.start = start;
        this.key = key;
    }

    /** These records, beginning at a position in the file with this key. */
    Batch at(Position position, long file) {
        return new Batch(bytes, bounds, ends, first, count, position, file);
    }

    /** The number of a record in its row, from 0 on: the same when it is sent again, and above those of the records before it. */
    public long number(int index) {
        return start.number() + Objects.checkIndex(index, count);
    }

    /** The place behind these records, for {@link Target#resume}. */
    public String after() {
        return start.at(key, end(count - 1)).plus(count, 0, 0).text();
    }

    /** A batch of these records. */
    public static Batch of(byte[]... records) {
        int[] bounds = new int[records.length + 1];
        for (int i = 0; i < records.length; i++) {
            bounds[i + 1] = bounds[i] + records[i].length;
        }
        byte[] all = new byte[bounds[records.length]];
        for (int i = 0; i < records.length; i++) {
            System.arraycopy(records[i], 0, all, bounds[i], records[i].length);
        }
        return new Batch(all, bounds, new long[records.length], 0, records.length);
    }

    /** The number of records. */
    public int count() {
        return count;
    }

    /** The array that all records are in. */
    public byte[] bytes() {
        return bytes;
    }

    /** The first byte of a record, by its index from 0. */
    public int from(int index) {
        return bounds[first + Objects.checkIndex(index, count)];
    }

    /** The first byte behind a record. */
    public int to(int index) {
        return bounds[first + Objects.checkIndex(index, count) + 1];
    }

    /** Where in its file a record ends. */
    long end(int index) {
        return ends[first + Objects.checkIndex(index, count)];
    }

    /** The records from this index on, so many. */
    public Batch part(int index, int length) {
        Objects.checkFromIndexSize(index, length, count);
        return new Batch(bytes, bounds, ends, first + index, length);
    }
}
