package dev.tailrace.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where finished files go. Used by the archiver's thread only. */
sealed interface ArchiveNames permits ArchiveNames.Window, ArchiveNames.Dated, NumberedNames {
    FileNamePattern pattern();

    /** Frees and names the place for a finished file: shifts a window, or finds the next index. Directories may be missing. */
    Path place(Finished finished, Runnable betweenSteps) throws IOException;

    /** What the file is called inside a zip. */
    String entryName(Finished finished) throws IOException;

    /** The window's lowest index is the newest file. */
    record Window(FileNamePattern pattern, int min, int max) implements ArchiveNames {
        /**
         * Moves files up only as far as the first gap, so that a shift which a crash interrupted is completed, not repeated. Whatever
         * would pass the window's end is deleted.
         */
        @Override
        public Path place(Finished finished, Runnable betweenSteps) throws IOException {
            int gap = min;
            while (gap <= max && Files.exists(at(gap))) {
                gap++;
            }
            if (gap > max) {
                gap = max;
                Files.delete(at(max));
                betweenSteps.run();
            }
            for (int i = gap - 1; i >= min; i--) {
                FileMover.move(at(i), at(i + 1));
                betweenSteps.run();
            }
            return at(min);
        }

        private Path at(int index) {
            return Path.of(pattern.name(0, index)).toAbsolutePath().normalize();
        }

        @Override
        public String entryName(Finished finished) {
            return pattern.zipEntryName(finished.stampMillis());
        }
    }

    /** The name says the period, and with an index the how-manieth file of it. */
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
        public Path place(Finished finished, Runnable betweenSteps) throws IOException {
            if (!pattern.hasIndex() || finished.inPlace()) {
                return free(finished);
            }
            if (finished.periodMillis() != period) {
                period = finished.periodMillis();
                next = highest(period) + 1;
            }
            while (taken(next)) {
                next++;
            }
            return path(pattern.name(period, next));
        }

        private boolean taken(int index) {
            return Files.exists(path(pattern.name(period, index)))
                    || Files.exists(path(pattern.plainName(period, index)));
        }

        /** A period has one name only; when something has it already, a number is added: nothing is ever overwritten. */
        private Path free(Finished finished) {
            return free(pattern, finished);
        }

        static Path free(FileNamePattern pattern, Finished finished) {
            int index = Math.max(0, finished.index());
            String suffix = pattern.compression().suffix();
            String plain = pattern.plainName(finished.periodMillis(), index);
            Path place = path(plain + suffix);
            for (int i = 1; Files.exists(place) && !place.equals(finished.file()); i++) {
                place = path(plain + "." + i + suffix);
            }
            return place;
        }

        private int highest(long periodMillis) throws IOException {
            int highest = -1;
            for (ArchiveScan.Found found : ArchiveScan.all(pattern)) {
                if (found.periodMillis() == periodMillis) {
                    highest = Math.max(highest, found.index());
                }
            }
            return highest;
        }

        @Override
        public String entryName(Finished finished) throws IOException {
            String name = String.valueOf(place(finished, () -> {}).getFileName());
            return name.substring(
                    0, name.length() - pattern.compression().suffix().length());
        }

        static Path path(String name) {
            return Path.of(name).toAbsolutePath().normalize();
        }
    }
}
