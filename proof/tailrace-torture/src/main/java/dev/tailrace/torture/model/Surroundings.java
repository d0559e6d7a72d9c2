package dev.tailrace.torture.model;

/** What happens between two steps of the drainer. */
interface Surroundings {
    /** A persistent step was done: the process may end here, by an exception, and others may act. */
    void step();

    /** A part of a write reached the file: the process may end here, but no other bytes come in between. */
    void partOfWrite();

    /** Whether the write that begins now is cut short. */
    boolean nextWriteIsShort();
}
