package dev.tailrace.cli;

import dev.tailrace.cli.Verdict.Issue.Kind;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.guest.view.FreeSpace;
import dev.tailrace.guest.view.IntentView;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.OwnerView;
import dev.tailrace.guest.view.ProcessState;
import dev.tailrace.guest.view.RingView;
import dev.tailrace.ship.RowView;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of a log and its issues.
 *
 * @param issues empty when all is well
 * @param target to which the lines are sent as records; null: none
 */
record Verdict(LogView view, List<Issue> issues, @Nullable RowView target) {
    /**
     * Something about a log that should be looked at.
     *
     * @param what is the matter, in plain sentences
     * @param remedy what to do; a command in it stands after a colon and two spaces
     */
    record Issue(Kind kind, String what, String remedy) {
        /** For programs; docs/reference/drain.md has the list. */
        enum Kind {
            UNDRAINED,
            STALLED,
            LEFT_LINES,
            LEFT_LANES,
            UNFINISHED_BATCH,
            MAYBE_TWICE,
            TORN,
            DROPPED,
            OTHER_ROLLING,
            DAMAGED_RING,
            OWNER_UNREADABLE,
            INTENT_UNREADABLE,
            PUT_ASIDE,
            ORPHAN_SPILL,
            TARGET_AWAY,
            DAMAGED_ROW
        }
    }

    private static final int MOST_NAMED = 10;

    /** A drainer brings in each line within a fraction of a second, and says once a second that it steps. */
    private static final Duration LONG = Duration.ofSeconds(4);

    /** @param clock to measure how long lines have waited */
    static Verdict of(LogView view, Clock clock) {
        List<Issue> issues = new ArrayList<>();
        if (view.unreadable().isEmpty()) {
            drainer(view, clock, issues);
            IntentView intent = view.intent();
            if (intent != null) {
                look(intent, drain(view), issues);
            }
            rolling(view, issues);
            for (OwnerView owner : view.owners()) {
                look(owner, drain(view), clock, issues);
            }
            for (String file : view.putAside()) {
                issues.add(new Issue(
                        Kind.PUT_ASIDE,
                        file + " in the lane directory was damaged and put aside.",
                        "Nothing reads it any more; keep it for a post-mortem or delete it:  "
                                + Printable.shell(Path.of(String.valueOf(view.lanes()), file))));
            }
            for (String file : view.spillsLeft()) {
                issues.add(new Issue(
                        Kind.ORPHAN_SPILL,
                        file + " contains lines that were moved to disk, but its lanes are gone,"
                                + " as after a restart of the machine. No drainer writes these lines to the log.",
                        "It contains the lines as text, with some bytes between them; keep it or delete it."));
            }
        }
        RowView target = RowView.of(Path.of(view.log()));
        if (target != null) {
            look(target, Printable.shell(Path.of(view.log()).resolveSibling("")), clock, issues);
        }
        return new Verdict(view, List.copyOf(issues), target);
    }

    private static void look(RowView row, String directory, Clock clock, List<Issue> issues) {
        if (!row.problem().isEmpty()) {
            issues.add(new Issue(
                    Kind.DAMAGED_ROW,
                    "The records in " + directory + ": " + row.problem() + ".",
                    "Nothing to do: the others are sent."));
        }
        TargetFigures target = row.figures();
        if (row.records() > 0 && !target.problem().isEmpty()) {
            issues.add(new Issue(
                    Kind.TARGET_AWAY,
                    VerifyText.count(row.records(), "record") + " wait for " + target.address() + ", the oldest since "
                            + Times.at(clock.instant().minusMillis(target.lagMillis()), clock) + ": "
                            + target.problem() + ".",
                    "Nothing is lost below the cap. The application sends them once it runs and the target takes"
                            + " them; where it won't run:  ./tailrace ship " + directory + " --to "
                            + Printable.shell(target.kind() + ":" + target.address())));
        }
    }

