package dev.tailrace.bench;

import dev.tailrace.bench.race.Race;

/**
 * Main class: eight JVMs that log to one file beside a single one with as many threads each, interleaved, every line looked for
 * afterwards. Takes the options of the race.
 */
public final class Sharing {
    private Sharing() {}

    /** Runs it and ends this JVM with the race's exit status. */
    public static void main(String[] arguments) {
        System.exit(Race.sharing(arguments));
    }
}
