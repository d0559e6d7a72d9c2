package dev.tailrace.sink;

import dev.tailrace.bytes.CrashPoint;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts one finished file in its place so that a crash after any step loses nothing and doubles nothing:
 *
 * <ol>
 *   <li>pack into a temporary file, made durable;
 *   <li>free the place (shift the window) and write both names into a note;
 *   <li>rename the temporary file to its place;
 *   <li>delete the finished file, then the note.
 * </ol>
 *
 * A note whose temporary file, which it names, is gone and whose place is taken tells that only step 4 is missing, also to a rolling
 * with other places. Where neither compression nor another
 * file system is involved, one rename does it all.
 *
 * @param betweenSteps run after each step that a crash could follow; does nothing outside tests
 */
record PuttingAway(Packer packer, Runnable betweenSteps) {
    private static final String TEMPORARY = ".tailrace-tmp";
    private static final String NOTE = ".tailrace-note";
    /** Two paths and some numbers. */
    private static final int LONGEST_NOTE = 1 << 14;

    /** @throws java.io.InterruptedIOException when it was told to give up: everything is as after a crash then */
    void run(Finished finished, ArchiveNames names, BooleanSupplier givesUp) throws IOException {
        Path source = finished.file();
        if (Files.exists(source)) {
            if (isPlaced(source)) {
                Files.delete(source);
                did("archive: source of a placed file deleted");
            } else {
                put(finished, names, givesUp);
            }
        }
        clean(source, names);
    }

    /** A file that was written compressed needs no second reading if nothing is wrong with it: it gets its name. */
    private void put(Finished finished, ArchiveNames names, BooleanSupplier givesUp) throws IOException {
        Compression wanted = names.pattern().compression();
        Compression written = MemberFile.format(finished.file());
        if (finished.inPlace() && wanted == Compression.NONE) {
            return;
        }
        if (written != wanted && !written.isAvailable()) {
            // Nobody here can unpack it. What is behind it must not wait for somebody who can.
            FileMover.move(finished.file(), FileMover.free(finished.file(), written.suffix()));
        } else if (written == wanted && isWhole(finished.file(), written)) {
            rename(finished, names, givesUp);
        } else {
            pack(finished, names, written, wanted, givesUp);
        }
    }

    private static boolean isWhole(Path file, Compression written) throws IOException {
        return written == Compression.NONE
                || !written.isAvailable()
                || MemberFile.content(file, written).isWhole();
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
        Files.writeString(note(source), place + "\n" + fingerprint(source) + "\n" + temporary);
        did("archive: note written");
        FileMover.move(temporary, place);
        did("archive: packed file placed");
        Files.delete(source);
        did("archive: source deleted");
        Files.delete(note(source));
        did("archive: note deleted");
    }

    private record Note(Path place, String fingerprint, Path temporary) {}

    /** Made by this or another rolling, whose temporary file may lie elsewhere; null when there is none that can be. */
    private static @Nullable Note read(Path source) throws IOException {
        Path file = note(source);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LONGEST_NOTE) {
                return null;
            }
            String[] lines = Files.readString(file).split("\n", 3);
            if (lines.length == 3) {
                Note note = new Note(Path.of(lines[0]), lines[1], Path.of(lines[2]));
                return String.valueOf(note.temporary().getFileName()).equals(hidden(source) + TEMPORARY) ? note : null;
            }
        } catch (NoSuchFileException | MalformedInputException | InvalidPathException e) {
            return null;
        }
        return null;
    }

    private static boolean isPlaced(Path source) throws IOException {
        Note note = read(source);
        return note != null
                && note.fingerprint().equals(fingerprint(source))
                && Files.exists(note.place())
                && !Files.exists(note.temporary());
    }

    /** So that a note left behind isn't taken for one about a later file of the same name. */
    private static String fingerprint(Path source) throws IOException {
        return Files.size(source) + " " + Files.getLastModifiedTime(source).toInstant();
    }

    /** Nothing of what was begun for it is of use any more, by whichever rolling. */
    private static void clean(Path source, ArchiveNames names) throws IOException {
        Note note = read(source);
        if (note != null) {
            Files.deleteIfExists(note.temporary());
        }
        Files.deleteIfExists(note(source));
        Files.deleteIfExists(temporary(source, names));
    }

    /** Deletes {@code entry} if it is a note about a rolled file of {@code active} that isn't there any more. */
    static void deleteOrphan(Path active, Path entry) throws IOException {
        String name = String.valueOf(entry.getFileName());
        if (name.endsWith(NOTE)) {
            Path source = entry.resolveSibling(name.substring(0, name.length() - NOTE.length()));
            if (RolledName.read(active, source) != null && !Files.exists(source)) {
                Note note = read(source);
                if (note != null) {
                    Files.deleteIfExists(note.temporary());
                }
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
