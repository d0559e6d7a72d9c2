package dev.tailrace.testkit;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the jars and folders of classes, for the class paths of child JVMs. Thread-safe. */
public final class Origins {
    /** One class of each module that every application with Tailrace needs. */
    private static final List<String> BACKEND = List.of(
            "dev.tailrace.bytes.Memory",
            "dev.tailrace.engine.sink.Sink",
            "dev.tailrace.layout.event.Event",
            "dev.tailrace.config.ConfigurationReader",
            "dev.tailrace.Tailrace");

    /** The modules of {@link #backend}, in its order. */
    public static final List<String> BACKEND_MODULES =
            List.of("tailrace-base", "tailrace-engine", "tailrace-layout", "tailrace-config", "tailrace-core");

    private Origins() {}

    public static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    /** The jars or folders of several classes, without duplicates. */
    public static List<Path> of(Class<?>... types) {
        return Arrays.stream(types).map(Origins::of).distinct().toList();
    }

    /** The jars or folders of several classes, joined as a class path. */
    public static String classPath(Class<?>... types) {
        return join(of(types));
    }

    /**
     * The jars in a folder that the build fills.
     *
     * @throws IOException if there are none
     */
    public static List<Path> jars(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList();
                if (!jars.isEmpty()) {
                    return jars;
                }
            }
        }
        throw new IOException("no jars in " + folder + ": run `mvn -q package -DskipTests` first");
    }

    public static String join(Collection<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    public static List<Path> backend() {
        return BACKEND.stream().map(Origins::loaded).map(Origins::of).toList();
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("not on this class path: " + name, e);
        }
    }
}
