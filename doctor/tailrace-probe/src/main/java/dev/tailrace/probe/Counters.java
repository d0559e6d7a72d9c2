package dev.tailrace.probe;

import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.PerfData;
import dev.tailrace.probe.jvm.PerfFile;
import dev.tailrace.probe.jvm.PerfFile.AbsentException;
import dev.tailrace.probe.jvm.Proc;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Follows the JVM's own counters of its collections, several times a second, as long as doctor looks: where the process writes no log of its
 * collector they show how often it collects and for how long. The process does not notice. Not thread-safe.
 */
final class Counters {
    static final String ENTRY = "gc/counters.txt";
    static final String ORIGIN = "hsperfdata";

    /** From one look to the next. */
    static final long SHORTEST_MILLIS = 100;

    private static final int MOST_LOOKS = 5_000;
    private static final int LARGEST = 8 << 20;
    private static final Pattern KEPT = Pattern.compile("sun\\.os\\.hrt\\.frequency|sun\\.gc\\.lastCause"
            + "|sun\\.gc\\.collector\\.[0-2]\\.(?:name|invocations|time|lastEntryTime|lastExitTime)"
            + "|sun\\.gc\\.generation\\.[01]\\.(?:capacity|space\\.0\\.(?:capacity|used))");

    private final double interval;
    private final StringBuilder kept = new StringBuilder();
    private final Map<String, String> known = new TreeMap<>();
    private final @Nullable PerfFile file;
    private String absence = "";
    private double due;
    private int looks;

    Counters(Proc proc, double seconds) {
        interval = Math.max(SHORTEST_MILLIS / 1000.0, seconds / MOST_LOOKS);
        PerfFile found = null;
        try {
            found = PerfFile.of(proc);
        } catch (AbsentException e) {
            absence = String.valueOf(e.getMessage());
        }
        file = found;
    }

    /** Looks, if it is time to. */
    void look(double now) {
        if (now >= due) {
            lookNow();
            due = now + interval;
        }
    }

    /** Looks in any case: at the beginning and at the end. */
    void lookNow() {
        if (file == null || kept.length() > LARGEST) {
            return;
        }
        try {
            PerfData data = file.read();
            kept.append("at=").append(System.currentTimeMillis()).append('\n');
            Map<String, String> now = new TreeMap<>();
            data.numbers().forEach((name, value) -> now.put(name, Long.toString(value)));
            data.texts().forEach((name, value) -> now.put(name, '"' + value.replaceAll("[\\p{Cntrl}]", "?") + '"'));
            now.forEach((name, value) -> {
                if (KEPT.matcher(name).matches() && !value.equals(known.put(name, value))) {
                    kept.append(name).append('=').append(value).append('\n');
                }
            });
            looks++;
        } catch (AbsentException e) {
            absence = String.valueOf(e.getMessage());
        }
    }

    /** All looks; in each, what had changed. */
    String text() {
        return kept.toString();
    }

    /** Puts away what was seen; where that is nothing, and nothing else shows collections, says why. */
    void keep(Session session) throws LiveException {
        if (looks > 1) {
            session.put(ENTRY, ORIGIN, text());
        } else if (session.origins().keySet().stream()
                .noneMatch(each -> each.startsWith("gc/") || each.startsWith("flight/"))) {
            session.note("No counters of collections: " + absence
                    + " A log of the collector (-Xlog:gc:FILE) or a flight recording would show them as well.");
        }
    }
}
