package dev.tailrace.bench;

import dev.tailrace.bench.race.CallRace;

/** Main class: the single log call of every backend, measured by JMH, or in bursts with {@code --bursts}; with {@code --stages} what each stage of Tailrace costs. {@code --backend} chooses, other arguments go to JMH. */
public final class Calls {
    private Calls() {}

    /** Runs it and ends this JVM: 0 good, 2 it could not run. */
    public static void main(String[] arguments) {
        System.exit(CallRace.run(arguments));
    }
}
