package dev.tailrace.engine.journal.ring;

/**
 * Identifies a ring in all processes that share a lane directory.
 *
 * @param ownerId random; 0 for the private rings of a process
 * @param lane number of the lane among the owner's lanes of this log, from 0
 * @param generation number of the ring among the lane's rings, from 0
 */
public record RingIdentity(long ownerId, int lane, int generation) {
    /** Reads an identity from the words of shared memory. */
    public static RingIdentity of(long ownerId, long laneAndGeneration) {
        return new RingIdentity(ownerId, (int) (laneAndGeneration >>> 32), (int) laneAndGeneration);
    }

    /** Lane and generation as one word. */
    public long laneAndGeneration() {
        return (long) lane << 32 | generation;
    }
}
