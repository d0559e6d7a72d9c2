package dev.tailrace.torture.model;

import java.util.Arrays;

/** An intent in its slot. Mutable, because it is written field by field. */
final class Slot {
    long sequence;
    String checksum = "";
    int identity;
    int offset;
    int length;
    /** The number of staged bytes that are before {@link #offset} already: the beginning of a line. */
    int begun;

    boolean reportsLoss;
    int[] positions = new int[World.LANES];

    Slot copy() {
        Slot copy = new Slot();
        copy.sequence = sequence;
        copy.checksum = checksum;
        copy.identity = identity;
        copy.offset = offset;
        copy.length = length;
        copy.begun = begun;
        copy.reportsLoss = reportsLoss;
        copy.positions = positions.clone();
        return copy;
    }

    /** Represents the CRC of fields and staged bytes: two checksums are equal only if everything is equal. */
    String checksumWith(String staged) {
        return identity + "," + offset + "," + length + "," + begun + "," + reportsLoss + Arrays.toString(positions)
                + staged;
    }

    @Override
    public String toString() {
        return sequence + ":" + checksum + ":" + checksumWith("");
    }
}
