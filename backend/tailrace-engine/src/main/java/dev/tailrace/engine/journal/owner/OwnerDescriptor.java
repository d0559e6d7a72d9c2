package dev.tailrace.engine.journal.owner;

/**
 * The layout of an owner's file: which process it is, what it takes part in, and what it dropped. See {@code docs/reference/format.md}.
 *
 * <pre>
 *  +-------------------------------+
 *  |  Magic "TAILOWNR"             |     0
 *  |  Version: major, minor        |     8   (major in the upper 32 bits)
 *  |  Owner id, random, not 0      |    16
 *  |  Process id                   |    24   (as /proc shows it to this process)
 *  |  Start, ms since 1970         |    32
 *  |  Start in ticks since boot    |    40   (field 22 of /proc/PID/stat; 0 unknown)
 *  |  PID and time namespace       |    48   (inodes, lower and upper half; 0 unknown)
 *  |  Boot id, hashed              |    56   (0 unknown)
 *  |  State: bits                  |    64
 *  |  Rolling agreed to, hashed    |    72   (0 none)
 *  |  Memory cap of its process     |    80   (bytes; 0 not known)
 *  |  Spill cap of its process      |    88   (bytes; 0 none, or not known)
 *  |  Waits                         |    96   (log calls that waited for room)
 *  |  Heartbeat, a count           |   104   (about one a second)
 *  |  Requests made, a count       |   112   (see RequestFiles)
 *  |  Held back by limits, a count |   120   (up to half a second old)
 *  +-------------------------------+
 *  |  Losses                   ... |   128   (see DropCounters)
 *  +-------------------------------+
 *  |  Of consoles: lines written   |   240   (a process without log files; about a second old)
 *  |  Bytes written                |   248
 *  |  Instant of these             |   256   (nanoseconds; 0 no such process)
 *  +-------------------------------+
 *  |  Limits set at run time, length |  9344   (bytes; 0 none)
 *  |  Their text, as in an answer    |  9352   (UTF-8; see RequestFiles)
 *  +-------------------------------+
 * </pre>
 */
public final class OwnerDescriptor {
    public static final long MAGIC = 0x524E_574F_4C49_4154L; // "TAILOWNR" in memory
    public static final int LENGTH = 16_384;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int ID_OFFSET = 16;
    public static final int PID_OFFSET = 24;
    public static final int START_OFFSET = 32;
    static final int TICKS_OFFSET = 40;
    static final int NAMESPACE_OFFSET = 48;
    static final int BOOT_OFFSET = 56;
    static final int STATE_OFFSET = 64;
    static final int AGREED_OFFSET = 72;
    public static final int MEMORY_CAP_OFFSET = 80;
    public static final int SPILL_CAP_OFFSET = 88;
    public static final int WAITS_OFFSET = 96;
    static final int HEARTBEAT_OFFSET = 104;
    static final int REQUESTS_OFFSET = 112;
    public static final int LIMITED_OFFSET = 120;

    public static final int CONSOLE_LINES_OFFSET = 240;
    public static final int CONSOLE_BYTES_OFFSET = 248;
    public static final int CONSOLE_NANOS_OFFSET = 256;
    public static final int LIMITS_LENGTH_OFFSET = 9_344;
    public static final int LIMITS_OFFSET = 9_352;
    /** The most bytes of this text. */
    public static final int MOST_LIMITS = LENGTH - LIMITS_OFFSET;

    /** Length of the first words, up to the losses, in bytes. */
    static final int HEAD_LENGTH = 128;

    /** The owner has left: its remaining files count as a dead process's, even while its process lives. */
    static final long LEFT = 1;
    /** The owner takes part in the log. Without this bit it is still joining. */
    static final long JOINED = 1 << 1;
    /** The owner has no lanes and only drains other processes' lanes. */
    static final long GUEST = 1 << 2;
    /** The owner answers requests. */
    static final long ANSWERS = 1 << 8;

    private OwnerDescriptor() {}
}
