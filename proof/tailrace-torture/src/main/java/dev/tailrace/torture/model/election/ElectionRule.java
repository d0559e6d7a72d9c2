package dev.tailrace.torture.model.election;

/** A rule of the election. Without it, the process does what the comment says. */
enum ElectionRule {
    /** The holder is changed by compare-and-set. Without this rule, it is changed by a plain store. */
    COMPARE_AND_SET(Part.ELECTION),
    /** A candidate with the lock checks the holder. Without: the lock is enough to take over. */
    LOOK_AT_HOLDER(Part.ELECTION),
    /** A holder is replaced only when it is proved dead. Without: when a candidate gets the lock. */
    PROOF_OF_DEATH(Part.ELECTION),
    /** A process is known by its PID and its start ticks. Without: by its PID. */
    START_TICKS(Part.ELECTION),
    /** A zombie without other tasks is dead. Without: it is alive until its parent waits for it. */
    ZOMBIE_IS_DEAD(Part.ELECTION),
    /** A zombie with other tasks is alive. Without: every zombie is dead. */
    TASKS_OF_ZOMBIE(Part.ELECTION),
    /** Candidates wait for a stopped holder. Without: it is replaced after a timeout, and checks before it writes. */
    WAIT_FOR_STOPPED(Part.ELECTION),
    /** The holder stores 0 after its last write. Without: before. */
    ZERO_AFTER_LAST_WRITE(Part.ELECTION),
    /** A holder that gives up stores 0. Without: it only stops draining when it has lost its lock. */
    ZERO_WHEN_GIVING_UP(Part.ELECTION),
    /** A holder that resigned releases its lock. Without: it keeps the lock while it lives. */
    RELEASE_AFTER_ZERO(Part.ELECTION),
    /** An owner file exists before its owner can be the holder, and as long as it is. Without: removed before 0 is stored. */
    OWNER_FILE_OUTLIVES_HOLDING(Part.ELECTION),
    /** A successor redoes the intent that it finds. Without: it starts with its own batch. */
    REDO_INTENT(Part.ELECTION),
    /**
     * A successor redoes the intent even after a holder that stored 0, as its write may have failed. Without: only after a dead holder.
     */
    REDO_AFTER_ZERO(Part.ELECTION),

    /** The first record is created exclusively. Without: each process that finds no record writes one. */
    FIRST_RECORD_EXCLUSIVE(Part.JOINING),
    /** A newcomer reads the record again after it entered. Without: it has joined. */
    NEWCOMER_READS_AGAIN(Part.JOINING),
    /** A newcomer looks for its file after it has read again. Without: it may have gone with a directory that was removed. */
    NEWCOMER_STANDS(Part.JOINING),
    /** Only the directory's holder replaces the record. Without: any member. */
    REPLACER_HOLDS(Part.JOINING),
    /** A replacer looks for members before it marks the record. Without: only after. */
    REPLACER_LOOKS_FIRST(Part.JOINING),
    /** A replacer first marks the record as closing. Without: it names the new directory, and puts the old one back. */
    MARK_BEFORE_NAMING(Part.JOINING),
    /** A replacer looks for members again after it marked the record. Without: only before. */
    REPLACER_LOOKS_AGAIN(Part.JOINING),
    /** A replacer enters the new directory before the record names it. Without: after. */
    REPLACER_ENTERS_FIRST(Part.JOINING),
    /** The mark of a dead process doesn't count. Without: newcomers wait until it is removed. */
    MARK_OF_THE_DEAD_IS_VOID(Part.JOINING),

    /** The lock must be free at every poll of a period. Without: one poll is enough. */
    WHOLE_PERIOD(Part.LOCK_ONLY),
    /** A running holder retakes its lock at regular times. Without: never. */
    RETAKE_LOCK(Part.LOCK_ONLY),
    /** The holder retries until it has the lock. Without: one attempt each time, even if a candidate has the lock for a moment. */
    RETAKE_UNTIL_HELD(Part.LOCK_ONLY);

    final Part part;

    ElectionRule(Part part) {
        this.part = part;
    }

    /** The model in which a rule has its effect. */
    enum Part {
        ELECTION,
        JOINING,
        LOCK_ONLY
    }
}
