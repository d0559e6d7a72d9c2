package dev.tailrace.engine;

/**
 * The figures of a log, for this process.
 *
 * @param log its path
 * @param backlogBytes bytes that are appended and not in the file yet
 * @param dropped records that were dropped because memory and spill were full, or their thread had no stack left
 * @param cut records that were truncated because they were too long
 */
public record Figures(String log, long backlogBytes, long dropped, long cut) {}
