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
 * The work folder of a race, emptied after each run and removed at the end.
 *
 * @param folder the work folder
 * @param lanes folder of Tailrace's lanes, on the file system of its default, so that a killed contestant leaves no lanes behind
 * @param classPaths the contestants' jars
 */
record BenchDirectory(Path folder, Path lanes, ClassPaths classPaths) implements AutoCloseable {
    /** Options of every contestant's JVM: the heap never has to grow during a measurement. */
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

    /** The file system of the log files, in words. */
    String fileSystem() throws IOException {
        FileStore store = Files.getFileStore(folder);
        return store.type() + " (" + store.name() + ")";
    }

    /** Environment variables of a contestant. */
    Map<String, String> environment() {
        return Map.of("TAILRACE_DIR", lanes.toString());
    }

    /** Creates an empty folder with the contestant's configuration and a folder {@code logs}. */
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

    /** Removes a folder with its content. */
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
