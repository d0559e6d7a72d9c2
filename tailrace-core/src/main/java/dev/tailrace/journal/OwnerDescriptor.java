package dev.tailrace.journal;

/**
 * The layout of an owner's file: who it is, and what it dropped. See {@code docs/format.md}.
 */
final class OwnerDescriptor {
    static final long MAGIC = 0x524E_574F_4C49_4154L; // "TAILOWNR" in memory
    static final int LENGTH = 16_384;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int ID_OFFSET = 16;
    static final int PID_OFFSET = 24;
    static final int START_OFFSET = 32;

    private OwnerDescriptor() {}
}
