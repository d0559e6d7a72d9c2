package dev.tailrace.torture.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Visits every reachable state of a model, breadth first, so that the story of a flaw is one of the shortest. If no state has a flaw, it
 * searches for states from which no certain steps lead to service: in these, the log is stuck for ever. Not thread-safe.
 */
public final class Explorer<S> {
    /** The result. {@code story}: a shortest way to the first flaw, empty if there is none. */
    public record Result(int states, int steps, String story) {
        public boolean isGood() {
            return story.isEmpty();
        }
    }

    private final Model<S> model;
    private final Map<S, Integer> numbers = new HashMap<>();
    private final List<S> states = new ArrayList<>();
    /** The state from which each state was first reached. */
    private final List<Integer> parents = new ArrayList<>();
    /** The states that lead by certain steps to each state. */
    private final List<List<Integer>> before = new ArrayList<>();

    private int steps;
    /** The first state with a flaw, or −1. */
    private int flawed = -1;

    private Explorer(Model<S> model) {
        this.model = model;
    }

    public static <S> Result explore(Model<S> model) {
        return new Explorer<>(model).run();
    }

    private Result run() {
        number(model.start(), -1);
        for (int i = 0; i < states.size() && flawed < 0; i++) {
            expand(i);
        }
        if (flawed >= 0) {
            return new Result(states.size(), steps, story(flawed, model.flaw(states.get(flawed))));
        }
        int stuck = stuck();
        return new Result(states.size(), steps, stuck < 0 ? "" : story(stuck, "stuck for ever"));
    }

    private void expand(int from) {
        model.steps(states.get(from), new Model.Steps<>() {
            @Override
            public void certain(String what, S next) {
                before.get(number(next, from)).add(from);
                steps++;
            }

            @Override
            public void possible(String what, S next) {
                number(next, from);
                steps++;
            }

            @Override
            public boolean isEnough() {
                return flawed >= 0;
            }
        });
    }

    private int number(S state, int parent) {
        Integer known = numbers.putIfAbsent(state, states.size());
        if (known != null) {
            return known;
        }
        states.add(state);
        parents.add(parent);
        before.add(new ArrayList<>(2));
        if (flawed < 0 && !model.flaw(state).isEmpty()) {
            flawed = states.size() - 1;
        }
        return states.size() - 1;
    }

    /** The first state that needs service and can't reach it, or -1. */
    private int stuck() {
        BitSet canBeServed = new BitSet();
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            if (model.isServed(states.get(i))) {
                canBeServed.set(i);
                open.add(i);
            }
        }
        for (int i = 0; i < open.size(); i++) {
            for (int earlier : before.get(open.get(i))) {
                if (!canBeServed.get(earlier)) {
                    canBeServed.set(earlier);
                    open.add(earlier);
                }
            }
        }
        for (int i = 0; i < states.size(); i++) {
            if (!canBeServed.get(i) && model.needsService(states.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private String story(int last, String flaw) {
        StringBuilder story = new StringBuilder();
        for (int i = last; parents.get(i) >= 0; i = parents.get(i)) {
            story.insert(0, "\n  " + name(states.get(parents.get(i)), states.get(i)));
        }
        return flaw + ", after:" + story + "\nin " + states.get(last);
    }

    /** The name of the step from one state to the next. */
    private String name(S from, S to) {
        List<String> names = new ArrayList<>();
        model.steps(from, new Model.Steps<>() {
            @Override
            public void possible(String what, S next) {
                if (next.equals(to)) {
                    names.add(what);
                }
            }

            @Override
            public boolean isEnough() {
                return !names.isEmpty();
            }
        });
        return names.get(0);
    }
}
