package dev.tailrace.bench;

import dev.tailrace.bench.race.CallRace;

/**
 * Main class: measures the single log call of every backend with JMH, or in bursts with {@code --bursts}; with {@code --stages} the cost of
 * each stage of Tailrace. {@code --backend} selects backends; other arguments go to JMH.
 */
public final class Calls {
    private Calls() {}

    /** Runs the measurement and ends this JVM. Exit status: 0 good, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(CallRace.run(arguments));
    }
}
