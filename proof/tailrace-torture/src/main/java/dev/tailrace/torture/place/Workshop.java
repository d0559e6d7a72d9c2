package dev.tailrace.torture.place;

import dev.tailrace.testkit.Build;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates scenes, with the classes for their children. Thread-safe.
 *
 * @param folder parent of the scenes' folders; failed scenes stay in it
 * @param classPath the class path of a child
 * @param host what children log through
 */
public record Workshop(Path folder, String classPath, Host host) {
    public static Workshop ofThisBuild(Path folder, Host host) throws IOException {
        List<String> modules = new ArrayList<>(host.modules());
        modules.addAll(Backend.MODULES);
        return with(folder, Build.around(Workshop.class).classPath(host.jars(), modules), host);
    }

    public static Workshop with(Path folder, List<Path> classPath) throws IOException {
        return with(folder, Origins.join(classPath), Host.NONE);
    }

    private static Workshop with(Path folder, String classPath, Host host) throws IOException {
        Files.createDirectories(folder);
        return new Workshop(folder.toRealPath(), classPath, host);
    }

    /** Creates an empty scene; {@code name} is part of its folder's name. */
    public Scene scene(String name, SceneSettings settings) throws IOException {
        return Scene.setUp(this, Files.createTempDirectory(folder, name + "-"), settings);
    }
}
