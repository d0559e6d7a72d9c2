package dev.tailrace.sink;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a hidden file beside a log tells a later process of one rolled file that is not as it shall stay: which file it is, whatever it is
 * called by then, and, once it was compressed, where that went. Layout: {@code docs/format.md}.
 *
 * @param identity of the rolled file, see {@link FileIdentity}; 0 where files have none
 * @param wanted how it shall be compressed
 * @param elsewhere whether it waits to be copied to another directory
 * @param file its path when it was rolled
 * @param placing what was about to be done last; null: nothing yet
 */
record RolledNote(
        long identity,
        Compression wanted,
        boolean elsewhere,
        Path file,
        @Nullable Placing placing) {
    /**
     * A compressed file that gets its name.
     *
     * @param fingerprint of the file that it was made of
     * @param place its name
     * @param temporary what it is called before
     */
    record Placing(String fingerprint, Path place, Path temporary) {}

    private static final String HEAD = "tailrace-rolled 1";
    private static final String SUFFIX = ".tailrace-note";
    private static final String ELSEWHERE = "elsewhere";
    private static final String HERE = "here";
    private static final int HEAD_LINES = 3;
    private static final int PLACING_LINES = 3;
    /** Some paths and numbers. */
    private static final int LONGEST = 1 << 16;

    /** The note about a file that is written under the name it keeps. */
    static Path beside(Path file) {
        return file.resolveSibling(hidden(file) + SUFFIX);
    }

    static String hidden(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") ? name : "." + name;
    }

    /** Before the file is renamed: {@code from} has the identity, {@code to} is its visible name. */
    static void write(Path note, Path from, Path to, Compression wanted, boolean elsewhere) throws IOException {
        Files.writeString(note, text(FileIdentity.of(from), to, wanted, elsewhere));
    }

    private static String text(long identity, Path file, Compression wanted, boolean elsewhere) {
        return HEAD + "\n" + Long.toHexString(identity) + " "
                + (wanted == Compression.NONE ? "-" : wanted.suffix()) + " " + (elsewhere ? ELSEWHERE : HERE) + "\n"
                + file + "\n";
    }

    /** Adds that {@code temporary}, made of {@code source}, is renamed to {@code place} next. */
    static void placing(Path note, Path source, Compression wanted, Path place, Path temporary) throws IOException {
        String lines = fingerprint(source) + "\n" + place + "\n" + temporary + "\n";
        if (Files.exists(note)) {
            Files.writeString(note, lines, StandardOpenOption.APPEND);
        } else {
            Files.writeString(note, text(FileIdentity.of(source), source, wanted, false) + lines);
        }
    }

    /** Null when there is no note, or something else is called so. */
    static @Nullable RolledNote read(Path note) throws IOException {
        try {
            if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS) || Files.size(note) > LONGEST) {
                return null;
            }
            List<String> lines = Files.readString(note).lines().toList();
            String[] words =
                    lines.size() < HEAD_LINES ? new String[0] : lines.get(1).split(" ", -1);
            if (words.length != 3 || !lines.get(0).equals(HEAD)) {
                return null;
            }
            long identity = Long.parseUnsignedLong(words[0], 16);
            // A part of the last lines: the process died before it did what they say.
            int at = HEAD_LINES + ((lines.size() - HEAD_LINES) / PLACING_LINES - 1) * PLACING_LINES;
            Placing placing = at < HEAD_LINES
                    ? null
                    : new Placing(lines.get(at), Path.of(lines.get(at + 1)), Path.of(lines.get(at + 2)));
            return new RolledNote(
                    identity, Compression.of(words[1]), words[2].equals(ELSEWHERE), Path.of(lines.get(2)), placing);
        } catch (NoSuchFileException | MalformedInputException | InvalidPathException | NumberFormatException e) {
            return null;
        }
    }

    /** Whether a file is what a process left that died while it wrote a note: nothing of it was renamed yet. */
    static boolean isUnfinished(Path note) throws IOException {
        try {
            if (Files.size(note) > LONGEST) {
                return false;
            }
            String text = Files.readString(note);
            return HEAD.startsWith(text) || (text.startsWith(HEAD + "\n") && read(note) == null);
        } catch (NoSuchFileException | MalformedInputException e) {
            return false;
        }
    }

    /** Whether this file's compressed form has its name already, so that only the file itself is left over. */
    boolean isPlaced(Path source) throws IOException {
        return placing != null
                && !Files.exists(placing.temporary())
                && Files.exists(placing.place())
                && !placing.place().equals(source)
                && placing.fingerprint().equals(fingerprint(source));
    }

    /** Deletes a note, and what it says was begun. */
    static void delete(Path note) throws IOException {
        RolledNote read = read(note);
        if (read != null && read.placing != null) {
            // A hostile note must not name just any file.
            Path temporary = read.placing.temporary();
            if (ArchiveTransaction.isTemporary(temporary)) {
                Files.deleteIfExists(temporary);
            }
        }
        Files.deleteIfExists(note);
    }

    /** So that a note that was left behind isn't taken for one about a later file. */
    private static String fingerprint(Path source) throws IOException {
        return Files.size(source) + " " + Files.getLastModifiedTime(source).toInstant();
    }
}
