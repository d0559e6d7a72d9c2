package dev.tailrace.lint;

import dev.tailrace.config.source.PropertySource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The properties of this process, and what lies beside a file in the place of an application's class path. */
public final class BesideFile implements PropertySource {
    private final PropertySource process = PropertySource.ofProcess();
    private final Path folder;

    public BesideFile(Path file) {
        Path parent = file.toAbsolutePath().normalize().getParent();
        this.folder = parent == null ? file : parent;
    }

    @Override
    public @Nullable String systemProperty(String name) {
        return process.systemProperty(name);
    }

    @Override
    public @Nullable String environment(String name) {
        return process.environment(name);
    }

    @Override
    public @Nullable InputStream resource(String name) throws IOException {
        try {
            Path file = folder.resolve(name).normalize();
            return file.startsWith(folder) && Files.isRegularFile(file) ? Files.newInputStream(file) : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
