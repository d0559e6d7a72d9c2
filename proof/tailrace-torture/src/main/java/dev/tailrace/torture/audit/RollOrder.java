package dev.tailrace.torture.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The order of a log's files by their content, for logs whose clock was set back and forth, so that archives' names don't show the order. A
 * file precedes another if a thread's first line in it does. If threads contradict each other there is no such order, and the audit of any
 * order finds misordered lines. Stateless.
 */
final class RollOrder {
    private RollOrder() {}

    static List<Path> of(List<Path> files) throws IOException {
        Map<Path, Set<Path>> after = new LinkedHashMap<>();
        Map<Path, Integer> before = new HashMap<>();
        for (Path file : files) {
            after.put(file, new LinkedHashSet<>());
            before.put(file, 0);
        }
        for (SortedMap<Long, Path> thread : firstLines(files)) {
            Path last = null;
            for (Path next : thread.values()) {
                if (last != null && after.getOrDefault(last, Set.of()).add(next)) {
                    before.merge(next, 1, Integer::sum);
                }
                last = next;
            }
        }
        ArrayDeque<Path> free = new ArrayDeque<>();
        files.stream().filter(file -> before.getOrDefault(file, 0) == 0).forEach(free::add);
        List<Path> ordered = new ArrayList<>();
        for (Path file = free.poll(); file != null; file = free.poll()) {
            ordered.add(file);
            for (Path next : after.getOrDefault(file, Set.of())) {
                if (before.merge(next, -1, Integer::sum) == 0) {
                    free.add(next);
                }
            }
        }
        for (Path file : files) {
            if (before.getOrDefault(file, 0) > 0) {
                ordered.add(file);
            }
        }
        return ordered;
    }

    /** For each thread, its files by the thread's first line in them. */
    private static Collection<SortedMap<Long, Path>> firstLines(List<Path> files) throws IOException {
        Map<String, SortedMap<Long, Path>> threads = new HashMap<>();
        for (Path file : files) {
            Map<String, Long> first = new HashMap<>();
            try {
                LogFiles.marks(file, mark -> first.putIfAbsent(mark.process() + "." + mark.thread(), mark.sequence()));
            } catch (IOException e) {
                continue; // the audit also finds and reports this
            }
            first.forEach((thread, sequence) ->
                    threads.computeIfAbsent(thread, k -> new TreeMap<>()).putIfAbsent(sequence, file));
        }
        return threads.values();
    }
}
