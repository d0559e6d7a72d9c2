package dev.tailrace.cli;

import dev.tailrace.drain.IntentView;
import dev.tailrace.drain.LogView;
import dev.tailrace.journal.OwnerView;
import dev.tailrace.journal.RingView;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be thought of a log.
 *
 * @param findings plain sentences; empty when all is well
 */
record Verdict(LogView view, List<String> findings) {

    static Verdict of(LogView view) {
        List<String> findings = new ArrayList<>();
        if (view.unreadable().isEmpty()) {
            for (OwnerView owner : view.owners()) {
                look(owner, findings);
            }
            IntentView intent = view.intent();
            if (intent != null) {
                look(intent, findings);
            }
            if (Boolean.FALSE.equals(view.drained()) && view.owners().stream().anyMatch(OwnerView::alive)) {
                findings.add("Processes log to it, but nobody drains it.");
            }
            for (String file : view.putAside()) {
                findings.add(file + " in the lane directory was damaged and put aside.");
            }
            for (String file : view.spillsLeft()) {
                findings.add(file + " belongs to no ring: its lines can't be brought in.");
            }
        }
        return new Verdict(view, List.copyOf(findings));
    }

    private static void look(OwnerView owner, List<String> findings) {
        String who = who(owner);
        if (!owner.problem().isEmpty()) {
            findings.add("Of " + who + ": " + owner.problem() + ".");
        }
        long lines = owner.rings().stream().mapToLong(RingView::lines).sum();
        long torn = owner.rings().stream().mapToLong(RingView::torn).sum();
        if (!owner.alive() && !owner.rings().isEmpty()) {
            findings.add("The dead " + who + " left " + VerifyText.count(lines, "line")
                    + " in shared memory; the next process that logs here, or ./tailrace drain, brings them in.");
        }
        if (torn > 0) {
            findings.add(VerifyText.count(torn, "event") + " of " + who
                    + " were cut off when it was killed; their log calls never returned.");
        }
        if (owner.unreported() != 0) {
            findings.add(VerifyText.count(owner.unreported(), "event") + " of " + who
                    + " were dropped, and the log doesn't tell of them yet.");
        }
        for (RingView ring : owner.rings()) {
            if (!ring.problem().isEmpty()) {
                findings.add(ring.file() + ": " + ring.problem() + "; " + VerifyText.count(ring.unread(), "byte")
                        + " of it can't be read.");
            }
        }
    }

    private static void look(IntentView intent, List<String> findings) {
        if (!intent.problem().isEmpty()) {
            findings.add("Of the last drainer: " + intent.problem() + ".");
        }
        switch (intent.todo()) {
            case APPEND, APPEND_ELSEWHERE ->
                findings.add("The last drainer died while it wrote: " + VerifyText.count(intent.missing(), "byte")
                        + " of its last batch are still to be written.");
            case WRITE_ALL_AGAIN ->
                findings.add("The last drainer died while it wrote, and " + intent.path()
                        + " was changed from outside: its last batch of " + VerifyText.count(intent.length(), "byte")
                        + " will be written again, some lines maybe twice.");
            default -> {}
        }
    }

    static String who(OwnerView owner) {
        return owner.pid() > 0 ? "process " + owner.pid() : "process of " + owner.name();
    }

    int status() {
        return !view.unreadable().isEmpty()
                ? ExitStatus.COULD_NOT_RUN
                : findings.isEmpty() ? ExitStatus.GOOD : ExitStatus.FOUND;
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
