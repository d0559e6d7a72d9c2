package dev.tailrace.engine.journal.owner;

/**
 * The layout of the file with the counts of an owner's limits. See {@code docs/reference/format.md}.
 *
 * <pre>
 *  +-------------------------------+
 *  |  Magic "TAILLIMT"             |     0
 *  |  Version: major, minor        |     8   (major in the upper 32 bits)
 *  |  Owner id, random, not 0      |    16
 *  |  Windows begun                |    64   (changes with each)
 *  |  Windows ended early          |    72   (changes with each request to report at once)
 *  +-------------------------------+
 *  |  512 slots of 512 bytes   ... |  4096
 *  +-------------------------------+
 *
 *  slot
 *  +-------------------------------+
 *  |  Held back; top bit: sealed   |     0   (only grows)
 *  |  Reported                     |     8   (only grows)
 *  |  First of the window          |    16   (ns since 1970; 0: none yet)
 *  |  Last                         |    24   (ns since 1970)
 *  |  Held back when it was sealed |    32   (top bit set; 0: not sealed)
 *  |  Length of the window, ns     |    40
 *  |  Level, SLF4J's code          |    48
 *  |  Length of the logger's name  |    56
 *  |  Length of the text           |    64
 *  |  Two constants                |    72   (to notice that the file was cut)
 *  |  Logger's name, UTF-8     ... |    96
 *  |  Text, UTF-8              ... |   224
 *  +-------------------------------+ 512
 * </pre>
 */
final class LimitDescriptor {
    static final long MAGIC = 0x544D_494C_4C49_4154L; // "TAILLIMT" in memory
    static final int VERSION_MAJOR = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int ID_OFFSET = 16;
    static final int BEGUN_OFFSET = 64;
    static final int ENDED_OFFSET = 72;
    static final int SLOTS_OFFSET = 4096;
    static final int SLOTS = 512;
    static final int SLOT_LENGTH = 512;
    static final int LENGTH = SLOTS_OFFSET + SLOTS * SLOT_LENGTH;

    static final int HELD = 0;
    static final int REPORTED = 8;
    static final int FIRST = 16;
    static final int LAST = 24;
    static final int SEALED_AT = 32;
    static final int WINDOW = 40;
    static final int LEVEL = 48;
    static final int NAME_LENGTH = 56;
    static final int TEXT_LENGTH = 64;
    static final int MARK = 72;
    static final int NAME = 96;
    static final int MOST_NAME = 128;
    static final int TEXT = NAME + MOST_NAME;
    static final int MOST_TEXT = SLOT_LENGTH - TEXT;

    static final long FIRST_MARK = 0x51D7_B0A3_94C6_2E8FL;
    static final long SECOND_MARK = 0x3C7A_195E_D284_6FB1L;
    static final long SEALED = 1L << 63;

    private LimitDescriptor() {}

    /** Where a slot begins. */
    static int slot(int index) {
        return SLOTS_OFFSET + index * SLOT_LENGTH;
    }
}
