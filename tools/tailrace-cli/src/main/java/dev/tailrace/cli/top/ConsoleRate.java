package dev.tailrace.cli.top;

import dev.tailrace.guest.view.OwnerFigures;
import org.jspecify.annotations.Nullable;

/**
 * The rate of a process without log files, which shows its counts about once a second.
 *
 * @param last the counts that were seen last
 * @param linesPerSecond null: there was no earlier count
 */
record ConsoleRate(
        OwnerFigures last,
        @Nullable Double linesPerSecond,
        @Nullable Double bytesPerSecond) {
    /** A process that shows no other counts for so long is stopped, or gone. */
    private static final long SILENT_MILLIS = 3_000;

    /** The rate after another look; the one before as long as the process shows no other counts. */
    static ConsoleRate next(@Nullable ConsoleRate before, OwnerFigures now, long nowMillis) {
        if (nowMillis - now.consoleNanos() / 1_000_000 > SILENT_MILLIS) {
            return new ConsoleRate(now, 0.0, 0.0);
        }
        if (before == null || now.consoleNanos() < before.last.consoleNanos()) {
            return new ConsoleRate(now, null, null);
        }
        double seconds = (now.consoleNanos() - before.last.consoleNanos()) / 1e9;
        return seconds == 0
                ? before
                : new ConsoleRate(
                        now,
                        Math.max(0, now.consoleLines() - before.last.consoleLines()) / seconds,
                        Math.max(0, now.consoleBytes() - before.last.consoleBytes()) / seconds);
    }
}
