package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Archives one rolled file so that a crash after any step neither loses nor doubles lines:
 *
 * <ol>
 *   <li>write the note if the roll could not write it, for instance on a full disk;
 *   <li>pack the file into a hidden temporary file, and force that to disk;
 *   <li>write the next step into the note;
 *   <li>rename the temporary file to its place: for a moment both files are visible;
 *   <li>give the rolled file a hidden name, delete its note, and then the file.
 * </ol>
 *
 * When the temporary file that a note names is gone and the place is taken, only the last step is missing. Without compression or another
 * file system, there is nothing to do, or a single rename is enough.
 *
 * @param did called for each step that a crash could follow
 */
record ArchiveTransaction(Packer packer, Consumer<String> did) {
    private static final String TEMPORARY = ".tailrace-tmp";

    /** @throws java.io.InterruptedIOException when it was asked to give up: the files are then as after a crash */
    void run(RolledFile file, Shelf shelf, BooleanSupplier givesUp) throws IOException {
        synchronized (shelf.guard()) {
            file.beWorking(true);
        }
        try {
            removePlaced(file, shelf);
            Source source = open(file, shelf);
            if (source != null) {
                try (source) {
                    put(file, source, shelf, givesUp);
                }
            }
        } finally {
            synchronized (shelf.guard()) {
                file.beWorking(false);
            }
        }
        Shelf.deleteNote(file);
    }

    /** Removes the rolled file if its packed form is in its place. */
    private void removePlaced(RolledFile file, Shelf shelf) throws IOException {
        Path path;
        boolean placed;
        do {
            path = file.path();
            placed = wasPlaced(file, path);
        } while (!shelf.isAt(file, path));
        if (placed) {
            synchronized (shelf.guard()) {
                // A roll may have discarded it meanwhile, and another file has the name.
                if (!file.isGone()) {
                    shelf.remove(file.path(), file.identity());
                }
            }
            did.accept("archive: source of a placed file removed");
        }
    }

    /**
     * Whether the packed file was placed before: by this process, which could not remove the rolled file then, or by a process that died
     * before it could.
     */
    private boolean wasPlaced(RolledFile file, Path path) throws IOException {
        if (file.isGone() || !Files.exists(path) || isAnother(file, FileIdentity.of(path))) {
            return false;
        }
        Path place = file.placedAt();
        if (place == null) {
            Path noted = file.note();
            RolledNote note = noted == null ? null : RolledNote.read(noted);
            place = note == null ? null : note.placeOf(path);
        }
        if (place == null) {
            return false;
        }
        forceName(place);
        did.accept("archive: place forced");
        return true;
    }

    /** Whether another file has this file's name by now: this one was deleted from outside, and another was rolled to its name. */
    private static boolean isAnother(RolledFile file, long identity) {
        return file.identity() != 0 && identity != file.identity();
    }

    /**
     * The state of a file when it was opened.
     *
     * @param identity see {@link FileIdentity}
     * @param changed the time of its last line
     */
    private record Source(FileChannel channel, long identity, FileTime changed) implements Closeable {
        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Opens a file for reading, which works even after a rename; null when the file is gone. */
    private static @Nullable Source open(RolledFile file, Shelf shelf) throws IOException {
        while (true) {
            Path path = file.path();
            Source source = file.isGone() ? null : open(file, path);
            if (shelf.isAt(file, path)) {
                return source;
            }
            // The window was shifted meanwhile, and another file may have the name.
            if (source != null) {
                source.close();
            }
        }
    }

