package dev.tailrace.torture.fault;

import java.util.List;

/** All faults there are. Stateless. */
public final class Faults {
    private Faults() {}

    /** New ones, in the order of the table. */
    public static List<Fault> all() {
        return List.of(
                new CrashPoints(List.of()),
                new Kills(),
                new Stops(),
                new Spilling(),
                new SmallLanes(),
                new FullDisk(),
                new ReadOnly(),
                new FailingWrites(),
                new OutsideHands(),
                new ClockSteps(),
                new Storm(),
                new Takeover());
    }

    /** Crash points of a roll only, for mistakes that need them. */
    public static final String ROLLS = "crash points of rolls";

    /** Crash points around the write of a batch only, with outside hands after each. */
    public static final String WRITES = "crash points of writes";

    /** A new one of this name. */
    public static Fault named(String name) {
        if (name.equals(WRITES)) {
            return new CrashPoints(List.of("after the intent", "log: written", "before the commit"));
        }
        if (name.equals(ROLLS)) {
            return new CrashPoints(List.of("roll: renamed", "roll: new file opened", "before the intent"));
        }
        return all().stream()
                .filter(fault -> fault.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such fault: " + name));
    }
}
