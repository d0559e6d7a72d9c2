package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.FileIdentity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that {@linkplain RolledNote notes} are about, under their present names: a window may have been shifted since. Lists each
 * directory once. Used by one thread.
 */
final class NotedFiles {
    private final Path active;
    private final long activeIdentity;
    private final Map<Path, Map<Long, List<Path>>> directories = new HashMap<>();

    /** @param active the active file: it is never a noted file, even if a process died before renaming it */
    NotedFiles(Path active) throws IOException {
        this.active = active;
        this.activeIdentity = FileIdentity.of(active);
    }

    /** The file of a note; null when it is gone or was not renamed yet. */
    @Nullable
    Path find(RolledNote note) throws IOException {
        Path file = note.file();
        if (is(note, file)) {
            return file;
        }
        Path directory = file.getParent();
        if (note.identity() == 0 || directory == null) {
            return null;
        }
        Map<Long, List<Path>> siblings = directories.get(directory);
        if (siblings == null) {
            siblings = list(directory);
            directories.put(directory, siblings);
        }
        for (Path each : siblings.getOrDefault(note.identity(), List.of())) {
            // The system may reuse a file's identity once the file is gone.
            if ((shape(each).equals(shape(file)) || Shelf.isTrash(each)) && is(note, each)) {
                return each;
            }
        }
        return null;
    }

    /** The part of the name that all files of a window share. */
    private static String shape(Path file) {
        return String.valueOf(file.getFileName()).replaceAll("\\d+", "#");
    }

    private boolean is(RolledNote note, Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            long identity = FileIdentity.of(attributes.fileKey());
            return attributes.isRegularFile()
                    && identity == note.identity()
                    && attributes.size() >= note.size()
                    && !path.equals(active)
                    && (identity == 0 || identity != activeIdentity);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return false;
        }
    }

    private static Map<Long, List<Path>> list(Path directory) throws IOException {
        Map<Long, List<Path>> found = new HashMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path each : entries) {
                if (!String.valueOf(each.getFileName()).startsWith(".") || Shelf.isTrash(each)) {
                    found.computeIfAbsent(FileIdentity.of(each), any -> new ArrayList<>())
                            .add(each);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return found;
        }
        return found;
    }
}