    private static @Nullable Source open(RolledFile file, Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return null; // to open a FIFO would wait for a writer
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            return null;
        }
        try {
            long identity = FileIdentity.of(path);
            if (isAnother(file, identity)) {
                channel.close();
                return null;
            }
            return new Source(channel, identity, Files.getLastModifiedTime(path));
        } catch (NoSuchFileException e) {
            channel.close();
            return null;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Archives a file: renames it if that is all that is wanted, else packs it. */
    private void put(RolledFile file, Source source, Shelf shelf, BooleanSupplier givesUp) throws IOException {
        if (file.wanted() != Compression.NONE || !renamed(file, shelf)) {
            try {
                pack(file, source, shelf, givesUp);
            } catch (IOException | RuntimeException e) {
                empty(file.temporary());
                throw e;
            }
        }
    }

    /**
     * Empties the temporary file of a failed attempt: on a full disk the log needs the room. The empty file stays, because without it an
     * earlier attempt's note would mean that the packed file is in its place.
     */
    private static void empty(Path temporary) {
        if (!Files.isRegularFile(temporary, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            FileChannel.open(
                            temporary,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            LinkOption.NOFOLLOW_LINKS)
                    .close();
        } catch (IOException e) {
            // There is no temporary file.
            return;
        }
    }

    /** False when its place is on another file system. */
    private boolean renamed(RolledFile file, Shelf shelf) throws IOException {
        synchronized (shelf.guard()) {
            if (file.isGone()) {
                return true;
            }
            Path place = place(file, shelf);
            if (place.equals(file.path())) {
                return true;
            }
            try {
                FileMover.move(file.path(), place);
            } catch (AtomicMoveNotSupportedException e) {
                return false;
            }
            file.movedTo(place);
            did.accept("archive: renamed");
            return true;
        }
    }

    /** Frees the file's place and returns it. */
    private static Path place(RolledFile file, Shelf shelf) throws IOException {
        ArchiveNames places = file.places();
        Path plain = places != null && file.isElsewhere()
                ? places.placeOf(file.plain(), file.periodMillis(), shelf)
                : file.plain();
        Path place = Shelf.suffixed(plain, file.wanted());
        return place.equals(file.path())
                ? place
                : FileMover.free(plain, file.wanted().suffix());
    }

    private void pack(RolledFile file, Source source, Shelf shelf, BooleanSupplier givesUp) throws IOException {
        if (!file.isGone() && !file.isInPlace()) {
            requireNote(file);
        }
        Path temporary = file.temporary();
        FileMover.makeDirectory(temporary);
        try (InputStream lines = Channels.newInputStream(source.channel())) {
            packer.pack(lines, temporary, file.wanted(), file.entryName(), givesUp);
        }
        date(temporary, source.changed());
        did.accept("archive: packed");
        while (!placed(file, source, shelf, givesUp)) {
            // Another roll has shifted the window meanwhile.
        }
    }

    /**
     * Places the packed file and removes the rolled one. The note is written without the lock, which the drainer needs for its renames.
     *
     * @return false when files were renamed meanwhile, so that the note isn't true any more
     */
    private boolean placed(RolledFile file, Source source, Shelf shelf, BooleanSupplier givesUp) throws IOException {
        Path path;
        Path place;
        boolean isThere;
        synchronized (shelf.guard()) {
            path = file.path();
            place = file.isGone() ? path : place(file, shelf);
            // The file may have been deleted from outside, and another one rolled to its name.
            isThere = Files.exists(path) && FileIdentity.of(path) == source.identity();
            if (!isThere && place.equals(path)) {
                place = FileMover.free(file.plain(), file.wanted().suffix());
            }
        }
        if (isThere && !file.isGone()) {
            RolledNote.placing(file, place);
            did.accept("archive: note written");
        }
        boolean beside = isThere && !place.equals(path);
        synchronized (shelf.guard()) {
            if (file.isGone()) {
                Files.deleteIfExists(file.temporary());
                return true;
            }
            if (!path.equals(file.path()) || (!place.equals(path) && Files.exists(place))) {
                return false;
            }
            if (givesUp.getAsBoolean()) {
                throw new InterruptedIOException("stopped before it was placed");
            }
            if (isThere && !beside) {
                Files.move(file.temporary(), place, StandardCopyOption.ATOMIC_MOVE);
            } else {
                FileMover.move(file.temporary(), place);
            }
            did.accept("archive: packed file placed");
            if (beside) {
                file.bePlaced(place);
            }
            if (!beside || !file.isElsewhere()) {
                finish(file, source, place, beside, shelf);
            }
        }
        if (beside && file.isElsewhere()) {
            // Two directories have no common order: the new name must be durable before the old one goes.
            forceName(place);
            did.accept("archive: place forced");
            synchronized (shelf.guard()) {
                finish(file, source, place, true, shelf);
            }
        } else if (beside) {
            forceDirectory(place);
        }
        return true;
    }

    private void finish(RolledFile file, Source source, Path place, boolean beside, Shelf shelf) throws IOException {
        if (beside) {
            shelf.remove(file.path(), source.identity());
            did.accept("archive: source removed");
        }
        file.movedTo(place);
    }

    /** Forces a name to disk, with all directories of its file system above it: each may be new and is an entry of its parent. */
    static void forceName(Path place) {
        Path above = place.toAbsolutePath().getParent();
        Object device = above == null ? null : device(above);
        while (above != null && Objects.equals(device(above), device)) {
            force(above);
            above = above.getParent();
        }
    }

    /** Null on systems whose directories can't be forced anyway. */
    private static @Nullable Object device(Path directory) {
        try {
            return Files.getAttribute(directory, "unix:dev");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Forces the packed file's name to disk, so that a loss of power can't undo it. Within one directory the source is only hidden by then,
     * and deleted at the end of the archiver's step.
     */
    private static void forceDirectory(Path place) {
        Path directory = place.toAbsolutePath().getParent();
        if (directory != null) {
            force(directory);
        }
    }

    private static void force(Path directory) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The system doesn't open directories, or the file system doesn't force them.
            return;
        }
    }

    /** Writes a missing note, if it can: a full disk must not keep its files from being moved to another disk. */
    private static void requireNote(RolledFile file) throws IOException {
        try {
            RolledNote.require(file);
        } catch (IOException e) {
            if (!file.isElsewhere()) {
                throw e;
            }
        }
    }

    /** Sets the file's time to that of its last line: where names have no year, this time decides the age. */
    private static void date(Path file, FileTime changed) {
        try {
            Files.setLastModifiedTime(file, changed);
        } catch (IOException e) {
            // The file system refuses: then the file is as old as its compression.
            return;
        }
    }

    /** The temporary file's path, in the directory of the place, so that the last step is a rename. */
    static Path temporary(Path file) {
        return file.resolveSibling(RolledNote.hidden(file) + TEMPORARY);
    }

    /** The source of a name from {@link #temporary}; null: it isn't such a name. */
    static @Nullable Path source(Path temporary) {
        String name = String.valueOf(temporary.getFileName());
        return isTemporary(temporary) && name.length() > TEMPORARY.length() + 1
                ? temporary.resolveSibling(name.substring(1, name.length() - TEMPORARY.length()))
                : null;
    }

    static boolean isTemporary(@Nullable Path file) {
        String name = file == null ? "" : String.valueOf(file.getFileName());
        return name.startsWith(".") && name.endsWith(TEMPORARY);
    }
}
