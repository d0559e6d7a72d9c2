package dev.tailrace.torture.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of a log's files by their content, for logs whose clock was set back and forth, so that archives' names don't show the order. A
 * file precedes another if a thread's first line in it does. If threads contradict each other there is no such order, and the audit of any
 * order finds misordered lines. Stateless.
 */
final class RollOrder {
    private RollOrder() {}

    static List<Path> of(List<Path> files) {
        Map<Path, Map<String, Long>> left = new LinkedHashMap<>();
        for (Path file : files) {
            left.put(file, firstLines(file));
        }
        List<Path> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Path next = left.entrySet().stream()
                    .filter(file -> left.values().stream().noneMatch(other -> precedes(other, file.getValue())))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse(left.keySet().iterator().next());
            ordered.add(next);
            left.remove(next);
        }
        return ordered;
    }

    private static boolean precedes(Map<String, Long> file, Map<String, Long> other) {
        return file.entrySet().stream()
                .anyMatch(thread -> thread.getValue() < other.getOrDefault(thread.getKey(), Long.MIN_VALUE));
    }

    /** The first line of each thread. */
    private static Map<String, Long> firstLines(Path file) {
        Map<String, Long> first = new HashMap<>();
        try {
            LogFiles.marks(file, mark -> first.putIfAbsent(mark.process() + "." + mark.thread(), mark.sequence()));
        } catch (IOException e) {
            // The audit also finds and reports this.
        }
        return first;
    }
}
