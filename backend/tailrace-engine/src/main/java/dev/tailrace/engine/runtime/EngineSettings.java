package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.WaitStrategy;

/**
 * The settings of an engine, for all its logs.
 *
 * @param memory cap in bytes for all lanes; 0: the default, which depends on the free shared memory and the container's limit
 * @param spill cap in bytes for all spill files; 0: there are none
 * @param waiting how drain threads wait for lines
 * @param force whether spinning is allowed with fewer than 4 CPUs
 * @param intervalNanos the longest sleep of a drain thread
 * @param archiverShare share of one core for compression, above 0, at most 1
 */
public record EngineSettings(
        long memory, long spill, WaitStrategy waiting, boolean force, long intervalNanos, double archiverShare) {}
