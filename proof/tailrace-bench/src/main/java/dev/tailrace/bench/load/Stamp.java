package dev.tailrace.bench.load;

/**
 * The producer of a line.
 *
 * @param process the process, or the phase of a run
 * @param sequence the thread's own, from 0
 */
public record Stamp(int process, int thread, long sequence) {}
