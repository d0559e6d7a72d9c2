package dev.tailrace.cli;

import dev.tailrace.drain.IntentView;
import dev.tailrace.drain.LogView;
import dev.tailrace.journal.OwnerView;
import dev.tailrace.journal.RingView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A verdict and what it rests on, for a person: the verdict first, then what is wrong, then the rest. */
final class VerifyText {
    private VerifyText() {}

    static List<String> lines(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        LogView view = verdict.view();
        lines.add(first(verdict));
        for (String finding : verdict.findings()) {
            lines.add("- " + Printable.of(finding));
        }
        if (view.lanes() == null || !view.unreadable().isEmpty()) {
            return lines;
        }
        lines.add("Lanes    " + Printable.of(String.valueOf(view.lanes())));
        lines.add("Rolling  " + Printable.of(String.valueOf(view.rolling())));
        lines.add("Drainer  " + drainer(view));
        lines.add("Intent   " + intent(view));
        for (OwnerView owner : view.owners()) {
            owner(owner, lines);
        }
        return lines;
    }

    private static String first(Verdict verdict) {
        LogView view = verdict.view();
        String log = Printable.of(view.log()) + ": ";
        return switch (verdict.status()) {
            case ExitStatus.COULD_NOT_RUN -> log + "CAN'T BE READ, " + Printable.of(view.unreadable()) + ".";
            case ExitStatus.FOUND -> {
                int size = verdict.findings().size();
                yield log + (size == 1 ? "1 THING" : size + " THINGS") + " TO LOOK AT; " + waiting(view) + ".";
            }
            default -> log + "FINE; " + waiting(view) + ".";
        };
    }

    private static String waiting(LogView view) {
        if (view.lines() == 0) {
            return "nothing waits";
        }
        return count(view.lines(), "line") + " (" + count(view.bytes(), "byte") + ") "
                + (view.lines() == 1 ? "waits" : "wait");
    }

    private static String drainer(LogView view) {
        Boolean drained = view.drained();
        if (drained == null) {
            return "not known";
        }
        if (!drained) {
            return "none";
        }
        return view.drainerPid() < 0 ? "a process that can't be seen from here" : "process " + view.drainerPid();
    }

    private static String intent(LogView view) {
        IntentView intent = view.intent();
        if (intent == null) {
            return "none yet";
        }
        if (!intent.problem().isEmpty()) {
            return Printable.of(intent.problem());
        }
        return "number " + intent.sequence() + ", " + count(intent.length(), "byte") + " of "
                + count(intent.lanes(), "lane") + " at offset " + intent.offset() + " of "
                + Printable.of(intent.path()) + ": "
                + switch (intent.todo()) {
                    case NOTHING -> "done";
                    case UNDER_WAY -> "under way";
                    case APPEND, APPEND_ELSEWHERE -> count(intent.missing(), "byte") + " missing";
                    case WRITE_ALL_AGAIN -> "to be written again";
                    case UNKNOWN -> "not known";
                };
    }

    private static void owner(OwnerView owner, List<String> lines) {
        StringBuilder line = new StringBuilder("Process  ")
                .append(owner.pid() > 0 ? String.valueOf(owner.pid()) : Printable.of(owner.name()))
                .append(owner.alive() ? ", alive" : ", dead");
        if (owner.startMillis() > 0) {
            line.append(", started ").append(Instant.ofEpochMilli(owner.startMillis()));
        }
        if (owner.dropped() != 0) {
            line.append(", dropped ").append(count(owner.dropped(), "event"));
        }
        lines.add(line.toString());
        for (RingView ring : owner.rings()) {
            lines.add("  " + ring(ring));
        }
    }

    private static String ring(RingView ring) {
        StringBuilder line = new StringBuilder("lane ")
                .append(ring.lane())
                .append(", ring ")
                .append(ring.generation())
                .append(": ");
        if (ring.capacity() == 0) {
            return line.append(ring.problem().isEmpty() ? "never used" : Printable.of(ring.problem()))
                    .toString();
        }
        line.append(count(ring.capacity() >>> 10, "KiB").replace("KiBs", "KiB"))
                .append(ring.sealed() ? ", sealed" : "")
                .append(", ")
                .append(count(ring.lines(), "line"))
                .append(" (")
                .append(count(ring.bytes(), "byte"))
                .append(")");
        if (ring.oldestNanos() != 0) {
            line.append(" since ").append(Instant.ofEpochMilli(Math.floorDiv(ring.oldestNanos(), 1_000_000L)));
        }
        if (ring.consumed() < ring.spilled()) {
            line.append(", partly in ").append(Printable.of(String.valueOf(ring.spillFile())));
        }
        if (ring.torn() > 0) {
            line.append(", ").append(ring.torn()).append(" torn");
        }
        if (!ring.problem().isEmpty()) {
            line.append(", ").append(Printable.of(ring.problem()));
        }
        return line.toString();
    }

    static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }
}
