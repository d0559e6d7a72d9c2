package dev.tailrace.probe;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How to look at a process. Immutable.
 *
 * @param length for how long; 1 second to 1 hour
 * @param budget which share of that time the looking may cost the application, pauses and processor time together: 0.02 are 2 %
 * @param out the archive to write
 * @param agent whether an agent is loaded into the process that reads the logging configuration as it is
 */
public record LiveOptions(long pid, Duration length, double budget, Path out, boolean agent) {
    /** What is allowed where the user says nothing else. */
    public static final double DEFAULT_BUDGET = 0.02;

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Without an agent. */
    public LiveOptions(long pid, Duration length, double budget, Path out) {
        this(pid, length, budget, out, false);
    }

    public LiveOptions {
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a recording takes 1 second to 1 hour: length=" + length);
        }
        if (!(budget > 0 && budget <= 1)) {
            throw new IllegalArgumentException("a budget is more than 0 and 1 at most: budget=" + budget);
        }
    }

    double seconds() {
        return length.toMillis() / 1000.0;
    }
}
