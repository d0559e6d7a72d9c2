package dev.tailrace.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes and jars of this build, found from those of one of its modules, whose {@code target/peers} has a folder of jars for each
 * backend. Immutable.
 */
public final class Build {
    private final Path own;
    private final Path target;

    private Build(Path own, Path target) {
        this.own = own;
        this.target = target;
    }

    /**
     * The build that a class belongs to.
     *
     * @throws IOException if a folder is missing; the message names what to build
     */
    public static Build around(Class<?> type) throws IOException {
        Path own = Origins.of(type).toAbsolutePath().normalize();
        Path target = own.getParent();
        if (target == null || !Files.isDirectory(target.resolve("peers"))) {
            throw new IOException("no folder peers beside " + own + ": run `mvn -q package -DskipTests` first");
        }
        return new Build(own, target);
    }

    /** The jars in a folder of {@code target/peers}. */
    public List<Path> jars(String folder) throws IOException {
        return Origins.jars(target.resolve("peers").resolve(folder));
    }

    /** The {@code target} folder of a module, such as {@code backend/tailrace-base}. */
    public Path target(String module) {
        return target.resolve("../../..").resolve(module).resolve("target").normalize();
    }

    /** The class path of the module's own programs, with the jars of these folders and the classes of these modules. */
    public String classPath(List<String> folders, List<String> modules) throws IOException {
        List<Path> entries = new ArrayList<>(List.of(own));
        entries.addAll(jars("harness"));
        for (String folder : folders) {
            entries.addAll(jars(folder));
        }
        for (String module : modules) {
            Path classes = target(module).resolve("classes");
            if (!Files.isDirectory(classes)) {
                throw new IOException("no classes in " + classes + ": run `mvn -q package -DskipTests` first");
            }
            entries.add(classes);
        }
        return Origins.join(entries);
    }
}
