package dev.tailrace.bench.race;

import java.io.PrintStream;

/** Reports the current run and the remaining time on standard error. On a terminal the line is overwritten. Not thread-safe. */
final class Progress {
    private final PrintStream out;
    private final boolean terminal;
    private final long began = System.nanoTime();
    private int plannedSeconds;
    private int doneSeconds;

    Progress(PrintStream out, boolean terminal, int plannedSeconds) {
        this.out = out;
        this.terminal = terminal;
        this.plannedSeconds = plannedSeconds;
    }

    void running(String what, int round, int rounds) {
        String line = "%s, round %d/%d, about %d s left".formatted(what, round + 1, rounds, secondsLeft());
        if (terminal) {
            out.print("\r\u001b[K" + line);
            out.flush();
        } else {
            out.println(line);
        }
    }

    /** Notes the end of a run that was planned with {@code seconds}. */
    void done(int seconds) {
        doneSeconds += seconds;
    }

    /** Notes that runs with {@code seconds} of planned time are skipped. */
    void leaveOut(int seconds) {
        plannedSeconds -= seconds;
    }

    /** Whether {@code seconds} more of planned time would end after the limit, at the pace so far. */
    boolean beyond(int seconds, int limitSeconds) {
        return spentSeconds() + seconds * pace() > limitSeconds;
    }

    /** Prints a line that isn't overwritten. */
    void say(String text) {
        out.println((terminal ? "\r\u001b[K" : "") + text);
    }

    void end() {
        if (terminal) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }

    /** The remaining planned time, corrected by the pace so far. */
    private long secondsLeft() {
        return Math.round((plannedSeconds - doneSeconds) * pace());
    }

    private double pace() {
        return doneSeconds == 0 ? 1 : spentSeconds() / doneSeconds;
    }

    private double spentSeconds() {
        return (System.nanoTime() - began) / 1e9;
    }
}
