package dev.tailrace.bench;

import dev.tailrace.bench.race.Race;

/**
 * Main class: compares eight JVMs that log to one file with a single JVM with as many threads each. Runs are interleaved, and every line is
 * audited. Takes the options of the race.
 */
public final class Sharing {
    private Sharing() {}

    /** Runs the comparison and ends this JVM with the race's exit status. */
    public static void main(String[] arguments) {
        System.exit(Race.sharing(arguments));
    }
}
