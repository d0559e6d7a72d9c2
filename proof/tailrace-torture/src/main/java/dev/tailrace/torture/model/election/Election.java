package dev.tailrace.torture.model.election;

import dev.tailrace.torture.model.Model;
import dev.tailrace.torture.model.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Processes that elect a holder and write batches, and are killed at any step. A suspended process takes no step. The shared state consists
 * of single words: holder, lock, intent, committed. Processes are numbered from 1; 0 is none.
 */
final class Election implements Model<Election.State> {
    /** The state of a process in /proc. */
    enum Life {
        RUNS,
        /** Killed: the main thread is a zombie, but another thread is inside write(2) and will finish it. */
        DYING,
        /** All threads have ended, and the kernel dropped the locks; the parent has not waited yet. */
        ZOMBIE,
        GONE,
        /** The process is gone, and another program has its PID. */
        REUSED
    }

    /** The last step that a process has taken. */
    enum At {
        OUTSIDE,
        WAITS,
        LOCKED,
        SAW_HOLDER,
        MAY_TAKE,
        TOOK,
        HOLDS,
        CHECKED,
        BEGUN,
        /** Inside write(2). */
        WRITING,
        APPENDED,
        STORED_ZERO,
        LEFT
    }

    private static final Set<At> INSIDE_A_WRITE = EnumSet.of(At.BEGUN, At.WRITING, At.APPENDED);
    /** The process doesn't use the log, or no longer does. */
    private static final Set<At> LEAVES = EnumSet.of(At.OUTSIDE, At.STORED_ZERO, At.LEFT);

    private static final Set<At> SERVES = EnumSet.range(At.HOLDS, At.APPENDED);

    /**
     * One process.
     *
     * @param value the holder that the process saw or replaced, or the batch that it writes
     * @param file whether its owner file exists
     */
    record Member(Life life, At at, int value, boolean file) {
        Member to(At next, int value) {
            return new Member(life, next, value, file);
        }

        Member to(At next) {
            return to(next, 0);
        }

        Member as(Life next) {
            // A dead process behaves the same independent of its last step, which keeps the number of states small.
            return next == Life.DYING ? new Member(next, at, value, file) : new Member(next, At.LEFT, 0, file);
        }

        Member withFile(boolean now) {
            return new Member(life, at, value, now);
        }
    }

    /**
     * The whole state.
     *
     * @param log the batches appended, one bit each
     * @param flaw the flaw of the last step, or empty
     */
    record State(List<Member> processes, int holder, int lock, int intent, int committed, int log, String flaw) {
        Member get(int me) {
            return processes.get(me - 1);
        }

        State with(int me, Member process) {
            List<Member> copy = new ArrayList<>(processes);
            copy.set(me - 1, process);
            return new State(List.copyOf(copy), holder, lock, intent, committed, log, flaw);
        }

        State holder(int now) {
            return new State(processes, now, lock, intent, committed, log, flaw);
        }

        State lock(int now) {
            return new State(processes, holder, now, intent, committed, log, flaw);
        }

        State unlock(int me) {
            return lock == me ? lock(0) : this;
        }

        State intent(int now) {
            return new State(processes, holder, lock, now, committed, log, flaw);
        }

        State committed(int now) {
            return new State(processes, holder, lock, intent, now, log, flaw);
        }

        State append(int me, int batch) {
            String wrong = holder != me && holder != 0 ? "appended after a takeover" : "";
            wrong = has(batch) ? "batch " + batch + " appended twice" : wrong;
            return new State(processes, holder, lock, intent, committed, log | (1 << batch), wrong);
        }

        boolean has(int batch) {
            return (log & (1 << batch)) != 0;
        }
    }

    private final int processes;
    private final int batches;
    private final Rules<ElectionRule> rules;

    Election(int processes, int batches, Rules<ElectionRule> rules) {
        this.processes = processes;
        this.batches = batches;
        this.rules = rules;
    }

    @Override
    public State start() {
        Member outside = new Member(Life.RUNS, At.OUTSIDE, 0, false);
        return new State(Collections.nCopies(processes, outside), 0, 0, 0, 0, 0, "");
    }

