package dev.tailrace.bench;

import dev.tailrace.bench.race.CallRace;

/** Main class: the single log call of every backend, measured by JMH. Arguments go to JMH; {@code --backend} chooses. */
public final class Calls {
    private Calls() {}

    /** Runs it and ends this JVM: 0 good, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(CallRace.run(arguments));
    }
}
