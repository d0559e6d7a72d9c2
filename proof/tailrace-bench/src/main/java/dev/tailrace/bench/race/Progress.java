package dev.tailrace.bench.race;

import java.io.PrintStream;

/** Reports on standard error what is running and how long it will still take. On a terminal the line is written over. Not thread-safe. */
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

    /** A run that was planned with so many seconds is over. */
    void done(int seconds) {
        doneSeconds += seconds;
    }

    /** Runs that were planned with so many seconds are left out. */
    void leaveOut(int seconds) {
        plannedSeconds -= seconds;
    }

    /** Whether so many more planned seconds would end after this time, as it went so far. */
    boolean beyond(int seconds, int limitSeconds) {
        return spentSeconds() + seconds * pace() > limitSeconds;
    }

    /** Says something that stays. */
    void say(String text) {
        out.println((terminal ? "\r\u001b[K" : "") + text);
    }

    void end() {
        if (terminal) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }

    /** The plan, corrected by how it went so far. */
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