    @Override
    public void steps(State state, Steps<State> steps) {
        for (int me = 1; me <= processes; me++) {
            Member process = state.get(me);
            String name = "P" + me + " ";
            if (process.life() == Life.RUNS) {
                act(state, me, process, name, steps);
            }
            end(state, me, process, name, steps);
        }
        if (state.lock() != 0) {
            steps.possible("P" + state.lock() + " loses its lock: its JVM closed a descriptor", state.lock(0));
        }
    }

    private void act(State s, int me, Member p, String name, Steps<State> steps) {
        switch (p.at()) {
            case OUTSIDE ->
                steps.possible(name + "starts", s.with(me, p.to(At.WAITS).withFile(true)));
            case WAITS -> {
                if (s.lock() == 0) {
                    steps.certain(name + "polls and locks", s.lock(me).with(me, p.to(At.LOCKED)));
                }
                if (!rules.has(ElectionRule.WAIT_FOR_STOPPED) && s.holder() != 0) {
                    steps.certain(name + "has waited long enough", s.with(me, p.to(At.MAY_TAKE, s.holder())));
                }
                steps.possible(name + "leaves", s.with(me, p.to(At.LEFT).withFile(false)));
            }
            case LOCKED -> {
                At next = rules.has(ElectionRule.LOOK_AT_HOLDER) ? At.SAW_HOLDER : At.MAY_TAKE;
                steps.certain(name + "reads holder " + s.holder(), s.with(me, p.to(next, s.holder())));
            }
            case SAW_HOLDER -> {
                boolean free =
                        p.value() == 0 || !rules.has(ElectionRule.PROOF_OF_DEATH) || isProvedDead(s.get(p.value()));
                if (free) {
                    steps.certain(name + "finds it free or dead", s.with(me, p.to(At.MAY_TAKE, p.value())));
                } else {
                    steps.certain(name + "finds it alive, unlocks", s.unlock(me).with(me, p.to(At.WAITS)));
                }
            }
            case MAY_TAKE -> {
                if (s.holder() == p.value() || !rules.has(ElectionRule.COMPARE_AND_SET)) {
                    steps.certain(name + "stores itself as holder", s.holder(me).with(me, p.to(At.TOOK, p.value())));
                } else {
                    steps.certain(name + "was too late, unlocks", s.unlock(me).with(me, p.to(At.WAITS)));
                }
            }
            case TOOK -> {
                ElectionRule redo = p.value() == 0 ? ElectionRule.REDO_AFTER_ZERO : ElectionRule.REDO_INTENT;
                boolean open = s.intent() > s.committed() && rules.has(redo);
                if (open && !s.has(s.intent())) {
                    steps.certain(name + "redoes batch " + s.intent(), s.with(me, p.to(At.BEGUN, s.intent())));
                } else if (open) {
                    steps.certain(name + "finds the batch", s.with(me, p.to(At.APPENDED, s.intent())));
                } else {
                    steps.certain(name + "has nothing to redo", s.with(me, p.to(At.HOLDS)));
                }
            }
            case HOLDS -> hold(s, me, p, name, steps);
            case CHECKED -> {
                int batch = s.committed() + 1;
                steps.certain(name + "begins batch " + batch, s.intent(batch).with(me, p.to(At.BEGUN, batch)));
            }
            case BEGUN -> steps.certain(name + "calls write", s.with(me, p.to(At.WRITING, p.value())));
            case WRITING -> {
                steps.certain(name + "has appended", s.append(me, p.value()).with(me, p.to(At.APPENDED, p.value())));
                // The batch may be in the file nevertheless: the error came after its last byte.
                State failed = s.append(me, p.value());
                steps.possible(
                        name + "has appended, but fails, stores 0",
                        failed.holder(s.holder() == me ? 0 : s.holder()).with(me, p.to(At.STORED_ZERO)));
            }
            case APPENDED -> {
                At next = s.holder() == me ? At.HOLDS : At.STORED_ZERO;
                steps.certain(name + "commits", s.committed(p.value()).with(me, p.to(next)));
            }
            case STORED_ZERO -> {
                if (rules.has(ElectionRule.RELEASE_AFTER_ZERO)) {
                    steps.certain(name + "unlocks", s.unlock(me).with(me, p.to(At.WAITS)));
                } else {
                    steps.certain(name + "leaves, locked", s.with(me, p.to(At.LEFT)));
                }
            }
            case LEFT -> {}
        }
    }

