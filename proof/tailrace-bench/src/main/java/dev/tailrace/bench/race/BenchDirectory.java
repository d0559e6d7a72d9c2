package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Contestant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder for the files of a race, emptied after each run and removed at the end.
 *
 * @param folder the work folder
 * @param lanes where Tailrace's lanes are put, on the file system that it would choose itself, so that a killed contestant leaves none
 * @param classPaths where the contestants' jars are
 */
record BenchDirectory(Path folder, Path lanes, ClassPaths classPaths) implements AutoCloseable {
    /** Options of every contestant's JVM: a heap that never has to grow in the middle of a measurement. */
    static final List<String> JVM_OPTIONS = List.of("-Xms768m", "-Xmx768m", "-XX:+AlwaysPreTouch", "-Xshare:auto");

    static BenchDirectory in(Path parent, ClassPaths classPaths) throws IOException {
        Files.createDirectories(parent);
        Path folder = Files.createTempDirectory(parent, "tailrace-race-").toRealPath();
        Path memory = Path.of("/dev/shm");
        Path lanes = Files.isDirectory(memory) && Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "tailrace-race-")
                : Files.createDirectory(folder.resolve("lanes"));
        return new BenchDirectory(folder, lanes, classPaths);
    }

    /** The file system that log files are written to, in words. */
    String fileSystem() throws IOException {
        FileStore store = Files.getFileStore(folder);
        return store.type() + " (" + store.name() + ")";
    }

    /** Variables of a contestant's environment. */
    Map<String, String> environment() {
        return Map.of("TAILRACE_DIR", lanes.toString());
    }

    /** An empty folder with the contestant's configuration in it and a folder {@code logs}. */
    Path prepare(Contestant contestant) throws IOException {
        Path work = folder.resolve(contestant.label().replace('/', '-'));
        delete(work);
        Files.createDirectories(work.resolve("logs"));
        String text = contestant.configuration().replace("@FOLDER@", logs(work).toString());
        Files.writeString(work.resolve(Contestant.CONFIGURATION), text);
        return work;
    }

    static Path logs(Path work) {
        return work.resolve("logs");
    }

    /** Removes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
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

    @Override
    public void close() throws IOException {
        delete(lanes);
        delete(folder);
    }
}
