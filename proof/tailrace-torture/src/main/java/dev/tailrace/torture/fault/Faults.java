package dev.tailrace.torture.fault;

import java.util.Arrays;
import java.util.List;

/** All faults. Stateless. */
public final class Faults {
    private Faults() {}

    /** New instances, in the order of the table. */
    public static List<Fault> all() {
        return List.of(
                new CrashPoints(List.of()),
                new Kills(),
                new Stops(),
                new ReadersInside(false),
                new ReadersInside(true),
                new Spilling(),
                new SmallLanes(),
                new FullDisk(),
                new ReadOnly(),
                new FailingWrites(),
                new OutsideHands(),
                new CopyTruncate(),
                new CutLanes(),
                new DamagedLanes(),
                new ClockSteps(),
                new Consoles(false),
                new Consoles(true),
                new Storm(),
                new Takeover());
    }

    /** New faults of processes that log through another backend. */
    public static List<Fault> ofHosts() {
        return List.of(new CrashPoints(List.of()), new Kills());
    }

    /** New faults of processes that send to a target, in the order of the table; if {@code quick}, those that take seconds. */
    public static List<Fault> ofShippers(boolean quick) {
        return Arrays.stream(ShipFault.Kind.values())
                .filter(kind -> !quick || kind != ShipFault.Kind.CAP)
                .<Fault>map(ShipFault::new)
                .toList();
    }

    /**
     * A new fault that halts processes only at these steps: on rolled logs if the first is a roll, else with outside hands after each
     * crash.
     *
     * @throws IllegalArgumentException if there is no such step
     */
    public static Fault crashesAt(List<String> steps) {
        for (String step : steps) {
            if (!CrashPoints.KINDS.contains(step)) {
                throw new IllegalArgumentException("no such step: " + step);
            }
        }
        return new CrashPoints(steps);
    }

    /** A new fault with this name. */
    public static Fault named(String name) {
        return all().stream()
                .filter(fault -> fault.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such fault: " + name));
    }
}
