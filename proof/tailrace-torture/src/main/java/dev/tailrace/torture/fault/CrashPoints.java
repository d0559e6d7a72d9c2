package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processes halt at their Nth persistent step, one after the other on the same log, so that each except the first crashes during or after
 * its recovery. Every third process only recovers. In between, other programs rename or append to a log that isn't rolled.
 */
final class CrashPoints {
    private static final Pattern REPORTED = Pattern.compile("crash point \\d+: (.*)");
    private static final String AT = "-Dtailrace.crashAt=";
    /** Exit status of a process that halted at a crash point. */
    private static final int HALTED = 99;
    /** The assumed number of steps of a process, until a process has fewer. */
    private static final int MOST_STEPS = 1_000;

    private static final int MOST_STEPS_OF_RECOVERY = 60;

    /** The kinds of steps. They are chosen by kind, so that rare steps are tried as often as frequent ones. */
    static final List<String> KINDS = List.of(
            "claimed",
            "negative length",
            "payload",
            "committed",
            "ring made",
            "ring linked",
            "ring sealed",
            "ring consumed",
            "ring removed",
            "owner locked",
            "owner entered",
            "takeover",
            "drain lock: taken",
            "holder: file made",
            "holder: before it is taken",
            "holder: taken",
            "holder: before it is given up",
            "holder: given up",
            "drain lock: record taken away",
            "drain lock: record written",
            "drain lock: record closed",
            "before the intent",
            "after the intent",
            "before a write",
            "log: written",
            "after a write",
            "before the commit",
            "after the commit",
            "consumed",
            "roll: before the rename",
            "roll: renamed",
            "roll: new file opened",
            "recovery: written",
            "recovery: positions restored",
            "redo: before a write",
            "redo: written");

    /** The only steps to crash at, unless empty: on rolled logs if the first is a roll, else with outside hands after each crash. */
    private final List<String> only;

    private final Count producers = new Count(MOST_STEPS, 20);
    private final Count recoveries = new Count(MOST_STEPS_OF_RECOVERY, 5);

    /** The steps of one kind of process, which are counted through, or drawn in quick runs. */
    private static final class Count {
        private final int least;
        private int steps;
        private int next;

        Count(int steps, int least) {
            this.steps = steps;
            this.least = least;
        }
    }

    CrashPoints(List<String> only) {
        this.only = only;
    }

    void run(Trial trial) throws IOException, InterruptedException {
        boolean rolled =
                only.isEmpty() ? trial.random().nextBoolean() : only.get(0).startsWith("roll");
        try (Scene scene = trial.scene(rolled ? trial.rolled(trial.between(3, 12)) : SceneSettings.plain())) {
            int processes = trial.quickOr(6, 12);
            for (int i = 0; i < processes; i++) {
                if (i % 3 == 2) {
                    crash(scene, trial, ProducerLoad.NONE, recoveries);
                } else {
                    crash(scene, trial, ProducerLoad.lines(trial.between(1, 2), 40), producers);
                }
                if (!rolled && (!only.isEmpty() || trial.random().nextBoolean())) {
                    OutsideHands.disturb(scene, trial, i + 1);
                }
            }
            // A second recovery must find nothing to do; else it would do the work twice.
            scene.recover();
            trial.settle(scene);
        }
    }

    private void crash(Scene scene, Trial trial, ProducerLoad load, Count count)
            throws IOException, InterruptedException {
        if (!only.isEmpty() || trial.random().nextBoolean()) {
            crash(scene, trial, ofAKind(load, trial));
            return;
        }
        int at = trial.isQuick() ? trial.early(count.steps) : ++count.next;
        if (!crash(scene, trial, load.with(AT + at))) {
            // A process passed without a crash, so all its steps were tried.
            count.steps = Math.max(count.least, at);
            count.next = 0;
        }
    }

    private ProducerLoad ofAKind(ProducerLoad load, Trial trial) {
        return load.with(ProducerLoad.crash(trial.oneOf(only.isEmpty() ? KINDS : only), trial.early(6)));
    }

    static boolean halted(Child child, long seconds) {
        Integer status = child.awaitEnd(seconds);
        return status != null && status == HALTED;
    }

    /** Crashes a process; false if it ended by itself. */
    private static boolean crash(Scene scene, Trial trial, ProducerLoad load) throws IOException, InterruptedException {
        Child child = scene.start(load);
        child.send("go");
        child.await("stopped", 60);
        child.send("end");
        Integer status = child.awaitEnd(60);
        if (status != null && status == HALTED) {
            Matcher known = REPORTED.matcher(child.errors());
            trial.halted(known.find() ? known.group(1) : "?");
            return true;
        }
        if (status == null || status != 0) {
            scene.complain(child, status == null ? "hangs" : "ended with status " + status);
            child.kill();
        }
        return false;
    }
}
