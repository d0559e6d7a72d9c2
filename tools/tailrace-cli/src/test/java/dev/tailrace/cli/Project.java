package dev.tailrace.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the project's own files are while its tests run. */
final class Project {
    private Project() {}

    static Path root() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve("tailrace")) && Files.isDirectory(at.resolve("backend"))) {
                return at;
            }
        }
        throw new IllegalStateException("not inside the project: " + Path.of("").toAbsolutePath());
    }
}
