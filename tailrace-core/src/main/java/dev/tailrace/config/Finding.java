package dev.tailrace.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something the user should know, with a stable code and what to do about it.
 *
 * @param cause what is wrong here, in one plain sentence with the offending value
 * @param consumer who is affected (an appender's name, a logger), if anybody in particular
 * @param file the file it was found in, if any
 * @param line the line there, counted from 1; 0 when there is none
 */
public record Finding(
        FindingCode code,
        String cause,
        @Nullable String consumer,
        @Nullable String file,
        int line,
        List<String> evidence,
        String remedy) {}
