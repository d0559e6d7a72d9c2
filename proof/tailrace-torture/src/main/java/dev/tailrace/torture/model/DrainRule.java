package dev.tailrace.torture.model;

/** A rule of draining or of recovery. */
enum DrainRule {
    /** The intent is published before its bytes are appended, not after. */
    INTENT_BEFORE_APPEND,
    /** A word shows that an intent is committed. */
    COMMITTED_WORD,
    /** The committed word is stored after the append. */
    COMMIT_AFTER_APPEND,
    /** {@code consumed} is stored after the intent was committed. */
    CONSUMED_AFTER_INTENT,
    /** Recovery takes positions from the last intent even if it was committed. */
    POSITIONS_OF_COMMITTED,
    /** The reported losses are in the intent. */
    LOSSES_IN_INTENT,
    /** Intent n is in slot n mod 2. */
    ALTERNATING_SLOTS,
    /** The bytes of intent n are in half n mod 2. */
    ALTERNATING_HALVES,
    /** A slot's sequence is 0 while its fields are being written. */
    SEQUENCE_LAST,
    /** A slot with a wrong checksum is ignored. */
    CHECKSUM,
    /** The intent has the identity of the open file, not of the file that has the name now. */
    IDENTITY_OF_OPEN_FILE,
    /** Recovery compares bytes, not lengths only. */
    COMPARE_BYTES,
    /** Staged bytes are searched for after foreign bytes. */
    SEARCH_BEHIND_FOREIGN,
    /** After a partial write of a batch, only the rest is appended. */
    APPEND_ONLY_THE_REST,
    /** A partly written batch that is followed by foreign bytes continues after its last complete line. */
    CUT_AT_LINE_END,
    /** A file with the intent's identity is searched for under other names. */
    SEARCH_OTHER_NAMES,
    /** The identity is compared at all. */
    COMPARE_IDENTITY,
    /** The rest that recovery appends gets its own intent. */
    INTENT_FOR_THE_REST,
    /** The rest after a short write gets its own intent. */
    INTENT_AFTER_SHORT_WRITE,
    /** A position never becomes smaller. */
    POSITIONS_ONLY_GROW
}
