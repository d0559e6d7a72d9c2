package dev.tailrace.torture.model.election;

import dev.tailrace.torture.model.Model;
import dev.tailrace.torture.model.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Processes that join by the record, two directories of lanes, and members that replace the record or remove their directory. Each process can be killed at any step;
 * death is always proved in this model. Processes and directories are numbered from 1; 0 is none. Files of dead members stay, and don't
 * count.
 */
final class Joining implements Model<Joining.State> {
    /** The last step that a process has taken. */
    enum At {
        OUTSIDE,
        STARTED,
        FOUND_NO_RECORD,
        READ,
        ENTERED,
        JOINED,
        /** Took the directory that it will replace. */
        HOLDS,
        LOOKED,
        PREPARED,
        MARKED,
        /** Looked again after the mark and found no member. */
        ALONE,
        /** Looked again and found a member. */
        NOT_ALONE,
        UNMARKED,
        NAMED,
        /** Named the new directory without a mark, and hasn't looked again yet. */
        NAMED_EARLY,
        /** Renamed the directory, and found no other's file in it. */
        AWAY,
        /** Renamed the directory, and found the file of a newcomer. */
        AWAY_WITH_FILE,
        KILLED
    }

    /**
     * One process.
     *
     * @param directory the directory that the process is in or about to enter
     * @param wishes whether the process may still switch to the other directory
     */
    record Member(At at, int directory, boolean wishes) {
        Member to(At next) {
            return new Member(next, directory, wishes);
        }

        Member to(At next, int directory) {
            return new Member(next, directory, wishes);
        }

        int other() {
            return 3 - directory;
        }

        boolean lives() {
            return at != At.OUTSIDE && at != At.KILLED;
        }
    }

    /**
     * One directory.
     *
     * @param members a bit for each process whose owner file exists
     */
    record Directory(int holder, int members) {
        Directory holder(int now) {
            return new Directory(now, members);
        }

        Directory enter(int me) {
            return new Directory(holder, members | (1 << me));
        }

        Directory leave(int me) {
            return new Directory(holder == me ? 0 : holder, members & ~(1 << me));
        }
    }

    /**
     * The whole state.
     *
     * @param named the directory that the record names
     * @param mark the process that is closing the named directory
     */
    record State(List<Member> processes, List<Directory> directories, int named, int mark) {
        Member get(int me) {
            return processes.get(me - 1);
        }

        Directory directory(int number) {
            return directories.get(number - 1);
        }

        State with(int me, Member process) {
            List<Member> copy = new ArrayList<>(processes);
            copy.set(me - 1, process);
            return new State(List.copyOf(copy), directories, named, mark);
        }

        State with(int number, Directory directory) {
            List<Directory> copy = new ArrayList<>(directories);
            copy.set(number - 1, directory);
            return new State(processes, List.copyOf(copy), named, mark);
        }

        State record(int named, int mark) {
            return new State(processes, directories, named, mark);
        }

        State enter(int me, int number) {
            return with(number, directory(number).enter(me));
        }

        State leave(int me, int number) {
            return with(number, directory(number).leave(me));
        }

        boolean hasFile(int me, int number) {
            return (directory(number).members() & (1 << me)) != 0;
        }

        /** With the files of those that are in the directory, which it had when it was renamed. */
        State back(int me, int number) {
            Directory directory = directory(number).holder(me);
            for (int each = 1; each <= processes.size(); each++) {
                boolean inside = get(each).lives() && get(each).at().compareTo(At.ENTERED) >= 0;
                directory = inside && get(each).directory() == number ? directory.enter(each) : directory;
            }
            return with(number, directory);
        }

        boolean hasOtherMember(int me, int number) {
            for (int other = 1; other <= processes.size(); other++) {
                if (other != me && hasFile(other, number) && get(other).lives()) {
                    return true;
                }
            }
            return false;
        }
    }

    private final int processes;
    private final Rules<ElectionRule> rules;

