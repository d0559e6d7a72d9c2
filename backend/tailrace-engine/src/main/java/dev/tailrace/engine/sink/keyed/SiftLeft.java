package dev.tailrace.engine.sink.keyed;

import dev.tailrace.engine.sink.archive.RolledName;
import dev.tailrace.engine.sink.archive.Shelf;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Of which files of a directory there are rolled ones that still wait for the archiver. Where many values have their files in one
 * directory, listing it for each that is opened would take longer than all else, so it is listed once, and what is left later is noted.
 * For one term of one drainer, since nobody else rolls these files; used by one thread.
 */
final class SiftLeft {
    /** Null: the directory is another one for each value, and has little in it. */
    private final @Nullable Path directory;

    private @Nullable Set<String> names;

    /** @param template of the files, with the word for the value in it */
    SiftLeft(@Nullable Path template, String word) {
        Path parent = template == null ? null : template.getParent();
        this.directory = parent == null || parent.toString().contains(word) ? null : parent;
    }

    /** Whether there may be such files beside this one. */
    boolean isBeside(Path file) throws IOException {
        if (directory == null || !directory.equals(file.getParent())) {
            return true;
        }
        Set<String> known = names;
        if (known == null) {
            known = list(directory);
            names = known;
        }
        return known.contains(name(file));
    }

    /** They are in the archiver's hands. */
    void found(Path file) {
        if (names != null) {
            names.remove(name(file));
        }
    }

    void note(Path file) {
        if (names != null) {
            names.add(name(file));
        }
    }

    private static String name(Path file) {
        return String.valueOf(Objects.requireNonNull(file.getFileName()));
    }

    private static Set<String> list(Path directory) throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".*")) {
            for (Path entry : entries) {
                String active = RolledName.active(name(entry));
                if (active != null) {
                    names.add(active);
                } else if (Shelf.isTrash(entry)) {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return names;
        }
        return names;
    }
}
