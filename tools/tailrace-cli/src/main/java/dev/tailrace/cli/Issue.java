package dev.tailrace.cli;

/**
 * Something about a log that should be looked at.
 *
 * @param what is the matter, in plain sentences
 * @param remedy what to do; a command in it stands after a colon and two spaces
 */
record Issue(Kind kind, String what, String remedy) {
    /** For programs; docs/reference/drain.md has the list. */
    enum Kind {
        UNDRAINED,
        STALLED,
        LEFT_LINES,
        LEFT_LANES,
        UNFINISHED_BATCH,
        MAYBE_TWICE,
        TORN,
        DROPPED,
        OTHER_ROLLING,
        DAMAGED_RING,
        OWNER_UNREADABLE,
        INTENT_UNREADABLE,
        PUT_ASIDE,
        ORPHAN_SPILL,
        TARGET_AWAY,
        DAMAGED_ROW
    }
}