    Joining(int processes, Rules<ElectionRule> rules) {
        this.processes = processes;
        this.rules = rules;
    }

    @Override
    public State start() {
        Member outside = new Member(At.OUTSIDE, 0, true);
        Directory empty = new Directory(0, 0);
        return new State(Collections.nCopies(processes, outside), List.of(empty, empty), 0, 0);
    }

    @Override
    public void steps(State state, Steps<State> steps) {
        for (int me = 1; me <= processes; me++) {
            Member process = state.get(me);
            String name = "P" + me + " ";
            join(state, me, process, name, steps);
            replace(state, me, process, name, steps);
            if (process.lives()) {
                steps.possible(name + "is killed", state.with(me, new Member(At.KILLED, 0, false)));
            }
        }
    }

    private void join(State s, int me, Member p, String name, Steps<State> steps) {
        int dir = p.directory();
        switch (p.at()) {
            case OUTSIDE -> steps.possible(name + "starts", s.with(me, p.to(At.STARTED)));
            case STARTED -> {
                int own = 2 - me % 2;
                if (s.named() == 0 && rules.has(ElectionRule.FIRST_RECORD_EXCLUSIVE)) {
                    steps.certain(
                            name + "creates the record: D" + own,
                            s.record(own, 0).with(me, p.to(At.READ, own)));
                } else if (s.named() == 0) {
                    steps.certain(name + "finds no record", s.with(me, p.to(At.FOUND_NO_RECORD, own)));
                } else if (isOpen(s)) {
                    steps.certain(name + "reads D" + s.named(), s.with(me, p.to(At.READ, s.named())));
                }
            }
            case FOUND_NO_RECORD ->
                steps.certain(
                        name + "writes the record: D" + dir, s.record(dir, 0).with(me, p.to(At.READ)));
            case READ -> steps.certain(name + "enters D" + dir, s.enter(me, dir).with(me, p.to(At.ENTERED)));
            case ENTERED -> {
                if (!rules.has(ElectionRule.NEWCOMER_READS_AGAIN)) {
                    steps.certain(name + "has joined without reading again", s.with(me, p.to(At.JOINED)));
                } else if (s.named() == dir
                        && isOpen(s)
                        && (s.hasFile(me, dir) || !rules.has(ElectionRule.NEWCOMER_STANDS))) {
                    steps.certain(name + "reads D" + dir + " again: joined", s.with(me, p.to(At.JOINED)));
                } else {
                    steps.certain(name + "reads again, leaves", s.leave(me, dir).with(me, p.to(At.STARTED, 0)));
                }
            }
            default -> {}
        }
    }

    private boolean isOpen(State s) {
        return s.mark() == 0
                || (rules.has(ElectionRule.MARK_OF_THE_DEAD_IS_VOID)
                        && !s.get(s.mark()).lives());
    }

