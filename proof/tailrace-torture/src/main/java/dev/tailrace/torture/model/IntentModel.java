package dev.tailrace.torture.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Crashes of the drainer after any step, with acts of other programs between any two steps. After each crash a new drainer starts in the
 * remaining world.
 */
final class IntentModel implements Model<IntentModel.Start> {
    /**
     * A drainer's start.
     *
     * @param crashes how many more drainers may crash
     * @param acts how many more acts of other programs there may be
     * @param happened the acts so far
     * @param flaw the flaw with which the last run ended, instead of a start, or empty
     */
    record Start(World world, int crashes, int acts, Set<Outside> happened, String flaw) {}

    private record Act(int step, Outside what) {}

    private final Rules<DrainRule> rules;
    private final int crashes;
    private final int acts;
    private final Set<Outside> possible;

    /** At most these numbers of crashes and of acts of other programs. */
    IntentModel(Rules<DrainRule> rules, int crashes, int acts, Set<Outside> possible) {
        this.rules = rules;
        this.crashes = crashes;
        this.acts = acts;
        this.possible = possible;
    }

    @Override
    public Start start() {
        return new Start(World.fresh(), crashes, acts, EnumSet.noneOf(Outside.class), "");
    }

    @Override
    public void steps(Start state, Steps<Start> steps) {
        runFrom(state, List.of(), steps);
    }

    /** Runs a drainer with these acts, then all runs with one more, later act. */
    private void runFrom(Start from, List<Act> done, Steps<Start> steps) {
        if (steps.isEnough()) {
            return;
        }
        World world = from.world.copy();
        Run run = new Run(from, world, done, steps);
        new ModelDrainer(world, rules, run).run();
        String wrong = Verdict.of(world, run.happened);
        if (!wrong.isEmpty()) {
            steps.possible(done + " to the end", new Start(world, 0, 0, run.happened, wrong));
            return;
        }
        if (done.size() < from.acts) {
            int first = done.isEmpty() ? 1 : done.get(done.size() - 1).step() + 1;
            for (int step : run.places) {
                if (step >= first) {
                    for (Outside what : possible) {
                        List<Act> more = new ArrayList<>(done);
                        more.add(new Act(step, what));
                        runFrom(from, more, steps);
                    }
                }
            }
        }
    }

    @Override
    public String flaw(Start state) {
        return state.flaw;
    }

    @Override
    public boolean needsService(Start state) {
        return false;
    }

    /** Surroundings that do the given acts. After each step from the last act on, they save the world for recovery, as after a crash. */
    private static final class Run implements Surroundings {
        private final Start from;
        private final World world;
        private final List<Act> acts;
        private final Steps<Start> steps;
        private final EnumSet<Outside> happened = EnumSet.noneOf(Outside.class);
        /** The steps between which other programs can act. */
        private final List<Integer> places = new ArrayList<>();

        private int taken;
        private int next;
        private boolean shortWrite;

        Run(Start from, World world, List<Act> acts, Steps<Start> steps) {
            this.from = from;
            this.world = world;
            this.acts = acts;
            this.steps = steps;
            happened.addAll(from.happened);
        }

        @Override
        public void step() {
            taken++;
            places.add(taken);
            Act act = next < acts.size() ? acts.get(next) : null;
            if (act != null && act.step() == taken) {
                next++;
                happened.add(act.what());
                shortWrite |= act.what() == Outside.SHORT_WRITE;
                act.what().act(world);
            }
            crashHere();
        }

        @Override
        public void partOfWrite() {
            taken++;
            crashHere();
        }

        @Override
        public boolean nextWriteIsShort() {
            boolean now = shortWrite;
            shortWrite = false;
            return now;
        }

        private void crashHere() {
            // Crashes before the last act were explored by the run without this act.
            if (from.crashes > 0 && next == acts.size()) {
                steps.possible(
                        acts + " crash " + taken,
                        new Start(
                                world.copy(), from.crashes - 1, from.acts - acts.size(), EnumSet.copyOf(happened), ""));
            }
        }
    }
}
