package dev.tailrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Copies and deletes folders. Stateless. */
public final class Folders {
    private Folders() {}

    /** Deletes a folder with its content, if it exists. */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A new folder in memory where the system has such a file system, else {@code otherwise}, which is created. */
    public static Path createInMemory(String prefix, Path otherwise) throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isDirectory(memory) && Files.isWritable(memory)
                ? Files.createTempDirectory(memory, prefix)
                : Files.createDirectory(otherwise);
    }

    /** Copies a folder with its content, if it exists. */
    public static void copy(Path from, Path to) throws IOException {
        copy(from, to, file -> true);
    }

    /** The same with the files whose paths below the folder are chosen. */
    static void copy(Path from, Path to, Predicate<Path> chosen) throws IOException {
        if (!Files.exists(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (!chosen.test(from.relativize(file))) {
                    continue;
                }
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (Files.isRegularFile(file)) {
                    // Sockets can't be copied.
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