    private void replace(State s, int me, Member p, String name, Steps<State> steps) {
        int dir = p.directory();
        int next = p.other();
        switch (p.at()) {
            case JOINED -> {
                int holder = s.directory(dir).holder();
                boolean free = holder == 0 || !s.get(holder).lives();
                if (p.wishes() && !rules.has(ElectionRule.REPLACER_HOLDS)) {
                    steps.possible(name + "wants D" + next, s.with(me, new Member(At.HOLDS, dir, false)));
                } else if (p.wishes() && free) {
                    State taken = s.with(dir, s.directory(dir).holder(me));
                    steps.possible(
                            name + "wants D" + next + ", holds D" + dir,
                            taken.with(me, new Member(At.HOLDS, dir, false)));
                }
            }
            case HOLDS -> {
                if (rules.has(ElectionRule.REPLACER_LOOKS_FIRST) && s.hasOtherMember(me, dir)) {
                    State free = s.directory(dir).holder() == me
                            ? s.with(dir, s.directory(dir).holder(0))
                            : s;
                    steps.certain(name + "sees a member, gives up", free.with(me, p.to(At.JOINED)));
                } else {
                    String what = rules.has(ElectionRule.REPLACER_LOOKS_FIRST)
                            ? "sees no member in D"
                            : "doesn't look yet in D";
                    steps.certain(name + what + dir, s.with(me, p.to(At.LOOKED)));
                }
            }
            case LOOKED -> {
                State entered = rules.has(ElectionRule.REPLACER_ENTERS_FIRST) ? s.enter(me, next) : s;
                steps.certain(name + "prepares D" + next, entered.with(me, p.to(At.PREPARED)));
            }
            case PREPARED -> {
                if (rules.has(ElectionRule.MARK_BEFORE_NAMING)) {
                    State marked = s.record(dir, me);
                    steps.certain(name + "marks D" + dir + " as closing", marked.with(me, p.to(At.MARKED)));
                } else {
                    State named = s.record(next, 0);
                    steps.certain(name + "names D" + next + " unmarked", named.with(me, p.to(At.NAMED_EARLY)));
                }
            }
            case MARKED -> {
                boolean alone = !rules.has(ElectionRule.REPLACER_LOOKS_AGAIN) || !s.hasOtherMember(me, dir);
                String what = alone ? "still sees no member in D" : "now sees a member in D";
                steps.certain(name + what + dir, s.with(me, p.to(alone ? At.ALONE : At.NOT_ALONE)));
            }
            case NAMED_EARLY -> {
                boolean alone = !rules.has(ElectionRule.REPLACER_LOOKS_AGAIN) || !s.hasOtherMember(me, dir);
                String what = alone ? "still sees no member in D" : "now sees a member in D";
                steps.certain(name + what + dir, s.with(me, p.to(alone ? At.NAMED : At.NOT_ALONE)));
            }
            case ALONE -> {
                steps.certain(name + "names D" + next, s.record(next, 0).with(me, p.to(At.NAMED)));
                At away = s.hasOtherMember(me, dir) ? At.AWAY_WITH_FILE : At.AWAY;
                State without = s.with(dir, new Directory(0, 0)).leave(me, next);
                steps.possible(name + "moves D" + dir + " away", without.with(me, p.to(away)));
            }
            case AWAY ->
                steps.certain(
                        name + "ends the record, and leaves",
                        s.record(0, 0).with(me, new Member(At.OUTSIDE, 0, false)));
            case AWAY_WITH_FILE ->
                steps.certain(name + "moves D" + dir + " back", s.back(me, dir).with(me, p.to(At.NOT_ALONE)));
            case NOT_ALONE ->
                steps.certain(name + "puts back D" + dir, s.record(dir, 0).with(me, p.to(At.UNMARKED)));
            case UNMARKED -> {
                State free = s.directory(dir).holder() == me
                        ? s.with(dir, s.directory(dir).holder(0))
                        : s;
                steps.certain(name + "stays in D" + dir, free.leave(me, next).with(me, p.to(At.JOINED)));
            }
            case NAMED ->
                steps.certain(
                        name + "moves to D" + next,
                        s.enter(me, next).leave(me, dir).with(me, p.to(At.JOINED, next)));
            default -> {}
        }
    }

    /** True only in quiet states: no living process is about to join, to move or to put a record back. */
    @Override
    public String flaw(State state) {
        int joined = 0;
        String gone = "";
        for (int me = 1; me <= processes; me++) {
            Member process = state.get(me);
            if (process.lives()) {
                if (process.at() != At.JOINED) {
                    return "";
                }
                joined |= process.directory();
                gone = state.hasFile(me, process.directory()) ? gone : "the lanes of a living member are gone";
            }
        }
        return joined == 3 ? "living members in two directories" : gone;
    }

    @Override
    public boolean needsService(State state) {
        return state.processes().stream().anyMatch(Member::lives);
    }

    @Override
    public boolean isServed(State state) {
        return state.processes().stream().allMatch(p -> !p.lives() || p.at() == At.JOINED);
    }
}
