package dev.tailrace.probe.evidence;

/**
 * A thread's part in a lock, a monitor or anything else it waits for. Immutable.
 *
 * @param role what the thread does
 * @param id what the dump knows the object by, such as {@code 0x00000000ff4a2b10}; empty when it is unknown
 * @param type the object's class; empty when it is unknown
 * @param owner the name of the thread that holds it, where the dump names it with the one that waits; else empty
 * @param depth the index of the frame it belongs to; -1: none
 */
public record Lock(Role role, String id, String type, String owner, int depth) {
    /** How the id begins where no object is waited for, but a class, until another thread has initialised it. */
    public static final String CLASS_ID = "class ";

    /** Whether the lock is a class that another thread initialises; its type is that class. */
    public boolean isClass() {
        return id.startsWith(CLASS_ID);
    }

    /** The role of a thread at a lock. */
    public enum Role {
        /** Holds it. */
        HOLDS,
        /** Is blocked at the entrance of a monitor that another thread holds. */
        ENTERS,
        /** Waits to be notified; the monitor is free meanwhile. */
        AWAITS,
        /** Is parked on a lock, condition, queue or the like. */
        PARKS
    }

    /** The same with the name of the thread that holds it. */
    public Lock ownedBy(String name) {
        return new Lock(role, id, type, name, depth);
    }

    /** Whether the thread can't go on because of it. */
    public boolean stops() {
        return role != Role.HOLDS;
    }
}
