package dev.tailrace.torture.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * The rules of the protocol that can be left out, one by one, to show that each is needed.
 *
 * @param left those left out
 */
record DrainRules(Set<Rule> left) {
    /** One rule of draining or of recovery. */
    enum Rule {
        /** The intent is published before its bytes are appended, not after. */
        INTENT_BEFORE_APPEND,
        /** A word says that an intent is done with. */
        COMMITTED_WORD,
        /** It is stored after the append. */
        COMMIT_AFTER_APPEND,
        /** {@code consumed} is stored after the intent was committed. */
        CONSUMED_AFTER_INTENT,
        /** Recovery takes positions from the last intent even if it was committed. */
        POSITIONS_OF_COMMITTED,
        /** What was reported of losses is in the intent. */
        LOSSES_IN_INTENT,
        /** Intent n is in slot n mod 2. */
        ALTERNATING_SLOTS,
        /** The bytes of intent n are in half n mod 2. */
        ALTERNATING_HALVES,
        /** A slot's sequence is 0 while its fields are being written. */
        SEQUENCE_LAST,
        /** A slot whose checksum is wrong doesn't count. */
        CHECKSUM,
        /** The identity in the intent is that of the file that is open, not of the one that has the name now. */
        IDENTITY_OF_OPEN_FILE,
        /** Recovery compares bytes, not lengths only. */
        COMPARE_BYTES,
        /** Staged bytes are looked for behind foreign ones. */
        SEARCH_BEHIND_FOREIGN,
        /** Only the rest is appended of a batch that was written in part. */
        APPEND_ONLY_THE_REST,
        /** What was written in part and then followed by foreign bytes goes on after its last whole line. */
        CUT_AT_LINE_END,
        /** A file of the intent's identity is looked for under other names. */
        SEARCH_OTHER_NAMES,
        /** The identity is compared at all. */
        COMPARE_IDENTITY,
        /** What recovery has to append gets an intent of its own. */
        INTENT_FOR_THE_REST,
        /** So does what is left after a short write. */
        INTENT_AFTER_SHORT_WRITE,
        /** A position never becomes smaller. */
        POSITIONS_ONLY_GROW
    }

    static DrainRules all() {
        return new DrainRules(EnumSet.noneOf(Rule.class));
    }

    static DrainRules without(Rule first, Rule... more) {
        return new DrainRules(EnumSet.of(first, more));
    }

    boolean has(Rule rule) {
        return !left.contains(rule);
    }
}
