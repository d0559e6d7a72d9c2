package dev.tailrace.bench;

import dev.tailrace.bench.race.Race;

/**
 * Main class: measures lines per second, end to end, of every backend in its own JVM. Runs are interleaved, and every line is audited. See
 * {@code --help}.
 */
public final class Throughput {
    private Throughput() {}

    /** Runs the measurement and ends this JVM with the race's exit status. */
    public static void main(String[] arguments) {
        System.exit(Race.throughput(arguments));
    }
}