    private static void drainer(LogView view, Clock clock, List<Issue> issues) {
        boolean alive = view.owners().stream().anyMatch(OwnerView::alive);
        if (Boolean.FALSE.equals(view.drained())) {
            if (alive) {
                issues.add(new Issue(
                        Kind.UNDRAINED,
                        "Processes log here, but none drains: their lines wait in memory, then on disk.",
                        "Look for a finding (TR2...) on their standard error: usually the file or its directory can't be"
                                + " written. If the processes are stopped, resume them, or write the lines yourself:  "
                                + drain(view)));
            }
            return;
        }
        long oldest = oldest(view);
        boolean waits = oldest != 0 && Times.since(oldest, clock).compareTo(LONG) >= 0;
        Instant stepped = Instant.ofEpochMilli(view.steppedMillis());
        boolean silent = view.steppedMillis() > 0
                && Duration.between(stepped, clock.instant()).compareTo(LONG) >= 0;
        if (!waits && !silent) {
            return;
        }
        String drainer = view.drainerPid() < 0 ? "the process that drains it" : "process " + view.drainerPid();
        boolean stopped = ProcessState.isStopped(view.drainerPid());
        String full = waits ? FreeSpace.little(Path.of(view.log())) : null;
        String what = (waits ? "Lines have been waiting since " + Times.at(oldest, clock) + ". " : "")
                + (full == null ? "" : "The disk is full: " + full + ". ")
                + capital(drainer) + " drains this log";
        String since =
                silent ? " and has written nothing since " + Times.at(stepped, clock) : ", but has not written them";
        issues.add(new Issue(
                Kind.STALLED,
                what + since + (stopped ? "; it is stopped (SIGSTOP, or a debugger)." : "."),
                stopped
                        ? "Resume it, or end it; then another process takes over:  kill -CONT " + view.drainerPid()
                        : full != null
                                ? "Free some space there: writing goes on by itself, nothing is lost while memory and spill have room."
                                : "Look for a finding on the standard error of " + drainer
                                        + ": the disk may be full, the file"
                                        + " not writable, or a producer stopped in the middle of a line. When that process"
                                        + " ends, another one takes over."));
    }

    private static void rolling(LogView view, List<Issue> issues) {
        List<OwnerView> others =
                view.owners().stream().filter(OwnerView::otherRolling).toList();
        if (others.isEmpty()) {
            return;
        }
        // Nothing is known of the others' own rolling but that it is another one.
        List<OwnerView> agreeing = view.owners().stream()
                .filter(each -> each.alive() && each.pid() > 0 && !each.otherRolling())
                .toList();
        String wanting = who(others);
        issues.add(new Issue(
                Kind.OTHER_ROLLING,
                capital(wanting) + (others.size() == 1 ? " wants" : " want") + " another rolling than the one in use"
                        + (agreeing.isEmpty() ? "" : ", which is that of " + who(agreeing)) + " (TR2016).",
                agreeing.isEmpty()
                        ? "Give all processes of this log the same rolling, and restart those that have another one."
                        : "If the one in use is old, restart " + who(agreeing) + " with the new configuration: the new"
                                + " one is used as soon as none has the old one, and a file that is too large is"
                                + " rolled at the next line. Else restart " + wanting + ". No line is lost."
                                + " Processes that were started with scan=\"true\" read a change without a restart."));
    }

    private static String who(List<OwnerView> owners) {
        if (owners.size() == 1) {
            return who(owners.get(0));
        }
        String named = owners.stream()
                .limit(MOST_NAMED)
                .map(each -> each.pid() > 0 ? String.valueOf(each.pid()) : "of " + each.name())
                .collect(Collectors.joining(", "));
        int more = owners.size() - MOST_NAMED;
        return "processes " + named + (more > 0 ? " and " + more + " more" : "");
    }

    private static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private static long oldest(LogView view) {
        return view.owners().stream()
                .flatMap(owner -> owner.rings().stream())
                .mapToLong(RingView::oldestNanos)
                .filter(nanos -> nanos != 0)
                .min()
                .orElse(0);
    }

