package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.rolling.FileNamePattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Names with an index that counts within the period, if the pattern has one, and with a limited number of files for each period. Files move
 * only when there is no room, and in such a way that a move which a crash interrupted is completed, not repeated. Lists the directory at
 * each roll.
 *
 * @param max {@link Integer#MAX_VALUE}: any number of files
 * @param newestHighest whether the newest file has the highest index; else it has the lowest
 */
public record NumberedNames(FileNamePattern pattern, int min, int max, boolean newestHighest) implements ArchiveNames {
    @Override
    public Path place(long period, Shelf shelf) throws IOException {
        NavigableSet<Integer> files = files(period, shelf);
        while (!files.isEmpty() && files.size() > max - min) {
            shelf.discard(at(period, newestHighest ? files.pollFirst() : files.pollLast()));
        }
        return newestHighest ? above(files, period, shelf) : below(files, period, shelf);
    }

    /** The next index; when that would be too high, the files move together at the lower end. */
    private Path above(NavigableSet<Integer> files, long period, Shelf shelf) throws IOException {
        if (files.isEmpty() || files.last() < max) {
            int next = free(files.isEmpty() ? min : files.last() + 1, period, shelf);
            if (next <= max) {
                return at(period, next);
            }
        }
        int index = free(min, period, shelf);
        for (int file : files) {
            move(file, index, period, shelf);
            index = free(index + 1, period, shelf);
        }
        return at(period, index);
    }

    /** The first index from this one on whose name no log has. */
    private int free(int from, long period, Shelf shelf) {
        int index = from;
        while (shelf.isActive(at(period, index))) {
            index++;
        }
        return index;
    }

    /** The lowest index; the files from there on move up as far as the first gap. */
    private Path below(NavigableSet<Integer> files, long period, Shelf shelf) throws IOException {
        List<Integer> shifted = new ArrayList<>();
        int gap = free(min, period, shelf);
        while (files.contains(gap)) {
            shifted.add(gap);
            gap = free(gap + 1, period, shelf);
        }
        int to = gap;
        for (int i = shifted.size() - 1; i >= 0; i--) {
            move(shifted.get(i), to, period, shelf);
            to = shifted.get(i);
        }
        return at(period, to);
    }

    private void move(int from, int to, long period, Shelf shelf) throws IOException {
        if (from != to) {
            shelf.move(at(period, from), at(period, to));
        }
    }

    /** The indices of a period's rolled files, compressed or not; files below the range belong to other programs, logs to others. */
    private NavigableSet<Integer> files(long period, Shelf shelf) throws IOException {
        NavigableSet<Integer> indices = ArchiveScan.indices(pattern, period);
        indices.headSet(min, false).clear();
        indices.removeIf(index -> shelf.isActive(at(period, index)));
        return indices;
    }

    private Path at(long period, int index) {
        return Dated.path(pattern.plainName(period, index));
    }

    @Override
    public Path beside(Path directory, long periodMillis, Shelf shelf) {
        return ArchiveNames.firstFree(pattern, directory, periodMillis, min, shelf);
    }

    @Override
    public String entryName(String firstName, long stampMillis) {
        return firstName;
    }

    /** For files that are written under their own names: deletes a period's oldest files beyond the limit, counting the active file. */
    void deleteBeyond(long period, Set<Path> active, Shelf shelf) throws IOException {
        if (max == Integer.MAX_VALUE) {
            return;
        }
        NavigableMap<Integer, List<Path>> files = new TreeMap<>();
        for (FileNamePattern each : Set.of(pattern, pattern.plain())) {
            ArchiveScan.ofPeriod(each, period)
                    .forEach((index, file) -> files.computeIfAbsent(index, any -> new ArrayList<>())
                            .add(file));
        }
        while (files.size() > max - min + 1) {
            int oldest = files.firstKey();
            if (Collections.disjoint(files.remove(oldest), active)) {
                synchronized (shelf.guard()) {
                    shelf.discard(at(period, oldest));
                }
            }
        }
    }
}
