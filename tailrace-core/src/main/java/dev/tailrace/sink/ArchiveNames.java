package dev.tailrace.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Where finished files go. Used by who is synchronized on the {@link Shelf}. */
sealed interface ArchiveNames permits ArchiveNames.Window, ArchiveNames.Dated, ArchiveNames.DatedBeside, NumberedNames {
    FileNamePattern pattern();

    /**
     * Frees and names the place for a finished file: shifts a window, or finds the next index. Renames only. Directories may be missing.
     *
     * @return without the compression's suffix
     */
    Path place(long periodMillis, Shelf shelf) throws IOException;

    /** What a file is called inside a zip; {@code plain}: its name without the zip's suffix. */
    String entryName(Path plain, long stampMillis);

    /**
     * The same for a file that waited elsewhere, under the name {@code beside} that {@link #below} names gave it.
     */
    default Path placeOf(Path beside, long periodMillis, Shelf shelf) throws IOException {
        return place(periodMillis, shelf);
    }

    /** The same names below another directory, for files that can't be renamed to their places; not compressed. */
    ArchiveNames below(Path directory);

    private static FileNamePattern below(FileNamePattern pattern, Path directory) {
        return pattern.plain().under(RollingText.slashed(directory));
    }

    /** The window's lowest index is the newest file. */
    record Window(FileNamePattern pattern, int min, int max) implements ArchiveNames {
        /**
         * Moves files up only as far as the first gap, so that a shift which a crash interrupted is completed, not repeated. Whatever
         * would pass the window's end is taken away.
         */
        @Override
        public Path place(long periodMillis, Shelf shelf) throws IOException {
            int gap = min;
            while (gap <= max && shelf.has(at(gap))) {
                gap++;
            }
            if (gap > max) {
                gap = max;
                shelf.discard(at(max));
            }
            for (int i = gap - 1; i >= min; i--) {
                shelf.move(at(i), at(i + 1));
            }
            return at(min);
        }

        private Path at(int index) {
            return Dated.path(pattern.plainName(0, index));
        }

        @Override
        public ArchiveNames below(Path directory) {
            return new Window(ArchiveNames.below(pattern, directory), min, max);
        }

        @Override
        public String entryName(Path plain, long stampMillis) {
            return pattern.zipEntryName(stampMillis);
        }
    }

    /** The name says the period, and with an index its ordinal in it. */
    final class Dated implements ArchiveNames {
        private final FileNamePattern pattern;
        private long period = Long.MIN_VALUE;
        private int next;

        Dated(FileNamePattern pattern) {
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
                period = periodMillis;
                next = highest(period) + 1;
            }
            while (taken.test(path(pattern.plainName(period, next)))) {
                next++;
            }
            return path(pattern.plainName(period, next));
        }

        /** A period has one name only; when something has it already, a number is added: nothing is ever overwritten. */
        private static Path free(Path plain, Predicate<Path> taken) {
            Path place = plain;
            for (int i = 1; taken.test(place); i++) {
                place = plain.resolveSibling(plain.getFileName() + "." + i);
            }
            return place;
        }

        /** The name that it has already. */
        @Override
        public Path placeOf(Path beside, long periodMillis, Shelf shelf) {
            int names = beside.getNameCount();
            Path own = beside.subpath(names - 1 - pattern.depth(), names);
            return free(path(pattern.root()).resolve(own), shelf::has);
        }

        @Override
        public ArchiveNames below(Path directory) {
            return new DatedBeside(this, ArchiveNames.below(pattern, directory));
        }

        private int highest(long periodMillis) throws IOException {
            return ArchiveScan.indices(pattern, periodMillis).stream().reduce(-1, Math::max);
        }

        @Override
        public String entryName(Path plain, long stampMillis) {
            return String.valueOf(plain.getFileName());
        }

        static Path path(String name) {
            return Path.of(name).toAbsolutePath().normalize();
        }
    }

    /** Numbers go on over both directories, so that a file keeps its name when it is copied. */
    record DatedBeside(Dated names, FileNamePattern pattern) implements ArchiveNames {
        @Override
        public Path place(long periodMillis, Shelf shelf) throws IOException {
            return beside(names.place(periodMillis, path -> shelf.has(path) || shelf.has(beside(path))));
        }

        private Path beside(Path place) {
            return Dated.path(pattern.root())
                    .resolve(Dated.path(names.pattern.root()).relativize(place));
        }

        @Override
        public ArchiveNames below(Path directory) {
            return names.below(directory);
        }

        @Override
        public String entryName(Path plain, long stampMillis) {
            return names.entryName(plain, stampMillis);
        }
    }
}