    private void hold(State s, int me, Member p, String name, Steps<State> steps) {
        if (s.committed() < batches) {
            At next = s.holder() == me ? At.CHECKED : At.STORED_ZERO;
            steps.certain(name + "checks that it is the holder", s.with(me, p.to(next)));
        }
        if (s.lock() == 0) {
            steps.certain(name + "retakes its lock", s.lock(me));
        }
        // A deposed holder's compare-and-set changes nothing.
        State zero = s.holder() == me ? s.holder(0) : s;
        steps.certain(name + "stores 0", zero.with(me, p.to(At.STORED_ZERO)));
        if (!rules.has(ElectionRule.ZERO_AFTER_LAST_WRITE) && s.committed() < batches) {
            steps.certain(name + "stores 0 before its last write", zero.with(me, p.to(At.CHECKED)));
        }
        if (!rules.has(ElectionRule.ZERO_WHEN_GIVING_UP) && s.lock() != me) {
            steps.certain(name + "finds its lock gone, gives up", s.with(me, p.to(At.WAITS)));
        }
        if (!rules.has(ElectionRule.OWNER_FILE_OUTLIVES_HOLDING)) {
            steps.certain(name + "removes its owner file", s.with(me, p.withFile(false)));
        }
    }

    /** The ends of a process, and their consequences. */
    private static void end(State s, int me, Member p, String name, Steps<State> steps) {
        switch (p.life()) {
            case RUNS -> {
                if (p.at() == At.WRITING) {
                    steps.possible(name + "is killed inside write", s.with(me, p.as(Life.DYING)));
                } else if (p.at() != At.OUTSIDE) {
                    steps.possible(name + "is killed", s.unlock(me).with(me, p.as(Life.ZOMBIE)));
                }
            }
            case DYING -> {
                State appended = s.append(me, p.value()).unlock(me);
                steps.certain(name + "has appended, and ends", appended.with(me, p.as(Life.ZOMBIE)));
            }
            case ZOMBIE -> steps.possible(name + "is waited for by its parent", s.with(me, p.as(Life.GONE)));
            case GONE -> steps.possible(name + "has its PID reused", s.with(me, p.as(Life.REUSED)));
            case REUSED -> {}
        }
    }

    private boolean isProvedDead(Member process) {
        if (!process.file()) {
            return false;
        }
        return switch (process.life()) {
            case RUNS -> false;
            case DYING -> !rules.has(ElectionRule.TASKS_OF_ZOMBIE);
            case ZOMBIE -> rules.has(ElectionRule.ZOMBIE_IS_DEAD);
            case GONE -> true;
            case REUSED -> rules.has(ElectionRule.START_TICKS);
        };
    }

    @Override
    public String flaw(State state) {
        if (!state.flaw().isEmpty()) {
            return state.flaw();
        }
        int inside = 0;
        for (Member process : state.processes()) {
            boolean acts = process.life() == Life.RUNS || process.life() == Life.DYING;
            inside += acts && INSIDE_A_WRITE.contains(process.at()) ? 1 : 0;
        }
        if (inside > 1) {
            return "two processes inside a write";
        }
        // Bits 1 to committed.
        int done = (1 << (state.committed() + 1)) - 2;
        return (state.log() & done) == done ? "" : "a batch lost";
    }

    @Override
    public boolean needsService(State state) {
        return state.processes().stream().anyMatch(p -> p.life() == Life.RUNS && !LEAVES.contains(p.at()));
    }

    @Override
    public boolean isServed(State state) {
        return state.processes().stream().anyMatch(p -> p.life() == Life.RUNS && SERVES.contains(p.at()));
    }
}