    private static void look(OwnerView owner, String drain, Clock clock, List<Issue> issues) {
        String who = who(owner);
        if (!owner.problem().isEmpty()) {
            issues.add(new Issue(
                    Kind.OWNER_UNREADABLE,
                    "The file of " + who + " in the lane directory: " + owner.problem() + ".",
                    "A drainer ignores it."));
        }
        long lines = owner.rings().stream().mapToLong(RingView::lines).sum();
        if (!owner.alive() && !owner.rings().isEmpty()) {
            issues.add(
                    lines == 0
                            ? new Issue(
                                    Kind.LEFT_LANES,
                                    "Dead " + who + " left its lanes behind; no line waits in them.",
                                    "The next process that logs here removes them; so does:  " + drain)
                            : new Issue(
                                    Kind.LEFT_LINES,
                                    "Dead " + who + " left " + VerifyText.count(lines, "line")
                                            + " behind, the first from " + Times.at(oldest(owner), clock)
                                            + ".",
                                    "The next process that logs here writes them; so does:  " + drain));
        }
        long torn = owner.rings().stream().mapToLong(RingView::torn).sum();
        if (torn > 0) {
            issues.add(new Issue(
                    Kind.TORN,
                    VerifyText.count(torn, "event") + " of " + who + (torn == 1 ? " was" : " were")
                            + " cut off when it was killed; the log calls never returned.",
                    "Nothing to do: a drainer skips them."));
        }
        if (owner.unreported() != 0) {
            issues.add(new Issue(
                    Kind.DROPPED,
                    VerifyText.count(owner.unreported(), "event") + " of " + who
                            + (owner.unreported() == 1 ? " was" : " were")
                            + " dropped, and the log doesn't report it yet.",
                    "The drainer will write a line (TR4001) with times, levels and loggers. If it"
                            + " happens again, raise memory or spill, or use a faster disk."));
        }
        for (RingView ring : owner.rings()) {
            if (!ring.problem().isEmpty()) {
                issues.add(new Issue(
                        Kind.DAMAGED_RING,
                        ring.file() + ": " + ring.problem() + "; " + VerifyText.count(ring.unread(), "byte")
                                + " of it can't be read.",
                        "A drainer writes what is before the damage, puts the file aside and reports it"
                                + " (TR3009, TR3016)."));
            }
        }
    }

    private static long oldest(OwnerView owner) {
        return owner.rings().stream()
                .mapToLong(RingView::oldestNanos)
                .filter(nanos -> nanos != 0)
                .min()
                .orElse(0);
    }

    private static void look(IntentView intent, String drain, List<Issue> issues) {
        if (!intent.problem().isEmpty()) {
            issues.add(new Issue(
                    Kind.INTENT_UNREADABLE,
                    "The last drainer's unfinished batch is unknown: " + intent.problem() + ".",
                    "A drainer puts aside what is damaged, reports it (TR3016), and goes on with the lanes."));
        }
        switch (intent.todo()) {
            case APPEND, APPEND_ELSEWHERE ->
                issues.add(new Issue(
                        Kind.UNFINISHED_BATCH,
                        "The last drainer died during a write: " + VerifyText.count(intent.missing(), "byte")
                                + " of its last batch are not written yet.",
                        "The next process that logs here writes them; so does:  " + drain));
            case WRITE_ALL_AGAIN ->
                issues.add(new Issue(
                        Kind.MAYBE_TWICE,
                        "The last drainer died during a write, and " + intent.path()
                                + " was changed from outside: its last batch of "
                                + VerifyText.count(intent.length(), "byte")
                                + " will be written again, so some lines may appear twice.",
                        "The next process that logs here writes it; so does:  " + drain));
            default -> {}
        }
    }

    private static String drain(LogView view) {
        Path lockFile = Path.of(view.lockFile());
        Path log = Path.of(view.log());
        // A log whose name changes is named by the file that doesn't.
        boolean plain = lockFile.endsWith("." + log.getFileName() + ".tailrace-lock");
        return "./tailrace drain " + Printable.shell(plain ? log : lockFile);
    }

    static String who(OwnerView owner) {
        return owner.pid() > 0
                ? "process " + owner.pid() + (owner.here() ? "" : " in another PID namespace")
                : "process of " + owner.name();
    }

    /** Whether the process needs attention: such processes are shown first. */
    static boolean isNotable(OwnerView owner) {
        return !owner.alive()
                || !owner.problem().isEmpty()
                || owner.unreported() != 0
                || owner.otherRolling()
                || owner.rings().stream().anyMatch(ring -> !ring.problem().isEmpty());
    }

    int status() {
        return !view.unreadable().isEmpty()
                ? ExitStatus.COULD_NOT_RUN
                : issues.isEmpty() ? ExitStatus.GOOD : ExitStatus.FOUND;
    }

    /** A word for programs. */
    String word() {
        return switch (status()) {
            case ExitStatus.GOOD -> "fine";
            case ExitStatus.FOUND -> "findings";
            default -> "unreadable";
        };
    }
}
