package dev.tailrace.torture.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The places of missing acknowledged lines, for faults that destroy lines themselves: only the lines that such a fault destroyed are
 * removed from an audit. Immutable.
 */
public final class Gaps {
    /**
     * Missing lines of one thread.
     *
     * @param before the file with the thread's last line before the gap; null: none
     * @param after the file with the thread's next line; null: none
     */
    public record Gap(
            int process,
            int thread,
            long first,
            long last,
            @Nullable Path before,
            @Nullable Path after) {
        long lines() {
            return last - first + 1;
        }

        /** The length of its lines in bytes, without what the layout adds. */
        long bytes(int letters) {
            return LongStream.rangeClosed(first, last)
                    .map(sequence ->
                            new Mark(process, thread, sequence).text(letters).getBytes(StandardCharsets.UTF_8).length)
                    .sum();
        }

        public boolean isAtTheEnd() {
            return after == null;
        }

        /** Whether the gap lies between the end of a file that was saved from outside and the beginning of the next file. */
        public boolean isBehindASavedFile() {
            return (before == null || LogFiles.isFromOutside(before)) && after != null && !after.equals(before);
        }
    }

    private final List<Gap> all;

    private Gaps(List<Gap> all) {
        this.all = all;
    }

    private record Seen(long sequence, @Nullable Path file) {}

    /** Reads all of a log. {@code files} in the order of their lines. */
    public static Gaps of(List<Path> files, Acknowledgements acknowledgements) throws IOException {
        List<Gap> gaps = new ArrayList<>();
        Map<Integer, Seen> last = new TreeMap<>();
        for (Path file : files) {
            LogFiles.marks(file, mark -> {
                int key = mark.process() * Acknowledgements.THREADS + mark.thread();
                Seen before = last.getOrDefault(key, new Seen(0, null));
                if (mark.sequence() > before.sequence + 1) {
                    gaps.add(new Gap(
                            mark.process(),
                            mark.thread(),
                            before.sequence + 1,
                            mark.sequence() - 1,
                            before.file,
                            file));
                }
                last.put(key, new Seen(Math.max(before.sequence, mark.sequence()), file));
            });
        }
        for (int key = 0; key < Acknowledgements.PROCESSES * Acknowledgements.THREADS; key++) {
            int process = key / Acknowledgements.THREADS;
            int thread = key % Acknowledgements.THREADS;
            long acknowledged = acknowledgements.acknowledged(process, thread);
            Seen seen = last.getOrDefault(key, new Seen(0, null));
            if (acknowledged > seen.sequence) {
                gaps.add(new Gap(process, thread, seen.sequence + 1, acknowledged, seen.file, null));
            }
        }
        return new Gaps(List.copyOf(gaps));
    }

    public long lines(Predicate<Gap> which) {
        return all.stream().filter(which).mapToLong(Gap::lines).sum();
    }

    /** The length of the usual lines in the selected gaps, in bytes, without what the layout adds. */
    public long bytes(Predicate<Gap> which) {
        return all.stream()
                .filter(which)
                .mapToLong(gap -> gap.bytes(Mark.LETTERS_USUALLY))
                .sum();
    }

    /** Removes the lines missing in the selected gaps from an audit, and returns it. */
    public Audit excuse(Audit audit, Predicate<Gap> which) {
        long excused = Math.min(audit.lost, lines(which));
        audit.lost -= excused;
        if (audit.lost == 0) {
            audit.problems.removeIf(problem -> problem.contains(" are missing"));
        } else if (excused > 0) {
            audit.problems.add(0, excused + " lines of those that are missing were destroyed by the fault itself");
        }
        return audit;
    }

    /** The last acknowledged line of each thread at this time. */
    public static Map<Integer, Long> acknowledged(Acknowledgements acknowledgements) {
        Map<Integer, Long> now = new HashMap<>();
        for (int key = 0; key < Acknowledgements.PROCESSES * Acknowledgements.THREADS; key++) {
            now.put(key, acknowledgements.begun(key / Acknowledgements.THREADS, key % Acknowledgements.THREADS));
        }
        return now;
    }

    /** Selects gaps that end before the lines acknowledged at that time. */
    public static Predicate<Gap> until(Map<Integer, Long> then) {
        return gap -> gap.last() <= then.getOrDefault(gap.process() * Acknowledgements.THREADS + gap.thread(), 0L);
    }
}
