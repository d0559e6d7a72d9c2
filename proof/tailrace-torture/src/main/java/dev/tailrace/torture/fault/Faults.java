package dev.tailrace.torture.fault;

import java.util.List;

/** All faults. Stateless. */
public final class Faults {
    private static final String CAP = "ship cap";

    private Faults() {}

    /** New instances, in the order of the table. */
    public static List<Fault> all() {
        return List.of(
                crashPoints(List.of()),
                kills(),
                new Fault(
                        "stop and go on",
                        "SIGSTOP of the drainer and of producers, and SIGCONT later; some stop in the middle of a call",
                        Stops::run),
                new Fault(
                        "readers in the process",
                        "applications open, read and close the files of the log and the lanes; with stops and kills",
                        0.7,
                        trial -> ReadersInside.run(trial, false)),
                new Fault(
                        "readers in PID namespaces",
                        "the same, and every other process is in a PID namespace of its own",
                        0.4,
                        trial -> ReadersInside.run(trial, true)),
                new Fault(
                        "spill",
                        "lanes of 1 MB while the drainer stands still, so that all spill to disk; with kills",
                        Spilling::run),
                new Fault(
                        "small lanes",
                        "the lane directory's file system has 64 MB, or 3, or is filled by others; with kills",
                        SmallLanes::run),
                new Fault(
                        "full disk",
                        "the file system of the log is full for a while; some are killed meanwhile",
                        FullDisk::run),
                new Fault(
                        "read only",
                        "the log's file system is read-only for a while; the drainer is killed meanwhile",
                        ReadOnly::run),
                new Fault(
                        "failing writes",
                        "writes of the log stop in the middle or fail, and processes are killed",
                        Kills::failingWrites),
                new Fault(
                        "outside hands",
                        "the log is renamed, deleted, cut and appended to by others",
                        OutsideHands::run),
                new Fault(
                        "copytruncate",
                        "the log is copied and truncated again and again while it is written, as logrotate does with copytruncate",
                        OutsideHands::copyTruncate),
                new Fault(
                        "cut lanes", "files of the lane directory are truncated while they are mapped", CutLanes::run),
                new Fault(
                        "damaged lanes",
                        "single words are overwritten in rings and owner files of dead processes",
                        DamagedLanes::run),
                new Fault(
                        "clock",
                        "the clock is set back and forth, and over changes of daylight saving time; with kills",
                        ClockSteps::run),
                new Fault(
                        "console",
                        "processes that log to a pipe or a file are killed; readers are fast, slow or stand still",
                        new Consoles(false)::run),
                new Fault("console on a terminal", "the same on a pseudo-terminal", new Consoles(true)::run),
                new Fault(
                        "start-up storm",
                        "50 processes start at once on one file, log and end; in quick mode 8",
                        0.5,
                        Kills::storm),
                new Fault(
                        "takeover",
                        "the drainer is killed, and the time until the next byte in the log is taken",
                        Takeover::run));
    }

    /** New faults of processes that log through another backend. */
    public static List<Fault> ofHosts() {
        return List.of(crashPoints(List.of()), kills());
    }

    /** New faults of processes that send to a target, in the order of the table; if {@code quick}, those that take seconds. */
    public static List<Fault> ofShippers(boolean quick) {
        List<Fault> all = List.of(
                new Fault(
                        "ship kills",
                        "two processes that send to a target are killed at any moment, and so is the target",
                        trial -> ShipFaults.kill(trial, "otlp", trial.quickOr(3, 100))),
                new Fault(
                        "ship lines",
                        "the same with lines over TCP; the target hangs up, and stops, but isn't killed",
                        trial -> ShipFaults.kill(trial, "lines", trial.quickOr(2, 20))),
                new Fault(
                        "ship crash points",
                        "the process that sends halts at each of its steps, and another takes over",
                        ShipFaults::crash),
                new Fault(
                        "ship outages",
                        "the target is killed, stopped for a minute, too slow, or refuses everything for a while",
                        ShipFaults::outages),
                new Fault(
                        CAP,
                        "the target is away until the cap is exceeded: as much is missing as is reported",
                        trial -> ShipFaults.exceed(trial, false)),
                new Fault(
                        "ship cap crashes",
                        "the same, and the process that drops records halts at each of its steps",
                        trial -> ShipFaults.exceed(trial, true)));
        return all.stream().filter(fault -> !quick || !fault.name().equals(CAP)).toList();
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
        return crashPoints(steps);
    }

    public static Fault named(String name) {
        return all().stream()
                .filter(fault -> fault.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such fault: " + name));
    }

    private static Fault crashPoints(List<String> only) {
        return new Fault(
                "crash points",
                "the process halts at its Nth persistent step, N = 1, 2, 3 ..., in recovery too",
                3,
                new CrashPoints(only)::run);
    }

    private static Fault kills() {
        return new Fault(
                "kill -9", "producers and the drainer among 1 to 8 processes are killed at any moment", 3, Kills::run);
    }
}
