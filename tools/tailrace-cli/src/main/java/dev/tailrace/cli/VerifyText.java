package dev.tailrace.cli;

import dev.tailrace.cli.Verdict.Issue;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.guest.view.IntentView;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.OwnerView;
import dev.tailrace.guest.view.RingView;
import dev.tailrace.ship.RowView;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A verdict and what it rests on, for a person: the verdict first, then what is wrong and what to do, then the rest. */
final class VerifyText {
    /** More of them would hide what is above them. */
    private static final int MOST_ISSUES = 20;

    private static final int MOST_PROCESSES = 20;
    private static final int MOST_RINGS = 8;
    private static final int VALUES = 11;

    private final Verdict verdict;
    private final LogView view;
    private final Clock clock;
    private final List<String> lines = new ArrayList<>();

    private VerifyText(Verdict verdict, Clock clock) {
        this.verdict = verdict;
        this.view = verdict.view();
        this.clock = clock;
    }

    /** At most 80 columns wide, where words allow it. */
    static List<String> lines(Verdict verdict, Clock clock) {
        VerifyText text = new VerifyText(verdict, clock);
        text.write();
        return text.lines;
    }

    private void write() {
        lines.add(Printable.wrapped(first()));
        List<Issue> issues = verdict.issues();
        issues.stream().limit(MOST_ISSUES).forEach(this::issue);
        more(issues.size() - MOST_ISSUES, "- and %s more");
        RowView row = verdict.target();
        if (row != null) {
            TargetFigures target = row.figures();
            pair("Target", target.kind() + " " + target.address());
            pair(
                    "Records",
                    count(target.acknowledged(), "record") + " acknowledged, " + count(target.dropped(), "record")
                            + " dropped, " + String.format(Locale.ROOT, "%,d retried", target.retried()));
        }
        if (view.lanes() == null || !view.unreadable().isEmpty()) {
            return;
        }
        pair("Drainer", drainer());
        pair("Lanes in", view.lanes());
        pair("Rolling", view.rollingInWords());
        pair("Last batch", batch());
        // Those that need attention come first.
        List<OwnerView> owners = view.owners().stream()
                .sorted(Comparator.comparing((OwnerView each) -> !Verdict.isNotable(each))
                        .thenComparing(each -> -lines(each)))
                .toList();
        owners.stream().limit(MOST_PROCESSES).forEach(this::owner);
        List<OwnerView> rest = owners.subList(Math.min(owners.size(), MOST_PROCESSES), owners.size());
        long waiting = rest.stream().mapToLong(VerifyText::lines).sum();
        long dead = rest.stream().filter(each -> !each.alive()).count();
        more(rest.size(), "and %s more processes, " + dead + " of them dead, with " + count(waiting, "line"));
    }

    private void more(int number, String words) {
        if (number > 0) {
            lines.add(Printable.wrapped(String.format(Locale.ROOT, words, number) + "; --json FILE has all of them"));
        }
    }

    private void pair(String name, String value) {
        lines.add(
                Printable.wrapped(String.format(Locale.ROOT, "%-" + VALUES + "s", name) + Printable.of(value), VALUES));
    }

    private String first() {
        String log = Printable.of(view.log()) + ": ";
        return switch (verdict.status()) {
            case ExitStatus.COULD_NOT_RUN -> log + "CAN'T BE READ: " + Printable.of(view.unreadable()) + ".";
            case ExitStatus.FOUND -> {
                int size = verdict.issues().size();
                yield log + (size == 1 ? "1 finding" : size + " findings") + "; " + waiting() + ".";
            }
            default -> log + "FINE; " + waiting() + ".";
        };
    }

    private void issue(Issue issue) {
        lines.add(Printable.wrapped("- " + Printable.of(issue.what())));
        // A command to be copied has a line of its own.
        String[] remedy = Printable.of(issue.remedy()).split(":  ", 2);
        lines.add(Printable.wrapped("  -> " + remedy[0] + (remedy.length > 1 ? ":" : ""), 5));
        if (remedy.length > 1) {
            lines.add("     " + remedy[1]);
        }
    }

