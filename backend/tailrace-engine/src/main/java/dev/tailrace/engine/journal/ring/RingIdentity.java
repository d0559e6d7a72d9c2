package dev.tailrace.engine.journal.ring;

/**
 * Which ring this is, in all processes that share a lane directory.
 *
 * @param ownerId random; 0 for the private rings of a process
 * @param lane of the owner's lanes of this log, from 0
 * @param generation of the lane's rings, from 0
 */
public record RingIdentity(long ownerId, int lane, int generation) {
    /** From the words of shared memory. */
    public static RingIdentity of(long ownerId, long laneAndGeneration) {
        return new RingIdentity(ownerId, (int) (laneAndGeneration >>> 32), (int) laneAndGeneration);
    }

    /** The two numbers as one word. */
    public long laneAndGeneration() {
        return (long) lane << 32 | generation;
    }
}
