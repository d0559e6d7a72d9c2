package dev.tailrace.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folder of Tailrace's sources, which some verbs need: what they start is not part of the command's jar. */
final class Checkout {
    /** The system property that names it; the script {@code ./tailrace} sets it. */
    static final String PROPERTY = "tailrace.home";

    private final @Nullable Path folder;

    private Checkout(@Nullable Path folder) {
        this.folder = folder;
    }

    static Checkout named(@Nullable String folder) {
        if (folder == null || folder.isBlank()) {
            return new Checkout(null);
        }
        try {
            return new Checkout(Path.of(folder).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            return new Checkout(null);
        }
    }

    /** Where it is. */
    Path folder() {
        return Objects.requireNonNull(folder, "no checkout is known");
    }

    /** The script that starts Tailrace in it. */
    Path script() {
        return folder().resolve("tailrace");
    }

    /** A module's folder below the checkout, if there is one. */
    Optional<Path> module(String name) {
        return Optional.ofNullable(folder).map(root -> root.resolve(name)).filter(Files::isDirectory);
    }
}
