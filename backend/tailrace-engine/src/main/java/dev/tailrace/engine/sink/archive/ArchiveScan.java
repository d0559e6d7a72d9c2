package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the files of a pattern. Lists whole directories: only for the archiver's thread and for the start. */
public final class ArchiveScan {
    /** A file whose name is one of the pattern's. */
    public record Found(Path path, long periodMillis, int index, boolean compressed) {}

    public static final Comparator<Found> OLDEST_FIRST =
            Comparator.comparingLong(Found::periodMillis).thenComparingInt(Found::index);

    private ArchiveScan() {}

    /** The finished and unfinished files of {@code pattern}, in no order. */
    public static List<Found> all(FileNamePattern pattern) throws IOException {
        Path root = Path.of(pattern.root()).toAbsolutePath().normalize();
        List<Found> found = new ArrayList<>();
        boolean compresses = pattern.compression() != Compression.NONE;
        FileNamePattern.Reader compressed = pattern.reader(true);
        FileNamePattern.Reader plain = pattern.reader(false);
        String prefix = pattern.root().equals(".") ? "" : pattern.root();
        for (Path file : files(root, pattern.depth())) {
            String name = prefix + root.relativize(file).toString().replace('\\', '/');
            FileNamePattern.Reading reading = compressed.read(name);
            if (reading != null) {
                found.add(new Found(file, reading.periodMillis(), reading.index(), compresses));
            } else if (compresses) {
                reading = plain.read(name);
                if (reading != null) {
                    found.add(new Found(file, reading.periodMillis(), reading.index(), false));
                }
            }
        }
        return found;
    }

    /** The indices of one period's rolled files, compressed or not. The pattern has an index. */
    static NavigableSet<Integer> indices(FileNamePattern pattern, long periodMillis) throws IOException {
        NavigableSet<Integer> indices =
                new TreeSet<>(ofPeriod(pattern, periodMillis).keySet());
        if (pattern.compression() != Compression.NONE) {
            indices.addAll(ofPeriod(pattern.plain(), periodMillis).keySet());
        }
        return indices;
    }

    /** All files in the directories of {@code pattern}'s files. */
    static List<Path> files(FileNamePattern pattern) throws IOException {
        return files(Path.of(pattern.root()).toAbsolutePath().normalize(), pattern.depth());
    }

    /** The rolled files of one period by their index. The pattern has an index. */
    static NavigableMap<Integer, Path> ofPeriod(FileNamePattern pattern, long periodMillis) throws IOException {
        Path root = Path.of(pattern.root()).toAbsolutePath().normalize();
        String prefix = pattern.root().equals(".") ? "" : pattern.root();
        Pattern names = pattern.namesOf(periodMillis);
        NavigableMap<Integer, Path> found = new TreeMap<>();
        for (Path file : files(root, pattern.depth())) {
            Matcher name =
                    names.matcher(prefix + root.relativize(file).toString().replace('\\', '/'));
            if (name.matches()) {
                found.put(Integer.parseInt(name.group("index")), file);
            }
        }
        return found;
    }

    /** Regular files exactly {@code depth} directories below {@code root}; links are not followed. */
    private static List<Path> files(Path root, int depth) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            for (Path entry : entries) {
                if (depth == 0 && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(entry);
                } else if (depth > 0 && Files.isDirectory(entry)) {
                    files.addAll(files(entry, depth - 1));
                }
            }
        } catch (NoSuchFileException e) {
            return files; // not made yet: nothing to find
        }
        return files;
    }
}
