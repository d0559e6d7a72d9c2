package dev.tailrace.journal;

import java.nio.ByteBuffer;

/** A ring so small that jcstress can make a fresh one for each of some 100,000 races a second. */
final class SmallRing {
    static final int CAPACITY = 256;

    final ByteBuffer memory = ByteBuffer.allocateDirect(RingDescriptor.DATA_OFFSET + CAPACITY);
    final Ring ring = new Ring(new RingMemory(memory, null));
}
