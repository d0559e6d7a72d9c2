package dev.tailrace.sink;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
 */
final class PuttingAway {
    private static final String TEMPORARY = ".tailrace-tmp";
    private static final String NOTE = ".tailrace-note";

    private PuttingAway() {}

    static void run(Finished finished, ArchiveNames names, Packer packer) throws IOException {
        Path source = finished.file();
        if (!Files.exists(source)) {
            clean(source, names);
            return;
        }
        if (isPlaced(source, names)) {
            Files.delete(source);
            clean(source, names);
            return;
        }
        if (names.pattern().compression() != Compression.NONE) {
            pack(finished, names, packer);
        } else if (!finished.inPlace()) {
            rename(finished, names, packer);
        }
    }

    private static void rename(Finished finished, ArchiveNames names, Packer packer) throws IOException {
        try {
            FileMover.move(finished.file(), names.place(finished));
        } catch (AtomicMoveNotSupportedException e) {
            pack(finished, names, packer);
        }
    }

    private static void pack(Finished finished, ArchiveNames names, Packer packer) throws IOException {
        Path source = finished.file();
        Path temporary = temporary(source, names);
        FileMover.makeDirectory(temporary);
        // The entry's name needs the place, which for dated names is the same before and after packing.
        String entry = names.entryName(finished, entryPlace(finished, names));
        packer.pack(source, temporary, names.pattern().compression(), entry);
        Path place = names.place(finished);
        Files.writeString(note(source), place + "\n" + fingerprint(source));
        FileMover.makeDirectory(place);
        Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(source);
        Files.delete(note(source));
    }

    private static Path entryPlace(Finished finished, ArchiveNames names) throws IOException {
        return names instanceof ArchiveNames.Dated ? names.place(finished) : finished.file();
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

    static void clean(Path source, ArchiveNames names) throws IOException {
        Files.deleteIfExists(note(source));
        Files.deleteIfExists(temporary(source, names));
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
