package dev.tailrace.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a JDK 25: the running one, the one that the environment names, or one that is installed beside the running one. */
final class Jdk25 {
    private Jdk25() {}

    /** Its {@code java} command, if there is one. */
    static Optional<Path> java() {
        Path running = Path.of(System.getProperty("java.home"));
        return Stream.of(
                        Stream.of(running),
                        Stream.of("TAILRACE_JDK25", "JAVA_HOME_25_X64")
                                .map(System::getenv)
                                .filter(named -> named != null && !named.isBlank())
                                .map(Path::of),
                        siblings(running).stream())
                .flatMap(homes -> homes)
                .filter(Jdk25::is25)
                .map(home -> home.resolve("bin").resolve("java"))
                .filter(Files::isExecutable)
                .findFirst();
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

    private static boolean is25(Path home) {
        try (Stream<String> release = Files.lines(home.resolve("release"))) {
            return release.anyMatch(line -> line.startsWith("JAVA_VERSION=\"25"));
        } catch (IOException | UncheckedIOException noJdk) {
            return false;
        }
    }
}
