package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The faults of processes that send to a target. The target refuses, splits, is slow and hangs up at random, unless it is said. Stateless. */
final class ShipFaults {
    /** The steps of the process that sends. */
    static final List<String> STEPS = List.of(
            "ship: lock taken",
            "ship: before the position",
            "ship: position written",
            "ship: file opened",
            "ship: file passed",
            "ship: before a request",
            "ship: after a request",
            "ship: first half sent",
            "ship: going back",
            "ship: before a deletion",
            "ship: deleted");

    static final List<String> CAP_STEPS = List.of(
            "ship: beyond the cap",
            "ship: before the position",
            "ship: position written",
            "ship: before a deletion",
            "ship: deleted");

    /** Steps of the drainer, which the records go through before. */
    static final List<String> STEPS_BELOW = List.of(
            "claimed",
            "committed",
            "takeover",
            "before the intent",
            "after the intent",
            "log: written",
            "before the commit",
            "consumed",
            "roll: before the rename",
            "roll: renamed",
            "roll: new file opened",
            "recovery: written",
            "redo: before a write");

    private static final int TIMES = 3;
    private static final int TIMES_BELOW = 2;
    private static final int ACTS_OF_A_SCENE = 10;
    private static final int PATIENCE_SECONDS = 12;
    private static final int MILLIS_BEYOND_THE_CAP = 20_000;

    private record Point(String step, int number) {}

    private ShipFaults() {}

    static void kill(Trial trial, String kind, int kills) throws IOException, InterruptedException {
        while (trial.tally().kills < kills) {
            try (Shipping shipping = new Shipping(trial, kind, false)) {
                shipping.mood("rough");
                List<Child> children = new ArrayList<>(List.of(shipping.start(), shipping.start()));
                for (int i = 0; i < ACTS_OF_A_SCENE && trial.tally().kills < kills; i++) {
                    Thread.sleep(trial.between(0, trial.quickOr(800, 2_000)));
                    boolean stops = trial.random().nextInt(6) == 0;
                    // Lines that a target has taken and not read are lost with it, which is documented.
                    boolean dies = !stops && trial.random().nextInt(6) == 0 && kind.equals("otlp");
                    if (stops) {
                        shipping.target().stop();
                    } else if (dies) {
                        shipping.target().kill();
                    }
                    int victim = shipping.victim(children);
                    trial.kill(children.get(victim));
                    if (trial.random().nextInt(8) == 0) {
                        trial.kill(children.get(1 - victim));
                        children.set(1 - victim, shipping.start());
                    }
                    children.set(victim, shipping.start());
                    if (stops) {
                        shipping.target().resume();
                        trial.acted();
                    } else if (dies) {
                        shipping.restart();
                        trial.acted();
                    }
                }
                shipping.settle();
            }
        }
    }

    static void crash(Trial trial) throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        for (int number = 1; number <= TIMES; number++) {
            for (String step : STEPS) {
                points.add(new Point(step, number));
            }
            for (String step : number > TIMES_BELOW ? List.<String>of() : STEPS_BELOW) {
                points.add(new Point(step, number));
            }
        }
        Collections.shuffle(points, trial.random());
        int count = trial.quickOr(2, points.size());
        for (int from = 0; from < count; from += ACTS_OF_A_SCENE) {
            try (Shipping shipping = new Shipping(trial, "otlp", false)) {
                shipping.mood("rough");
                Child last = null;
                for (Point point : points.subList(from, Math.min(count, from + ACTS_OF_A_SCENE))) {
                    Child sender = shipping.start(ProducerLoad.crash(point.step(), point.number()));
                    if (last != null) {
                        trial.kill(last);
                    }
                    last = shipping.begin();
                    awaitHalt(sender, point, trial);
                }
                shipping.settle();
            }
        }
    }

    /** Waits until a process has halted; kills it if nothing leads there, such as a record that only the dead can leave. */
    private static void awaitHalt(Child child, Point point, Trial trial) throws InterruptedException {
        if (CrashPoints.halted(child, PATIENCE_SECONDS)) {
            trial.halted(point.step() + " #" + point.number());
        } else {
            trial.kill(child);
        }
    }

    static void outages(Trial trial) throws IOException, InterruptedException {
        try (Shipping shipping = new Shipping(trial, "otlp", false)) {
            shipping.start();
            shipping.start();
            List<String> all = List.of("kill", "stop", "slow 3000", "status 429", "status 503", "status 401");
            for (String outage : all.subList(0, trial.quickOr(2, all.size()))) {
                shipping.awaitArrivals();
                if (outage.equals("kill")) {
                    shipping.target().kill();
                    Thread.sleep(trial.quickOr(1_500, 20_000));
                    shipping.restart();
                } else if (outage.equals("stop")) {
                    shipping.target().stop();
                    Thread.sleep(trial.quickOr(2_500, 60_000));
                    shipping.target().resume();
                } else {
                    shipping.mood(outage);
                    Thread.sleep(trial.quickOr(2_000, 12_000));
                    shipping.mood("calm");
                }
                trial.acted();
                shipping.awaitArrivals();
            }
            shipping.settle();
        }
    }

    /** Kills processes between two calls only: so it is known of each record whether it was in a file. */
    static void exceed(Trial trial, boolean crashes) throws IOException, InterruptedException {
        try (Shipping shipping = new Shipping(trial, "otlp", true)) {
            Child writer = shipping.start();
            shipping.awaitArrivals();
            // No request may be under way when the target goes: what it took without an answer would be dropped, but
            // not missing.
            shipping.mood("status 503");
            shipping.awaitArrivals();
            shipping.target().kill();
            if (!crashes) {
                Thread.sleep(MILLIS_BEYOND_THE_CAP);
            }
            for (int i = 0; crashes && i < trial.quickOr(1, 12); i++) {
                Point point = new Point(CAP_STEPS.get(i % CAP_STEPS.size()), 1 + i / CAP_STEPS.size());
                Child sender = shipping.scene()
                        .startReady(ProducerLoad.NONE.with(ProducerLoad.crash(point.step(), point.number())));
                writer.send("stop");
                writer.await("stopped", PATIENCE_SECONDS);
                trial.kill(writer);
                writer = shipping.start();
                awaitHalt(sender, point, trial);
            }
            shipping.restart();
            shipping.mood("calm");
            shipping.awaitArrivals();
            shipping.settle();
        }
    }
}
