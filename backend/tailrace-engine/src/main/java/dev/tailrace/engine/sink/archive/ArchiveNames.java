package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The places of rolled files. Used by the thread that is synchronized on the {@link Shelf}. */
public sealed interface ArchiveNames permits ArchiveNames.Window, ArchiveNames.Dated, NumberedNames {
    FileNamePattern pattern();

    /**
     * Frees and names the place for a rolled file: shifts a window, or finds the next index. Only renames files. Directories may be
     * missing.
     *
     * @return without the compression's suffix
     */
    Path place(long periodMillis, Shelf shelf) throws IOException;

    /** Frees and names the place for a file that waited in another directory, under the name from {@link #beside}. */
    default Path placeOf(Path beside, long periodMillis, Shelf shelf) throws IOException {
        return place(periodMillis, shelf);
    }

    /**
     * Names a place below another directory, for a file that can't be renamed to its own place. No file is shifted there, since other logs'
     * files may have such names, too.
     */
    Path beside(Path directory, long periodMillis, Shelf shelf);

    private static FileNamePattern below(FileNamePattern pattern, Path directory) {
        return pattern.plain().under(RollingPolicyCodec.slashed(directory));
    }

    /** The lowest free index from {@code min} on in a directory. */
    static Path firstFree(FileNamePattern pattern, Path directory, long periodMillis, int min, Shelf shelf) {
        FileNamePattern below = below(pattern, directory);
        int index = min;
        while (shelf.has(Dated.path(below.plainName(periodMillis, index)))) {
            index++;
        }
        return Dated.path(below.plainName(periodMillis, index));
    }

    /** The name inside a zip of a file whose first name was {@code firstName}. */
    String entryName(String firstName, long stampMillis);

    /** The window's lowest index is the newest file. */
    record Window(FileNamePattern pattern, int min, int max) implements ArchiveNames {
        /**
         * Shifts files only up to the first gap, so that a shift which a crash interrupted is completed, not repeated. Removes a file that
         * would pass the window's end. Leaves out the names of logs.
         */
        @Override
        public Path place(long periodMillis, Shelf shelf) throws IOException {
            List<Path> shifted = new ArrayList<>();
            boolean gap = false;
            for (int i = min; i <= max && !gap; i++) {
                Path at = at(i);
                if (!shelf.isActive(at)) {
                    shifted.add(at);
                    gap = !shelf.has(at);
                }
            }
            if (shifted.isEmpty()) {
                return at(min); // it is taken: a number is added
            }
            if (!gap) {
                shelf.discard(shifted.get(shifted.size() - 1));
            }
            for (int i = shifted.size() - 2; i >= 0; i--) {
                shelf.move(shifted.get(i), shifted.get(i + 1));
            }
            return shifted.get(0);
        }

        private Path at(int index) {
            return Dated.path(pattern.plainName(0, index));
        }

        @Override
        public Path beside(Path directory, long periodMillis, Shelf shelf) {
            return firstFree(pattern, directory, 0, min, shelf);
        }

        @Override
        public String entryName(String firstName, long stampMillis) {
            return pattern.zipEntryName(stampMillis);
        }
    }

    /** Names with the period and, with an index, the file's ordinal in the period. */
    final class Dated implements ArchiveNames {
        private final FileNamePattern pattern;
        private long period = Long.MIN_VALUE;
        private int next;

        public Dated(FileNamePattern pattern) {
            this.pattern = pattern;
        }

        @Override
        public FileNamePattern pattern() {
            return pattern;
        }

        @Override
        public Path place(long periodMillis, Shelf shelf) throws IOException {
            return place(periodMillis, shelf::has);
        }

        private Path place(long periodMillis, Predicate<Path> taken) throws IOException {
            if (!pattern.hasIndex()) {
                return free(path(pattern.plainName(periodMillis, 0)), taken);
            }
            if (periodMillis != period) {
                next = highest(periodMillis) + 1;
                period = periodMillis;
            }
            while (taken.test(path(pattern.plainName(period, next)))) {
                next++;
            }
            return path(pattern.plainName(period, next));
        }

        /** A period has only one name; when the name is taken, a number is added, so that no file is ever overwritten. */
        private static Path free(Path plain, Predicate<Path> taken) {
            Path place = plain;
            for (int i = 1; taken.test(place); i++) {
                place = plain.resolveSibling(plain.getFileName() + "." + i);
            }
            return place;
        }

        /** The place is the file's present name. */
        @Override
        public Path placeOf(Path beside, long periodMillis, Shelf shelf) {
            int names = beside.getNameCount();
            Path own = beside.subpath(names - 1 - pattern.depth(), names);
            return free(path(pattern.root()).resolve(own), shelf::has);
        }

        /** Indices are unique over both directories, so that a file keeps its name when it is copied. */
        @Override
        public Path beside(Path directory, long periodMillis, Shelf shelf) {
            Path below = path(RollingPolicyCodec.slashed(directory));
            Path root = path(pattern.root());
            try {
                Path place =
                        place(periodMillis, path -> shelf.has(path) || shelf.has(below.resolve(root.relativize(path))));
                return below.resolve(root.relativize(place));
            } catch (IOException e) {
                // The places can't be listed either: any free name here will do.
                return firstFree(pattern, directory, periodMillis, 0, shelf);
            }
        }

        private int highest(long periodMillis) throws IOException {
            return ArchiveScan.indices(pattern, periodMillis).stream().reduce(-1, Math::max);
        }

        @Override
        public String entryName(String firstName, long stampMillis) {
            return firstName;
        }

        static Path path(String name) {
            return Path.of(name).toAbsolutePath().normalize();
        }
    }
}
