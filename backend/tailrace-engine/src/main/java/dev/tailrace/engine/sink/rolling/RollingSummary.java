package dev.tailrace.engine.sink.rolling;

import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a log is rolled, for a person: sizes in units, periods with their zone, and nothing that is 0. */
public final class RollingSummary {
    private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

    private RollingSummary() {}

    /** One line: {@code at 500 MB or by the day (days of UTC); keeps 7 days; no cap on the total size; files app-%d.%i.log}. */
    public static String of(RollingPolicyCodec text) {
        return String.join("; ", parts(text));
    }

    /**
     * What of the first one isn't also said of the second; all of it when they differ in nothing that is said.
     */
    public static String difference(RollingPolicyCodec text, RollingPolicyCodec other) {
        List<String> own = parts(text);
        List<String> differing = new ArrayList<>(own);
        differing.removeAll(parts(other));
        return String.join("; ", differing.isEmpty() ? own : differing);
    }

    private static List<String> parts(RollingPolicyCodec text) {
        Rolling rolling = text.rolling();
        FileNamePattern pattern = text.pattern();
        List<String> parts = new ArrayList<>();
        if (rolling == null || pattern == null) {
            parts.add("none");
        } else {
            String clock = clock(pattern, text.options());
            if (rolling instanceof Rolling.FixedWindow window) {
                parts.add(when(window.maxFileSize(), ""));
                parts.add("keeps " + counted(window.maxIndex() - window.minIndex() + 1L, "file") + ", numbers "
                        + window.minIndex() + " to " + window.maxIndex());
            } else if (rolling instanceof Rolling.TimeBased timeBased) {
                parts.add(when(timeBased.maxFileSize(), clock));
                kept(timeBased.maxHistory(), timeBased.totalSizeCap(), pattern, parts);
            } else if (rolling instanceof Rolling.Numbered numbered) {
                parts.add(when(numbered.maxFileSize(), clock));
                parts.add("numbers " + numbered.minIndex()
                        + (numbered.maxIndex() == Integer.MAX_VALUE ? " and up" : " to " + numbered.maxIndex())
                        + ", the newest file has the " + (numbered.newestHighest() ? "highest" : "lowest"));
                if (numbered.maxHistory() > 0 || numbered.totalSizeCap() > 0) {
                    kept(numbered.maxHistory(), numbered.totalSizeCap(), pattern, parts);
                }
            }
            parts.add("files " + files(text, pattern));
        }
        options(text, parts);
        return parts;
    }

    private static String when(long size, String clock) {
        String limit = size > 0 ? "at " + size(size) : "";
        return limit.isEmpty()
                ? clock.isEmpty() ? "never by itself" : clock + ", at no size"
                : limit + (clock.isEmpty() ? "" : " or " + clock);
    }

    /** When the clock rolls it; empty: never. */
    private static String clock(FileNamePattern pattern, RollingOptions options) {
        RollingOptions.Schedule schedule = options.schedule();
        if (schedule != null) {
            return "at " + schedule.moments();
        }
        Periods periods = pattern.periods();
        ZoneId zone = pattern.zone();
        if (periods == null || zone == null || options.datedByRoll()) {
            return "";
        }
        return (options.interval() > 1
                        ? "every " + options.interval() + " " + periods.unit() + "s"
                        : "by the " + periods.unit())
                + " (" + periods.unit() + "s of " + zone(zone) + ")";
    }

    private static void kept(int history, long cap, FileNamePattern pattern, List<String> parts) {
        Periods periods = pattern.periods();
        parts.add(
                history > 0
                        ? "keeps " + counted(history, periods == null ? "file" : periods.unit())
                        : cap > 0 ? "keeps them however old" : "deletes no rolled file");
        if (cap > 0) {
            parts.add("at most " + size(cap) + " in total");
        } else if (history > 0) {
            parts.add("no cap on the total size");
        }
    }

    private static void options(RollingPolicyCodec text, List<String> parts) {
        RollingOptions options = text.options();
        if (options.modulate()) {
            parts.add("periods counted from the beginning of the next larger one");
        }
        if (!options.removals().isEmpty()) {
            parts.add("deletes what " + counted(options.removals().size(), "rule") + " of <Delete> "
                    + (options.removals().size() == 1 ? "names" : "name"));
        }
        if (options.startSize() >= 0) {
            parts.add("at each start" + (options.startSize() > 1 ? " from " + size(options.startSize()) + " on" : ""));
        }
        if (options.links() != null) {
            parts.add("linked for a target as " + options.links());
        }
        RollingPolicyCodec.Keyed keyed = text.keyed();
        if (keyed != null) {
            parts.add("a file for each value, else for \"" + keyed.otherwise() + "\", at most " + keyed.mostOpen()
                    + " open, each for " + keyed.idleMillis() + " ms");
        }
    }

    /** The pattern, relative to the log's directory where the files are there; without the zone, which the periods name. */
    private static String files(RollingPolicyCodec text, FileNamePattern pattern) {
        String below = pattern.textBelowRoot();
        ZoneId zone = pattern.zone();
        if (zone != null) {
            below = below.replace("," + zone.normalized().getId() + "}", "}");
        }
        Path file = text.file();
        Path directory = file == null ? null : file.getParent();
        return directory != null && RollingPolicyCodec.slashed(directory).equals(text.root())
                ? below
                : text.root() + below;
    }

    private static String zone(ZoneId zone) {
        ZoneId same = zone.normalized();
        return same.equals(ZoneOffset.UTC) ? "UTC" : same instanceof ZoneOffset ? "UTC" + same.getId() : same.getId();
    }

    /** Exact, in the largest unit of 1024 that shows it with one decimal; else in bytes. */
    static String size(long bytes) {
        for (int unit = UNITS.length - 1; unit > 0; unit--) {
            long one = 1L << (10 * unit);
            if (bytes >= one && (bytes % one == 0 || (bytes < Long.MAX_VALUE / 10 && bytes * 10 % one == 0))) {
                return String.format(
                        Locale.ROOT, bytes % one == 0 ? "%.0f %s" : "%.1f %s", bytes / (double) one, UNITS[unit]);
            }
        }
        return String.format(Locale.ROOT, "%,d %s", bytes, bytes == 1 ? "byte" : "bytes");
    }

    private static String counted(long number, @Nullable String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
