package dev.tailrace.bench.child;

import java.io.Serializable;

/**
 * The task of a child JVM that logs.
 *
 * @param backend the contestant's name, which determines how it is stopped
 * @param folder the folder of its log files, as text
 * @param watched whether this JVM waits for its lines to arrive in the folder; false if the backend writes nothing, or other processes
 *     write there, too
 */
public record Assignment(String backend, String folder, boolean watched, Pace pace) implements Serializable {}
