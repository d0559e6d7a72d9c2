package dev.tailrace.cli.tail;

import dev.tailrace.cli.line.LineParser;

/**
 * The text of one log call, as far as it can be distinguished.
 *
 * @param from the file, or the process whose lane it waits in
 * @param pid of that process; 0: from a file
 * @param nanos its time, nanoseconds since 1970; 0: only its text says it
 * @param text with its line end
 */
public record LogEvent(String from, long pid, long nanos, String text, LineParser.Parsed parsed) {}
