package dev.tailrace.cli;

import dev.tailrace.cli.Issue.Kind;
import dev.tailrace.guest.view.IntentView;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.OwnerView;
import dev.tailrace.guest.view.ProcessState;
import dev.tailrace.guest.view.RingView;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be thought of a log.
 *
 * @param issues empty when all is well
 */
record Verdict(LogView view, List<Issue> issues) {
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
                        file + " has lines that were moved to disk, and the lanes that it belongs to are gone"
                                + " (after a restart of the machine they are). No drainer brings these lines in.",
                        "It has the lines as text, with some bytes between them; keep it or delete it."));
            }
        }
        return new Verdict(view, List.copyOf(issues));
    }

    private static void drainer(LogView view, Clock clock, List<Issue> issues) {
        boolean alive = view.owners().stream().anyMatch(OwnerView::alive);
        if (Boolean.FALSE.equals(view.drained())) {
            if (alive) {
                issues.add(new Issue(
                        Kind.UNDRAINED,
                        "Processes log to it, but none drains it: their lines wait in memory, then on disk.",
                        "Look for a finding (TR2...) on their standard error: mostly the file or its directory can't be"
                                + " written. If they are stopped, let them go on, or bring the lines in:  "
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
        String what = waits
                ? "Lines wait since " + Times.at(oldest, clock) + ", although " + drainer + " drains it"
                : capital(drainer) + " drains it";
        String since = silent ? " and does nothing since " + Times.at(stepped, clock) : "";
        issues.add(new Issue(
                Kind.STALLED,
                what + since + (stopped ? "; that process is stopped (SIGSTOP, or a debugger)." : "."),
                stopped
                        ? "Let it go on, or end it, then another one takes over:  kill -CONT " + view.drainerPid()
                        : "Look for a finding on the standard error of " + drainer + ": the disk may be full, the file"
                                + " not writable, or a producer stopped in the middle of a line. When that process"
                                + " is ended, another one takes over."));
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
                    "A drainer leaves it alone."));
        }
        long lines = owner.rings().stream().mapToLong(RingView::lines).sum();
        if (!owner.alive() && !owner.rings().isEmpty()) {
            issues.add(
                    lines == 0
                            ? new Issue(
                                    Kind.LEFT_LANES,
                                    "The dead " + who + " left its lanes; nothing waits there.",
                                    "The next process that logs here removes them; so does:  " + drain)
                            : new Issue(
                                    Kind.LEFT_LINES,
                                    "The dead " + who + " left " + VerifyText.count(lines, "line")
                                            + " behind, the first from " + Times.at(oldest(owner), clock)
                                            + ".",
                                    "The next process that logs here brings them in; so does:  " + drain));
        }
        long torn = owner.rings().stream().mapToLong(RingView::torn).sum();
        if (torn > 0) {
            issues.add(new Issue(
                    Kind.TORN,
                    VerifyText.count(torn, "event") + " of " + who + (torn == 1 ? " was" : " were")
                            + " cut off when it was killed; the log calls never returned.",
                    "Nothing to do: a drainer steps over them."));
        }
        if (owner.unreported() != 0) {
            issues.add(new Issue(
                    Kind.DROPPED,
                    VerifyText.count(owner.unreported(), "event") + " of " + who
                            + (owner.unreported() == 1 ? " was" : " were")
                            + " dropped, and the log doesn't report it yet.",
                    "The drainer writes a line (TR4001) that says when, and of which levels and loggers. If it"
                            + " happens again: more memory or spill, or a faster disk."));
        }
        for (RingView ring : owner.rings()) {
            if (!ring.problem().isEmpty()) {
                issues.add(new Issue(
                        Kind.DAMAGED_RING,
                        ring.file() + ": " + ring.problem() + "; " + VerifyText.count(ring.unread(), "byte")
                                + " of it can't be read.",
                        "A drainer brings in what is before, puts the file aside and reports it (TR3009, TR3016)."));
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
                    "What the last drainer had begun is unknown: " + intent.problem() + ".",
                    "A drainer puts aside what is damaged, reports it (TR3016), and goes on with the lanes."));
        }
        switch (intent.todo()) {
            case APPEND, APPEND_ELSEWHERE ->
                issues.add(new Issue(
                        Kind.UNFINISHED_BATCH,
                        "The last drainer died while it wrote: " + VerifyText.count(intent.missing(), "byte")
                                + " of its last batch are still to be written.",
                        "The next process that logs here writes them; so does:  " + drain));
            case WRITE_ALL_AGAIN ->
                issues.add(new Issue(
                        Kind.MAYBE_TWICE,
                        "The last drainer died while it wrote, and " + intent.path()
                                + " was changed from outside: its last batch of "
                                + VerifyText.count(intent.length(), "byte")
                                + " will be written again, some lines maybe twice.",
                        "The next process that logs here does it; so does:  " + drain));
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
        return owner.pid() > 0 ? "process " + owner.pid() : "process of " + owner.name();
    }

    /** Whether it needs attention: such processes are shown first. */
    static boolean isNotable(OwnerView owner) {
        return !owner.alive()
                || !owner.problem().isEmpty()
                || owner.unreported() != 0
                || owner.rings().stream().anyMatch(ring -> !ring.problem().isEmpty());
    }

    int status() {
        return !view.unreadable().isEmpty()
                ? ExitStatus.COULD_NOT_RUN
                : issues.isEmpty() ? ExitStatus.GOOD : ExitStatus.FOUND;
    }

    /** For programs. */
    String word() {
        return switch (status()) {
            case ExitStatus.GOOD -> "fine";
            case ExitStatus.FOUND -> "findings";
            default -> "unreadable";
        };
    }
}
