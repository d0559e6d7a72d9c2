package dev.tailrace.bench;

import dev.tailrace.bench.race.BenchRun;

/** Main class: measures all targets beside the peers. See {@code --help}. */
public final class Bench {
    private Bench() {}

    /** Runs the bench and ends this JVM. Exit status: 0 all targets met, 1 a target missed or a line lost, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(BenchRun.run(arguments));
    }
}
