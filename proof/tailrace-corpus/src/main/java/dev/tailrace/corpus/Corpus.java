package dev.tailrace.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The evidence that tests read: dumps, logs, configurations. It lies beside this class as files, those with {@code .gz} compressed, and is
 * unpacked into a temporary folder when the first test asks for any. That folder is gone when the JVM ends.
 */
public final class Corpus {
    private static final String PACKED = ".gz";
    private static final Path FOLDER = unpacked();

    private Corpus() {}

    /**
     * A file or folder, unpacked.
     *
     * @param name such as {@code samples/hotspot-25.txt}, without the {@code .gz}
     */
    public static Path path(String name) {
        Path path = FOLDER.resolve(name);
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("no such file in the corpus: " + name);
        }
        return path;
    }

    /** The bytes of a file, unpacked. */
    public static byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(path(name));
    }

    private static Path unpacked() {
        try {
            Path folder = Files.createTempDirectory("tailrace-corpus").toRealPath();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            Path place = Path.of(Corpus.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isDirectory(place)) {
                unpack(place, folder);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    unpack(jar.getPath("/"), folder);
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void unpack(Path place, Path folder) throws IOException {
        Path packed = place.resolve(Corpus.class.getPackageName().replace('.', '/'));
        for (Path each : below(packed)) {
            String name = packed.relativize(each).toString();
            if (Files.isDirectory(each)) {
                Files.createDirectories(folder.resolve(name));
            } else if (name.endsWith(PACKED)) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(each))) {
                    Files.copy(in, folder.resolve(name.substring(0, name.length() - PACKED.length())));
                }
            } else if (!name.endsWith(".class")) {
                Files.copy(each, folder.resolve(name));
            }
        }
    }

    private static void remove(Path folder) {
        try {
            List<Path> all = below(folder);
            for (Path each : all.stream().sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // It lies among the temporary files.
            return;
        }
    }

    /** All in a folder and itself, folders before what is in them. */
    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }
}