    private String waiting() {
        RowView row = verdict.target();
        long lines = view.lines() + (row == null ? 0 : row.records());
        long bytes = view.bytes() + (row == null ? 0 : row.figures().waitingBytes());
        if (lines == 0) {
            return "nothing waits";
        }
        return count(lines, row == null ? "line" : "record") + " (" + count(bytes, "byte") + ") "
                + (lines == 1 ? "waits" : "wait");
    }

    private String drainer() {
        Boolean drained = view.drained();
        if (drained == null) {
            return "not known";
        }
        if (!drained) {
            return "none";
        }
        return view.drainerPid() < 0 ? "a process that can't be seen from here" : "process " + view.drainerPid();
    }

    private String batch() {
        IntentView intent = view.intent();
        if (intent == null) {
            return "none yet";
        }
        if (!intent.problem().isEmpty()) {
            return intent.problem();
        }
        String done = switch (intent.todo()) {
            case NOTHING -> "all written";
            case UNDER_WAY -> "being written";
            case APPEND, APPEND_ELSEWHERE -> count(intent.missing(), "byte") + " missing";
            case WRITE_ALL_AGAIN -> "to be written again";
            case UNKNOWN -> "not known";
        };
        return done + ": " + count(intent.length(), "byte") + " at byte " + intent.offset() + " of " + intent.path()
                + " (number " + intent.sequence() + ")";
    }

    private void owner(OwnerView owner) {
        StringBuilder line = new StringBuilder();
        line.append(owner.pid() > 0 ? String.valueOf(owner.pid()) : owner.name())
                .append(owner.here() ? "" : " in another PID namespace")
                .append(owner.alive() ? ", alive" : ", dead");
        if (owner.startMillis() > 0) {
            line.append(", started ").append(Times.at(Instant.ofEpochMilli(owner.startMillis()), clock));
        }
        if (owner.otherRolling()) {
            line.append(", wants another rolling");
        }
        if (owner.dropped() != 0) {
            line.append(", dropped ").append(count(owner.dropped(), "event"));
        }
        List<RingView> busy = owner.rings().stream().filter(VerifyText::isBusy).toList();
        if (busy.isEmpty()) {
            line.append(", nothing waits");
        }
        pair("Process", line.toString());
        busy.stream().limit(MOST_RINGS).forEach(this::ring);
        more(busy.size() - MOST_RINGS, " ".repeat(VALUES) + "and %s more lanes");
    }

    private static boolean isBusy(RingView ring) {
        return ring.lines() != 0
                || ring.torn() != 0
                || ring.unread() != 0
                || !ring.problem().isEmpty();
    }

    private static long lines(OwnerView owner) {
        return owner.rings().stream().mapToLong(RingView::lines).sum();
    }

    private void ring(RingView ring) {
        StringBuilder line = new StringBuilder(" ".repeat(VALUES))
                .append("lane ")
                .append(ring.lane())
                .append(", ring ")
                .append(ring.generation())
                .append(": ");
        if (ring.capacity() != 0) {
            line.append(count(ring.lines(), "line"));
            if (ring.oldestNanos() != 0) {
                line.append(" since ").append(Times.at(ring.oldestNanos(), clock));
            }
            line.append(", ").append(count(ring.bytes(), "byte")).append(" of ");
            line.append(String.format(Locale.ROOT, "%,d KiB", ring.capacity() >>> 10));
            if (ring.consumed() < ring.spilled()) {
                line.append(", partly in ").append(spilled(ring.spillFiles()));
            }
            if (ring.torn() > 0) {
                line.append(", ").append(ring.torn()).append(" torn");
            }
            if (ring.problem().isEmpty() && ring.unread() > 0) {
                line.append(", ")
                        .append(count(ring.unread(), "byte"))
                        .append(" behind a line that is just being logged");
            }
        }
        if (!ring.problem().isEmpty()) {
            line.append(ring.capacity() == 0 ? "" : ", ").append(ring.problem());
        }
        lines.add(Printable.wrapped(Printable.of(line.toString()), VALUES + 2));
    }

    private static String spilled(List<String> files) {
        if (files.isEmpty()) {
            return "spill files that are gone";
        }
        return files.size() == 1 ? files.get(0) : files.get(0) + " and " + count(files.size() - 1, "more file");
    }

    static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }
}
