package dev.tailrace.torture.model;

/** Events between two steps of the drainer. */
interface Surroundings {
    /** Called after a persistent step: the process may end here, by an exception, and other programs may act. */
    void step();

    /** Called when a part of a write has reached the file: the process may end here, but no other bytes come in between. */
    void partOfWrite();

    /** Whether the write that begins now is short. */
    boolean nextWriteIsShort();
}
