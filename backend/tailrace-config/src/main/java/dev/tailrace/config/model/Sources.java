package dev.tailrace.config.model;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the files that a configuration is read from, each as it was before it was opened. Not thread-safe. */
public final class Sources {
    /** Where the configuration was read from, and what that lies in: paths, or URLs where it is no file. */
    public record Location(String self, String parent) {}

    /** How often Logback looks when the file doesn't say. */
    public static final long DEFAULT_PERIOD_MILLIS = 60_000;

    /** Each is looked at once in a period. */
    private static final int MOST = 500;

    private final @Nullable Path main;
    private final Map<Path, FileStamp> files = new LinkedHashMap<>();
    private final @Nullable Location location;
    private long periodMillis;

    /** @param main the main file, to be opened after this call; null: the source isn't a file */
    public Sources(@Nullable Path main) {
        this(main, main == null ? null : location(main));
    }

    /** @param main the same as a resource of the class path */
    public Sources(URL main) {
        this(fileOf(main), location(main));
    }

    private Sources(@Nullable Path main, @Nullable Location location) {
        this.main = main;
        this.location = location;
        if (main != null) {
            add(main);
        }
    }

    private static Location location(Path main) {
        Path path = main.toAbsolutePath();
        return new Location(path.toString(), String.valueOf(path.getParent()));
    }

    /** The location as in Log4j: a source that is no file is named by its URL. */
    private static Location location(URL main) {
        Path file = fileOf(main);
        if (file != null) {
            return location(file);
        }
        String url = main.toString();
        return new Location(url, url.substring(0, Math.max(0, url.lastIndexOf('/'))));
    }

    /** The place of the main file; null for a stream, whose place is unknown. */
    @Nullable
    public Location location() {
        return location;
    }

    public boolean hasMain() {
        return main != null;
    }

    /** To be called before the file is looked for: that it is missing can change, too. */
    public void add(Path file) {
        if (files.size() < MOST) {
            files.computeIfAbsent(file.toAbsolutePath(), FileStamp::of);
        }
    }

    /** Adds a resource; one that is in a jar doesn't change while the process runs. */
    public void add(@Nullable URL resource) {
        Path file = fileOf(resource);
        if (file != null) {
            add(file);
        }
    }

    static @Nullable Path fileOf(@Nullable URL resource) {
        if (resource == null || !"file".equalsIgnoreCase(resource.getProtocol())) {
            return null;
        }
        try {
            URI uri = resource.toURI();
            return Path.of(uri);
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException | SecurityException e) {
            return null;
        }
    }

    public void period(long millis) {
        periodMillis = millis;
    }

    public Watch watch() {
        return new Watch(main, List.copyOf(files.values()), main == null ? 0 : periodMillis);
    }
}
