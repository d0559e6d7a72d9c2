package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.LineText;
import dev.tailrace.engine.sink.lock.LockRecordText;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hidden file beside a log that informs later processes about a rolled file that isn't archived yet: it identifies the file, even under a
 * new name, and, once the file is compressed, names the compressed file's place. Layout: {@code docs/reference/format.md}.
 *
 * @param identity of the rolled file, see {@link FileIdentity}; 0 where files have none
 * @param size of the rolled file when it was rolled, in bytes
 * @param wanted how it shall be compressed
 * @param elsewhere whether it waits to be copied to another directory
 * @param file its path when it was rolled
 * @param temporary the name of its compressed form until that is complete
 * @param placing the last announced rename; null: none yet
 */
record RolledNote(
        long identity,
        long size,
        Compression wanted,
        boolean elsewhere,
        Path file,
        Path temporary,
        @Nullable Placing placing) {
    /**
     * The rename of a compressed file to its place.
     *
     * @param fingerprint of the source file
     * @param place its name
     */
    record Placing(String fingerprint, Path place) {}

    private static final String HEAD = "tailrace-rolled 1";
    private static final String SUFFIX = ".tailrace-note";
    private static final String ELSEWHERE = "elsewhere";
    private static final String HERE = "here";
    private static final String PLACING = "placing";
    private static final String END = "end";
    private static final int HEAD_LINES = 4;
    private static final int HEAD_WORDS = 4;
    private static final int PLACING_WORDS = 5;
    /** The longest note in bytes: enough for some paths and numbers. */
    private static final int LONGEST = 1 << 16;

    /** The path of the note about a file that keeps the name under which it was written. */
    static Path beside(Path file) {
        return file.resolveSibling(hidden(file) + SUFFIX);
    }

    /** The file of a note's name from {@link #beside}; null: it isn't such a name. */
    static @Nullable Path source(Path note) {
        String name = String.valueOf(note.getFileName());
        return name.startsWith(".") && name.endsWith(SUFFIX) && name.length() > SUFFIX.length() + 1
                ? note.resolveSibling(name.substring(1, name.length() - SUFFIX.length()))
                : null;
    }

    static String hidden(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") ? name : "." + name;
    }

    /** Writes a note before the file is renamed: {@code from} is its present name, {@code to} its visible one. */
    static void write(Path note, Path from, Path to, Compression wanted, boolean elsewhere, Path temporary)
            throws IOException {
        String text = text(from, to, wanted, elsewhere, temporary);
        // Half of a note, or what another program has put there, such as a link or a FIFO.
        Files.deleteIfExists(note);
        Files.writeString(note, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        LockRecordText.makeTrusted(note);
    }

    private static String text(Path from, Path file, Compression wanted, boolean elsewhere, Path temporary)
            throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(from, BasicFileAttributes.class);
        return HEAD + "\n" + Long.toHexString(FileIdentity.of(attributes.fileKey())) + " " + attributes.size() + " "
                + (wanted == Compression.NONE ? "-" : wanted.suffix()) + " " + (elsewhere ? ELSEWHERE : HERE) + "\n"
                + LineText.escaped(file.toString()) + "\n" + LineText.escaped(temporary.toString()) + "\n";
    }

    /** Adds that the file's compressed form is renamed from its temporary name to {@code place} next. */
    static void placing(RolledFile file, Path place) throws IOException {
        Path note = file.note();
        if (note == null) {
            return;
        }
        // A full disk may have left a partial line; a line feed begins a new one.
        String line = "\n" + PLACING + " " + fingerprint(file.path()) + " " + LineText.escaped(place.toString()) + " "
                + END + "\n";
        try {
            require(file);
            Files.writeString(note, line, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            if (!file.isElsewhere() || Files.exists(note)) {
                throw e;
            }
        }
    }

    /** Writes the note of a file that has none, or half of one. */
    static void require(RolledFile file) throws IOException {
        Path note = file.note();
        if (note == null || (Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS) && !isUnfinished(note))) {
            return;
        }
        try {
            Path path;
            do {
                path = file.path();
                write(note, path, path, file.wanted(), file.isElsewhere(), file.temporary());
                // The window may have been shifted meanwhile, so that the note is about another file.
            } while (!path.equals(file.path()));
        } catch (IOException e) {
            Files.deleteIfExists(note);
            throw e;
        }
    }

    /** Reads a note; null when there is none, the file isn't a note, or another user could have written it. */
    static @Nullable RolledNote read(Path note) throws IOException {
        try {
            if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(note) > LONGEST
                    || !isTrusted(note)) {
                return null;
            }
            List<String> lines = Files.readString(note).lines().toList();
            String[] words =
                    lines.size() < HEAD_LINES ? new String[0] : lines.get(1).split(" ", -1);
            if (words.length != HEAD_WORDS || !lines.get(0).equals(HEAD)) {
                return null;
            }
            Placing placing = null;
            for (String line : lines.subList(HEAD_LINES, lines.size())) {
                String[] placed = line.split(" ", -1);
                if (placed.length == PLACING_WORDS && placed[0].equals(PLACING) && placed[4].equals(END)) {
                    placing = new Placing(placed[1] + " " + placed[2], Path.of(LineText.unescaped(placed[3])));
                }
            }
            Path temporary = Path.of(LineText.unescaped(lines.get(3)));
            if (!ArchiveTransaction.isTemporary(temporary)) {
                return null; // half of a name, which may be that of another file, or of a directory
            }
            return new RolledNote(
                    Long.parseUnsignedLong(words[0], 16),
                    Long.parseLong(words[1]),
                    Compression.of(words[2]),
                    words[3].equals(ELSEWHERE),
                    Path.of(LineText.unescaped(lines.get(2))),
                    temporary,
                    placing);
        } catch (NoSuchFileException | MalformedInputException | IllegalArgumentException e) {
            // Also impossible paths and numbers.
            return null;
        }
    }

    /** Whether only this process's user could have written the note: it names files that are compressed and deleted. */
    static boolean isTrusted(Path note) {
        try {
            return LockRecordText.isTrusted(note);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a note is unfinished, because its process died while writing it: no file was renamed yet. */
    static boolean isUnfinished(Path note) throws IOException {
        try {
            if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS) || Files.size(note) > LONGEST) {
                return false;
            }
            String text = Files.readString(note);
            return HEAD.startsWith(text) || (text.startsWith(HEAD + "\n") && read(note) == null);
        } catch (NoSuchFileException | MalformedInputException e) {
            return false;
        }
    }

    /**
     * The place of this file's complete compressed form, when only the file itself is left to be removed; null: there is none. The dead
     * process may not have forced that name to disk: so {@link #forcePlace} does before the file is removed, or a loss of power soon after
     * could leave neither file.
     */
    @Nullable
    Path placeOf(Path source) throws IOException {
        return placing != null
                        && !Files.exists(temporary)
                        && Files.exists(placing.place())
                        && !placing.place().equals(source)
                        && placing.fingerprint().equals(fingerprint(source))
                ? placing.place()
                : null;
    }

    /** Forces the compressed form's announced name to disk. */
    void forcePlace() {
        if (placing != null) {
            ArchiveTransaction.forceName(placing.place());
        }
    }

    /** Deletes a note and the temporary file. */
    static void delete(Path note) throws IOException {
        RolledNote read = read(note);
        if (read != null && ArchiveTransaction.isTemporary(read.temporary())) {
            Files.deleteIfExists(read.temporary());
        }
        Files.deleteIfExists(note);
    }

    /** A fingerprint of the source, so that an old note isn't taken for a later file's. */
    private static String fingerprint(Path source) throws IOException {
        return Files.size(source) + " " + Files.getLastModifiedTime(source).toInstant();
    }
}
