package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The faults of processes that send to a target. The target refuses, splits, is slow and hangs up at random, unless it is said. */
record ShipFault(Kind kind) implements Fault {
    /** The faults with their names and what they do. */
    enum Kind {
        KILLS("ship kills", "two processes that send to a target are killed at any moment, and so is the target"),
        LINES("ship lines", "the same with lines over TCP; the target hangs up, and stops, but isn't killed"),
        CRASH_POINTS("ship crash points", "the process that sends halts at each of its steps, and another takes over"),
        OUTAGES(
                "ship outages",
                "the target is killed, stopped for a minute, too slow, or refuses everything for a while"),
        CAP("ship cap", "the target is away until the cap is exceeded: as much is missing as is reported"),
        CAP_CRASHES("ship cap crashes", "the same, and the process that drops records halts at each of its steps");

        private final String title;
        private final String what;

        Kind(String title, String what) {
            this.title = title;
            this.what = what;
        }
    }

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

    private record Point(String step, int number) {
        String[] options() {
            return new String[] {"-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=" + number};
        }
    }

    @Override
    public String name() {
        return kind.title;
    }

    @Override
    public String what() {
        return kind.what;
    }

    @Override
    public void run(Trial trial) throws IOException, InterruptedException {
        switch (kind) {
            case KILLS -> kill(trial, "otlp", trial.quickOr(3, 100));
            case LINES -> kill(trial, "lines", trial.quickOr(2, 20));
            case CRASH_POINTS -> crash(trial);
            case OUTAGES -> outages(trial);
            case CAP, CAP_CRASHES -> exceed(trial);
        }
    }

    private static void kill(Trial trial, String kind, int kills) throws IOException, InterruptedException {
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

    private static void crash(Trial trial) throws IOException, InterruptedException {
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
                    Child sender = shipping.start(point.options());
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

    private static void outages(Trial trial) throws IOException, InterruptedException {
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
    private void exceed(Trial trial) throws IOException, InterruptedException {
        try (Shipping shipping = new Shipping(trial, "otlp", true)) {
            Child writer = shipping.start();
            shipping.awaitArrivals();
            // No request may be under way when the target goes: what it took without an answer would be dropped, but
            // not missing.
            shipping.mood("status 503");
            shipping.awaitArrivals();
            shipping.target().kill();
            if (kind == Kind.CAP) {
                Thread.sleep(MILLIS_BEYOND_THE_CAP);
            }
            for (int i = 0; kind == Kind.CAP_CRASHES && i < trial.quickOr(1, 12); i++) {
                Point point = new Point(CAP_STEPS.get(i % CAP_STEPS.size()), 1 + i / CAP_STEPS.size());
                ProducerLoad none = ProducerLoad.NONE;
                for (String option : point.options()) {
                    none = none.with(option);
                }
                Child sender = shipping.scene().startReady(none);
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
