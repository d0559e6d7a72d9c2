package dev.tailrace.doctor.memory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Understands Shenandoah's log of JDK 8, whose lines say what those of newer JDKs say, in brackets: {@code 2022-08-17T16:20:48.561+0800:
 * 3.344: [Concurrent cleanup 1613M->1361M(1636M), 0.092 ms]}. Not thread-safe.
 */
final class ShenandoahOf8 {
    private static final Pattern LINE = Pattern.compile(
            "\\[((?:Pause (?:Init|Final|Full|Degenerated)|Concurrent cleanup)[^\\[\\]]{0,120}?)(?:, ([0-9]{1,9}[.,][0-9]{1,6}) ms)?\\]");

    private final UnifiedGc unified;
    private final GcCollecting log;
    private long cycle;

    ShenandoahOf8(UnifiedGc unified, GcCollecting log) {
        this.unified = unified;
        this.log = log;
    }

    /** Takes a line; false when it is none of Shenandoah's. */
    boolean read(String line, int number) {
        int open = line.length() > 1_000 ? -1 : line.indexOf('[');
        if (open < 0 || (!line.startsWith("Pause ", open + 1) && !line.startsWith("Concurrent cleanup", open + 1))) {
            return false;
        }
        Matcher matcher = LINE.matcher(line);
        if (!matcher.find(open)) {
            return false;
        }
        log.typicalOf("Shenandoah");
        String text = matcher.group(1);
        String millis = matcher.group(2);
        if (millis == null || text.endsWith(", start")) {
            return true;
        }
        if (text.startsWith("Pause Init Mark")) {
            cycle++;
        }
        ClassicTime time = ClassicTime.of(line.substring(0, open));
        unified.read(
                new UnifiedLine(
                        time.uptime(),
                        time.clock(),
                        "gc",
                        "GC(" + cycle + ") " + text + " " + millis.replace(',', '.') + "ms"),
                number);
        return true;
    }
}
