package dev.tailrace.bench;

import dev.tailrace.bench.race.BenchRun;

/** Main class: everything that is to be reached, measured beside the peers. See {@code --help}. */
public final class Bench {
    private Bench() {}

    /** Runs it and ends this JVM: 0 all reached, 1 something missed or a line lost, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(BenchRun.run(arguments));
    }
}
