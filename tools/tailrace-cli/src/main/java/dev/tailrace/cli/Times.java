package dev.tailrace.cli;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants for a user who compares them with a log: in the zone of this machine, and how long ago. */
final class Times {
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private Times() {}

    /** @param nanos since 1970 */
    static String at(long nanos, Clock clock) {
        return at(instant(nanos), clock);
    }

    static String at(Instant instant, Clock clock) {
        return FORM.format(instant.atZone(clock.getZone())) + " ("
                + ago(Duration.between(instant, clock.instant()).toSeconds()) + ")";
    }

    static Duration since(long nanos, Clock clock) {
        return Duration.between(instant(nanos), clock.instant());
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    private static String ago(long seconds) {
        if (seconds < 0) {
            return "in the future";
        }
        if (seconds < 120) {
            return seconds + " s ago";
        }
        if (seconds < 2 * 3600) {
            return seconds / 60 + " min ago";
        }
        return seconds < 2 * 86_400 ? seconds / 3600 + " h ago" : seconds / 86_400 + " days ago";
    }
}
