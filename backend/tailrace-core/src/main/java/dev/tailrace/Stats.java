package dev.tailrace;

import java.util.List;

/**
 * What the engine did since it started.
 *
 * @param destinations one for each file and console
 * @param memoryUsed bytes of all lanes
 * @param memoryCap bytes they may use
 * @param compressions finished files that were compressed
 * @param archiverBacklog finished files that wait for the archiver
 */
public record Stats(
        List<DestinationStats> destinations, long memoryUsed, long memoryCap, long compressions, long archiverBacklog) {

    static final Stats NONE = new Stats(List.of(), 0, 0, 0, 0);

    /**
     * One destination.
     *
     * @param name the file, or which console
     * @param backlogBytes bytes in the lanes that are not in the file yet
     * @param dropped events that were dropped because the lanes were full
     * @param cut lines that were cut because they were too long
     */
    public record DestinationStats(String name, long backlogBytes, long dropped, long cut) {}
}
