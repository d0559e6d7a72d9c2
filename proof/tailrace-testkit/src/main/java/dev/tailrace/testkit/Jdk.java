package dev.tailrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The JDKs of this machine that tests run on. Stateless. */
public final class Jdk {
    /** Environment variables with the home of a JDK 25, in order of precedence. */
    private static final List<String> VARIABLES = List.of("TAILRACE_JDK25", "JAVA_HOME_25_X64");

    private Jdk() {}

    public static Path java() {
        return java(running());
    }

    /** The {@code java} command of a JDK 25, if there is one: see {@link #home25}. */
    public static Optional<Path> java25() {
        return home25().map(Jdk::java);
    }

    /** The home of a JDK 25, if there is one: the running one, one that the environment names, or one installed beside the running one. */
    public static Optional<Path> home25() {
        Stream<Path> named = VARIABLES.stream()
                .map(System::getenv)
                .filter(value -> value != null && !value.isBlank())
                .map(Path::of);
        return Stream.of(Stream.of(running()), named, siblings(running()).stream())
                .flatMap(homes -> homes)
                .filter(Jdk::is25)
                .findFirst();
    }

    private static Path running() {
        return Path.of(System.getProperty("java.home"));
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }

    private static List<Path> siblings(Path home) {
        Path parent = home.getParent();
        if (parent == null) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.sorted().toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    static boolean is25(Path home) {
        try (Stream<String> release = Files.lines(home.resolve("release"))) {
            return release.anyMatch(line -> line.startsWith("JAVA_VERSION=\"25")) && Files.isExecutable(java(home));
        } catch (IOException | UncheckedIOException noJdk) {
            return false;
        }
    }
}
