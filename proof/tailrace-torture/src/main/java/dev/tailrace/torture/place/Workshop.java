package dev.tailrace.torture.place;

import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Creates scenes, with the classes for their children. Thread-safe.
 *
 * @param folder parent of the scenes' folders; failed scenes stay in it
 * @param classPath the class path of a child
 * @param host what children log through
 */
public record Workshop(Path folder, String classPath, Host host) {
    /** A workshop with the classes of this build. */
    public static Workshop ofThisBuild(Path folder, Host host) throws IOException {
        Path own = Origins.of(Workshop.class).toAbsolutePath().normalize();
        Path target = Objects.requireNonNull(own.getParent(), "no folder around " + own);
        Path project = target.resolve("../../..").normalize();
        List<Path> entries = new ArrayList<>(List.of(own));
        entries.addAll(Origins.jars(target.resolve("peers/harness")));
        if (host != Host.NONE) {
            entries.addAll(Origins.jars(target.resolve(host.jars())));
        }
        List<String> modules = new ArrayList<>(host.modules());
        modules.addAll(Backend.MODULES);
        for (String module : modules) {
            Path classes = project.resolve(module).resolve("target/classes");
            if (!Files.isDirectory(classes)) {
                throw new IOException(
                        "there are no classes in " + classes + ": run `mvn -q package -DskipTests` first");
            }
            entries.add(classes);
        }
        return with(folder, entries, host);
    }

    /** A workshop whose children run with these classes. */
    public static Workshop with(Path folder, List<Path> classPath) throws IOException {
        return with(folder, classPath, Host.NONE);
    }

    private static Workshop with(Path folder, List<Path> classPath, Host host) throws IOException {
        Files.createDirectories(folder);
        return new Workshop(folder.toRealPath(), Origins.join(classPath), host);
    }

    /** Creates an empty scene; {@code name} is part of its folder's name. */
    public Scene scene(String name, SceneSettings settings) throws IOException {
        return Scene.setUp(this, Files.createTempDirectory(folder, name + "-"), settings);
    }
}
