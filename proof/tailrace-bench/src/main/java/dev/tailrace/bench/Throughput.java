package dev.tailrace.bench;

import dev.tailrace.bench.race.Race;

/**
 * Main class: lines a second, end to end, of every backend in a JVM of its own, interleaved, every line looked for afterwards. See
 * {@code --help}.
 */
public final class Throughput {
    private Throughput() {}

    /** Runs it and ends this JVM with the race's exit status. */
    public static void main(String[] arguments) {
        System.exit(Race.throughput(arguments));
    }
}
