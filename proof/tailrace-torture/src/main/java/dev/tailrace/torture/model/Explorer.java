package dev.tailrace.torture.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tries every sequence of crashes of the drainer after any step, with acts of other programs between any two steps. After each crash a new
 * drainer starts in the remaining world; worlds that were seen with the same budgets are skipped. Not thread-safe.
 */
final class Explorer {
    /** The result. {@code story}: a way to the first flaw, empty if there is none. */
    record Result(long runs, long worlds, String story) {
        boolean isGood() {
            return story.isEmpty();
        }
    }

    private record Node(World world, int crashes, int acts, Set<Outside> happened, String story) {}

    private record Act(int step, Outside what) {}

    private final DrainRules rules;
    private final Set<Outside> possible;
    private final Deque<Node> open = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();
    private long runs;
    private String found = "";

    private Explorer(DrainRules rules, Set<Outside> possible) {
        this.rules = rules;
        this.possible = possible;
    }

    /** Explores all ways with at most these numbers of crashes and acts of other programs. */
    static Result explore(DrainRules rules, int crashes, int acts, Set<Outside> possible) {
        Explorer explorer = new Explorer(rules, possible);
        explorer.add(new Node(World.fresh(), crashes, acts, EnumSet.noneOf(Outside.class), ""));
        while (explorer.found.isEmpty() && !explorer.open.isEmpty()) {
            explorer.runFrom(explorer.open.remove(), List.of());
        }
        return new Result(explorer.runs, explorer.seen.size(), explorer.found);
    }

    private void add(Node node) {
        String key = node.world.key() + node.crashes + node.acts + node.happened;
        if (seen.add(key)) {
            open.add(node);
        }
    }

    /** Runs a drainer with these acts, then all runs with one more, later act. */
    private void runFrom(Node node, List<Act> acts) {
        if (!found.isEmpty()) {
            return;
        }
        runs++;
        World world = node.world.copy();
        Run run = new Run(node, world, acts);
        new ModelDrainer(world, rules, run).run();
        String wrong = Verdict.of(world, run.happened);
        if (!wrong.isEmpty()) {
            found = wrong + " after" + node.story + " " + acts + " in\n" + world;
            return;
        }
        if (acts.size() < node.acts) {
            int first = acts.isEmpty() ? 1 : acts.get(acts.size() - 1).step() + 1;
            for (int step : run.places) {
                if (step >= first) {
                    for (Outside what : possible) {
                        List<Act> more = new ArrayList<>(acts);
                        more.add(new Act(step, what));
                        runFrom(node, more);
                    }
                }
            }
        }
    }

    /** Surroundings that do the given acts. After each step from the last act on, they save the world for recovery, as after a crash. */
    private final class Run implements Surroundings {
        private final Node node;
        private final World world;
        private final List<Act> acts;
        private final EnumSet<Outside> happened;
        /** The steps between which other programs can act. */
        private final List<Integer> places = new ArrayList<>();

        private int steps;
        private int next;
        private boolean shortWrite;

        Run(Node node, World world, List<Act> acts) {
            this.node = node;
            this.world = world;
            this.acts = acts;
            this.happened = EnumSet.noneOf(Outside.class);
            happened.addAll(node.happened);
        }

        @Override
        public void step() {
            steps++;
            places.add(steps);
            Act act = next < acts.size() ? acts.get(next) : null;
            if (act != null && act.step() == steps) {
                next++;
                happened.add(act.what());
                shortWrite |= act.what() == Outside.SHORT_WRITE;
                act.what().act(world);
            }
            crashHere();
        }

        @Override
        public void partOfWrite() {
            steps++;
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
            if (node.crashes > 0 && next == acts.size()) {
                String story = node.story + " " + acts + " crash " + steps;
                add(new Node(world.copy(), node.crashes - 1, node.acts - acts.size(), EnumSet.copyOf(happened), story));
            }
        }
    }
}
