package dev.tailrace.torture.model.election;

import dev.tailrace.torture.model.Model;
import dev.tailrace.torture.model.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A holder whose death can't be proved, and candidates that replace it when its lock was free at every poll of a period. Time goes in
 * ticks: each candidate polls once per tick, and a running holder retakes its lock once in {@link #REFRESH} ticks, at any time. A stopped
 * holder needn't do this. Number 0 is the holder, candidates are numbered from 1; a free lock is {@link #FREE}.
 */
final class LockOnly implements Model<LockOnly.State> {
    static final int REFRESH = 2;
    static final int PERIOD = 3 * REFRESH;
    private static final int FREE = -1;

    enum Holder {
        HOLDS,
        CHECKED,
        /** Inside write(2). */
        WRITING,
        /** The process found another holder. */
        RETIRED,
        KILLED
    }

    /**
     * A candidate.
     *
     * @param polled whether it has polled in this tick
     * @param free the number of consecutive polls at which the lock was free
     */
    record Candidate(boolean polled, int free) {}

    /**
     * The whole state.
     *
     * @param word the holder's word: 0, or a candidate
     * @param refreshed whether the holder has retaken its lock in this refresh interval
     * @param drops how many more times the holder may lose its lock to a reader in its JVM
     */
    record State(
            Holder holder,
            boolean stopped,
            boolean refreshed,
            List<Candidate> candidates,
            int word,
            int lock,
            int tick,
            int drops) {
        State holder(Holder now) {
            return new State(now, stopped, refreshed, candidates, word, lock, tick, drops);
        }

        State stopped(boolean now) {
            return new State(holder, now, refreshed, candidates, word, lock, tick, drops);
        }

        State refreshed(boolean now) {
            return new State(holder, stopped, now, candidates, word, lock, tick, drops);
        }

        State with(int number, Candidate candidate) {
            List<Candidate> copy = new ArrayList<>(candidates);
            copy.set(number - 1, candidate);
            return new State(holder, stopped, refreshed, List.copyOf(copy), word, lock, tick, drops);
        }

        State word(int now) {
            return new State(holder, stopped, refreshed, candidates, now, lock, tick, drops);
        }

        State lock(int now) {
            return new State(holder, stopped, refreshed, candidates, word, now, tick, drops);
        }

        State dropped() {
            return new State(holder, stopped, refreshed, candidates, word, FREE, tick, drops - 1);
        }

        State next() {
            List<Candidate> rested = new ArrayList<>();
            candidates.forEach(candidate -> rested.add(new Candidate(false, candidate.free())));
            int now = (tick + 1) % REFRESH;
            return new State(holder, stopped, refreshed && now > 0, List.copyOf(rested), word, lock, now, drops);
        }

        boolean owesRefresh() {
            return !stopped && !refreshed && holder != Holder.KILLED && holder != Holder.RETIRED;
        }
    }

    private final int candidates;
    private final int drops;
    private final boolean stops;
    private final Rules<ElectionRule> rules;

    /** {@code drops}: how often the lock may be dropped. {@code stops}: whether the holder can be stopped. */
    LockOnly(int candidates, int drops, boolean stops, Rules<ElectionRule> rules) {
        this.candidates = candidates;
        this.drops = drops;
        this.stops = stops;
        this.rules = rules;
    }

    @Override
    public State start() {
        List<Candidate> all = Collections.nCopies(candidates, new Candidate(false, 0));
        return new State(Holder.HOLDS, false, !rules.has(ElectionRule.RETAKE_LOCK), all, 0, 0, 0, drops);
    }

    @Override
    public void steps(State s, Steps<State> steps) {
        if (!s.stopped()) {
            write(s, steps);
            refresh(s, steps);
        }
        for (int number = 1; number <= candidates; number++) {
            poll(s, number, s.candidates().get(number - 1), steps);
        }
        boolean polled = s.candidates().stream().allMatch(Candidate::polled);
        boolean refreshed = s.tick() < REFRESH - 1 || !s.owesRefresh();
        if (polled && refreshed) {
            steps.certain(
                    "tick",
                    rules.has(ElectionRule.RETAKE_LOCK) ? s.next() : s.next().refreshed(true));
        }
        if (s.holder() != Holder.KILLED) {
            State dead = s.holder(Holder.KILLED).stopped(false);
            steps.possible("the holder is killed", s.lock() == 0 ? dead.lock(FREE) : dead);
            if (stops) {
                steps.possible(s.stopped() ? "the holder goes on" : "the holder is stopped", s.stopped(!s.stopped()));
            }
        }
        if (s.lock() == 0 && s.drops() > 0) {
            steps.possible("the holder loses its lock: its JVM closed a descriptor", s.dropped());
        }
    }

    private static void write(State s, Steps<State> steps) {
        switch (s.holder()) {
            case HOLDS -> {
                Holder next = s.word() == 0 ? Holder.CHECKED : Holder.RETIRED;
                steps.certain("the holder checks that it is the holder", s.holder(next));
            }
            case CHECKED -> steps.certain("the holder calls write", s.holder(Holder.WRITING));
            case WRITING -> steps.certain("the holder has appended", s.holder(Holder.HOLDS));
            case RETIRED, KILLED -> {}
        }
    }

    private void refresh(State s, Steps<State> steps) {
        if (!s.owesRefresh()) {
            return;
        }
        if (s.lock() <= 0) {
            steps.certain("the holder retakes its lock", s.lock(0).refreshed(true));
        } else if (!rules.has(ElectionRule.RETAKE_UNTIL_HELD)) {
            steps.certain("the holder finds C" + s.lock() + " with the lock, tries later", s.refreshed(true));
        }
    }

    private void poll(State s, int number, Candidate candidate, Steps<State> steps) {
        String name = "C" + number + " ";
        if (s.lock() == number) {
            int period = rules.has(ElectionRule.WHOLE_PERIOD) ? PERIOD : 1;
            if (candidate.free() >= period && s.word() == 0) {
                steps.certain(name + "stores itself as holder", s.word(number));
            } else {
                steps.certain(name + "unlocks", s.lock(FREE));
            }
        } else if (!candidate.polled() && s.lock() == FREE && s.word() == 0) {
            int free = Math.min(candidate.free() + 1, PERIOD);
            steps.certain(name + "polls and locks", s.lock(number).with(number, new Candidate(true, free)));
        } else if (!candidate.polled()) {
            steps.certain(name + "polls, finds it locked", s.with(number, new Candidate(true, 0)));
        }
    }

    @Override
    public String flaw(State state) {
        return state.holder() == Holder.WRITING && state.word() != 0 ? "a write goes on after a takeover" : "";
    }

    @Override
    public boolean needsService(State state) {
        return state.holder() == Holder.KILLED;
    }

    @Override
    public boolean isServed(State state) {
        return state.word() != 0;
    }
}
