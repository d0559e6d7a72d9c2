package dev.tailrace.sink;

import dev.tailrace.bytes.CrashPoint;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Puts one finished file in its place so that a crash after any step loses nothing and doubles nothing:
 *
 * <ol>
 *   <li>pack into a temporary file, made durable;
 *   <li>free the place (shift the window) and write its name into a note;
 *   <li>rename the temporary file to its place;
 *   <li>delete the finished file, then the note.
 * </ol>
 *
 * A note whose temporary file is gone and whose place is taken tells that only step 4 is missing. Where neither compression nor another
 * file system is involved, one rename does it all.
 *
 * @param betweenSteps run after each step that a crash could follow; does nothing outside tests
 */
record PuttingAway(Packer packer, Runnable betweenSteps) {
    private static final String TEMPORARY = ".tailrace-tmp";
    private static final String NOTE = ".tailrace-note";

    /** @throws java.io.InterruptedIOException when it was told to give up: everything is as after a crash then */
    void run(Finished finished, ArchiveNames names, BooleanSupplier givesUp) throws IOException {
        Path source = finished.file();
        if (!Files.exists(source)) {
            clean(source, names);
        } else if (isPlaced(source, names)) {
            Files.delete(source);
            did("archive: source of a placed file deleted");
            clean(source, names);
        } else {
            put(finished, names, givesUp);
        }
    }

    /** A file that was written compressed needs no second reading: it gets its name. */
    private void put(Finished finished, ArchiveNames names, BooleanSupplier givesUp) throws IOException {
        Compression wanted = names.pattern().compression();
        Compression written = MemberFile.format(finished.file());
        if (finished.inPlace() && wanted == Compression.NONE) {
            return;
        }
        if (written == wanted) {
            rename(finished, names, givesUp);
        } else {
            pack(finished, names, written, wanted, givesUp);
        }
    }

    private void did(String step) {
        betweenSteps.run();
        CrashPoint.reach(step);
    }

    private Path place(Finished finished, ArchiveNames names) throws IOException {
        return names.place(finished, () -> did("archive: window shifted by one"));
    }

    private void rename(Finished finished, ArchiveNames names, BooleanSupplier givesUp) throws IOException {
        Path place = place(finished, names);
        try {
            FileMover.move(finished.file(), place);
            did("archive: renamed");
        } catch (AtomicMoveNotSupportedException e) {
            pack(finished, names, Compression.NONE, Compression.NONE, givesUp);
        }
    }

    /** Packs a file as {@code wanted} that is {@code written} otherwise; two times the same: copies it. */
    private void pack(
            Finished finished, ArchiveNames names, Compression written, Compression wanted, BooleanSupplier givesUp)
            throws IOException {
        Path source = finished.file();
        Path temporary = temporary(source, names);
        FileMover.makeDirectory(temporary);
        packer.pack(source, written, temporary, wanted, names.entryName(finished), givesUp);
        did("archive: packed");
        Path place = place(finished, names);
        Files.writeString(note(source), place + "\n" + fingerprint(source));
        did("archive: note written");
        FileMover.move(temporary, place);
        did("archive: packed file placed");
        Files.delete(source);
        did("archive: source deleted");
        Files.delete(note(source));
        did("archive: note deleted");
    }

    private static boolean isPlaced(Path source, ArchiveNames names) throws IOException {
        try {
            String[] note = Files.readString(note(source)).split("\n", 2);
            return note.length == 2
                    && note[1].equals(fingerprint(source))
                    && Files.exists(Path.of(note[0]))
                    && !Files.exists(temporary(source, names));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** So that a note left behind isn't taken for one about a later file of the same name. */
    private static String fingerprint(Path source) throws IOException {
        return Files.size(source) + " " + Files.getLastModifiedTime(source).toInstant();
    }

    private static void clean(Path source, ArchiveNames names) throws IOException {
        Files.deleteIfExists(note(source));
        Files.deleteIfExists(temporary(source, names));
    }

    /** Deletes {@code entry} if it is a note about a rolled file of {@code active} that isn't there any more. */
    static void deleteOrphan(Path active, Path entry) throws IOException {
        String name = String.valueOf(entry.getFileName());
        if (name.endsWith(NOTE)) {
            Path source = entry.resolveSibling(name.substring(0, name.length() - NOTE.length()));
            if (RolledName.read(active, source) != null && !Files.exists(source)) {
                Files.deleteIfExists(entry);
            }
        }
    }

    /** What a note of this name is about; of any other name the same. */
    static String source(String name) {
        return name.endsWith(NOTE) ? name.substring(0, name.length() - NOTE.length()) : name;
    }

    /** On the file system of the place, so that the last step is a rename. */
    static Path temporary(Path source, ArchiveNames names) {
        return Path.of(names.pattern().root()).toAbsolutePath().normalize().resolve(hidden(source) + TEMPORARY);
    }

    static Path note(Path source) {
        return source.resolveSibling(hidden(source) + NOTE);
    }

    private static String hidden(Path source) {
        String name = String.valueOf(source.getFileName());
        return name.startsWith(".") ? name : "." + name;
    }
}
