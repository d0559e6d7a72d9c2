package dev.tailrace.torture.place;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Creates scenes, with the classes for their children. Thread-safe.
 *
 * @param folder parent of the scenes' folders; failed scenes stay in it
 * @param classPath the class path of a child
 */
public record Workshop(Path folder, String classPath) {
    /** A workshop with the classes of this build. */
    public static Workshop ofThisBuild(Path folder) throws IOException {
        Path own = own();
        Path target = Objects.requireNonNull(own.getParent(), "no folder around " + own);
        Path project = target.resolve("../../..").normalize();
        List<Path> entries = new ArrayList<>(List.of(own));
        entries.addAll(jars(target.resolve("peers/harness")));
        List<String> modules = new ArrayList<>(List.of("connect/tailrace-slf4j"));
        modules.addAll(Backend.MODULES);
        for (String module : modules) {
            Path classes = project.resolve(module).resolve("target/classes");
            if (!Files.isDirectory(classes)) {
                throw new IOException(
                        "there are no classes in " + classes + ": run `mvn -q package -DskipTests` first");
            }
            entries.add(classes);
        }
        return with(folder, entries);
    }

    /** A workshop whose children run with these classes. */
    public static Workshop with(Path folder, List<Path> classPath) throws IOException {
        Files.createDirectories(folder);
        return new Workshop(
                folder.toRealPath(),
                String.join(
                        File.pathSeparator,
                        classPath.stream().map(Path::toString).toList()));
    }

    /** Creates an empty scene; {@code name} is part of its folder's name. */
    public Scene scene(String name, SceneSettings settings) throws IOException {
        return Scene.setUp(this, Files.createTempDirectory(folder, name + "-"), settings);
    }

    private static Path own() throws IOException {
        try {
            return Path.of(Workshop.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath()
                    .normalize();
        } catch (URISyntaxException e) {
            throw new IOException("can't find the torture's classes", e);
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("no folder " + folder + ": run `mvn -q package -DskipTests` first");
        }
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }
}
