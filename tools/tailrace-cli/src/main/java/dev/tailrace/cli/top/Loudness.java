package dev.tailrace.cli.top;

import dev.tailrace.cli.line.LineParser;
import dev.tailrace.guest.view.LineSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts loggers and levels in the last batches of a log; older ones count less and less. Not thread-safe. */
final class Loudness {
    private static final int MOST = 5;
    /** The most lines that are remembered; then all counts are halved. */
    private static final int ENOUGH = 20_000;
    /** Lines of a batch that are parsed, each in about a microsecond. */
    private static final int MOST_OF_A_BATCH = 4_000;

    private static final int MOST_NAMES = 2_000;

    private record Name(String logger, String level) {}

    private final Map<Name, Integer> counts = new HashMap<>();
    private long sequence;
    private int lines;
    private double bytesPerLine;

    void add(LineSample sample) {
        if (sample.sequence() == sequence || sample.lines().isEmpty()) {
            return;
        }
        sequence = sample.sequence();
        List<String> taken = sample.lines();
        long bytes = 0;
        int heads = 0;
        for (String line : taken) {
            bytes += line.length() + 1L;
        }
        for (String line : taken.subList(Math.max(0, taken.size() - MOST_OF_A_BATCH), taken.size())) {
            LineParser.Parsed parsed = LineParser.parse(line);
            if (parsed.head()) {
                heads++;
                String level = parsed.level() == null ? "?" : parsed.level().name();
                count(new Name(parsed.logger() == null ? "?" : parsed.logger(), level));
            }
        }
        int sampled = Math.min(taken.size(), MOST_OF_A_BATCH);
        // Where the first line of an event looks like any other, each line counts.
        double events = heads == 0 ? taken.size() : (double) taken.size() * heads / sampled;
        bytesPerLine = bytes / Math.max(1, events);
    }

    private void count(Name name) {
        if (counts.size() >= MOST_NAMES && !counts.containsKey(name)) {
            return;
        }
        counts.merge(name, 1, Integer::sum);
        lines++;
        if (lines > ENOUGH) {
            counts.replaceAll((each, count) -> count >> 1);
            counts.values().removeIf(count -> count == 0);
            lines = counts.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** Mean length of an event's bytes; 0: nothing was sampled. */
    double bytesPerLine() {
        return bytesPerLine;
    }

    int lines() {
        return lines;
    }

    /** The logs with the most lines. */
    List<TopReport.Loud> loudest() {
        List<Map.Entry<Name, Integer>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.<Name, Integer>comparingByValue()
                .reversed()
                .thenComparing(each -> each.getKey().logger(), Comparator.naturalOrder()));
        List<TopReport.Loud> loudest = new ArrayList<>();
        for (Map.Entry<Name, Integer> each : sorted.subList(0, Math.min(MOST, sorted.size()))) {
            Name name = each.getKey();
            loudest.add(new TopReport.Loud(
                    name.logger(), name.level(), each.getValue(), Math.round(100.0 * each.getValue() / lines)));
        }
        return loudest;
    }
}
