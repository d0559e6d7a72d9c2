package dev.tailrace.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the threads of all processes that run or want to, as long as doctor looks. Not thread-safe. */
final class RunQueue {
    private static final Path FILE = Path.of("/proc/loadavg");
    private static final double INTERVAL_SECONDS = 0.25;

    private double due;
    private double sum;
    private int looks;

    /** Looks, if it is time to. */
    void look(double now) {
        if (now < due) {
            return;
        }
        due = now + INTERVAL_SECONDS;
        try {
            String counts = Files.readString(FILE).split(" ", -1)[3];
            // Without the thread that reads it.
            sum += Integer.parseInt(counts.substring(0, counts.indexOf('/'))) - 1;
            looks++;
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            due = Double.POSITIVE_INFINITY; // No Linux.
        }
    }

    /** The mean of all looks; -1: there was none. */
    double mean() {
        return looks == 0 ? -1 : sum / looks;
    }
}
