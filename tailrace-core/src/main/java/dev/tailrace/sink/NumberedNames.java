package dev.tailrace.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Names with an index that counts within the period, if the pattern has one, and with at most so many files of it. Files move only when
 * there is no room, and then so far that a move which a crash interrupted is completed, not repeated. Used by the archiver's thread only.
 *
 * @param max {@link Integer#MAX_VALUE}: any number of files
 * @param newestHighest whether the newest file has the highest index, else it has the lowest
 */
record NumberedNames(FileNamePattern pattern, int min, int max, boolean newestHighest) implements ArchiveNames {
    @Override
    public Path place(Finished finished, Runnable betweenSteps) throws IOException {
        if (finished.inPlace()) {
            return Dated.free(pattern, finished);
        }
        NavigableMap<Integer, Path> files = files(finished.periodMillis());
        while (!files.isEmpty() && files.size() > max - min) {
            Map.Entry<Integer, Path> oldest = newestHighest ? files.pollFirstEntry() : files.pollLastEntry();
            Files.delete(oldest.getValue());
            betweenSteps.run();
        }
        return newestHighest
                ? above(files, finished.periodMillis(), betweenSteps)
                : below(files, finished.periodMillis(), betweenSteps);
    }

    /** The next index; when that would be too high, the files move together at the lower end. */
    private Path above(NavigableMap<Integer, Path> files, long period, Runnable betweenSteps) throws IOException {
        if (files.isEmpty() || files.lastKey() < max) {
            return at(period, files.isEmpty() ? min : files.lastKey() + 1);
        }
        int index = min;
        for (Map.Entry<Integer, Path> file : files.entrySet()) {
            move(file, period, index++, betweenSteps);
        }
        return at(period, index);
    }

    /** The lowest index; the files from there on move up as far as the first gap. */
    private Path below(NavigableMap<Integer, Path> files, long period, Runnable betweenSteps) throws IOException {
        int gap = min;
        while (files.containsKey(gap)) {
            gap++;
        }
        for (Map.Entry<Integer, Path> file :
                files.headMap(gap, false).descendingMap().entrySet()) {
            move(file, period, file.getKey() + 1, betweenSteps);
        }
        return at(period, min);
    }

    private void move(Map.Entry<Integer, Path> file, long period, int index, Runnable betweenSteps) throws IOException {
        if (file.getKey() != index) {
            FileMover.move(file.getValue(), at(period, index));
            betweenSteps.run();
        }
    }

    /** The finished files of a period; what is below the range is none of ours. */
    private NavigableMap<Integer, Path> files(long period) throws IOException {
        NavigableMap<Integer, Path> files = ArchiveScan.ofPeriod(pattern, period);
        files.headMap(min, false).clear();
        return files;
    }

    private Path at(long period, int index) {
        return Dated.path(pattern.name(period, index));
    }

    /** Of files that are written under their own names: deletes the oldest of a period that are too many with the one that is written now. */
    void deleteBeyond(long period, Set<Path> active) throws IOException {
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
            for (Path oldest : files.pollFirstEntry().getValue()) {
                if (!active.contains(oldest)) {
                    Files.deleteIfExists(oldest);
                }
            }
        }
    }

    /** As it would be called without compression; nothing is moved for that. */
    @Override
    public String entryName(Finished finished) throws IOException {
        int index = finished.index();
        if (!finished.inPlace()) {
            NavigableMap<Integer, Path> files = files(finished.periodMillis());
            index = !newestHighest || files.isEmpty() ? min : Math.min(max, files.lastKey() + 1);
        }
        return FileNamePattern.lastSegment(pattern.plainName(finished.periodMillis(), Math.max(0, index)));
    }
}
