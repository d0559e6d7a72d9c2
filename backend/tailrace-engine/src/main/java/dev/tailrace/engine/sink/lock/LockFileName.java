package dev.tailrace.engine.sink.lock;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.sink.DerivedName;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The name of the lock file beside a log. */
public final class LockFileName {
    private static final String PREFIX = ".";
    private static final String SUFFIX = ".tailrace-lock";

    private LockFileName() {}

    /**
     * The lock file of a log.
     *
     * @throws IllegalArgumentException when nothing names a file
     */
    public static Path of(RollingPolicyCodec text) {
        Path file = text.file();
        FileNamePattern pattern = text.pattern();
        if (file == null && pattern != null) {
            file = Path.of(pattern.root()).resolve(pattern.identity());
        }
        if (file != null && text.keyed() != null) {
            file = inFixedDirectory(file);
        }
        if (file == null || file.getFileName() == null) {
            throw new IllegalArgumentException("nothing names a file");
        }
        return beside(file);
    }

    /** The lock file of a log with a constant name. */
    public static Path beside(Path log) {
        return log.resolveSibling(PREFIX + DerivedName.of(log) + SUFFIX);
    }

    /** Whether a file of this name is a log, with its lock file beside it. */
    public static boolean hasLock(Path file) {
        return Files.exists(beside(file), LinkOption.NOFOLLOW_LINKS);
    }

    /** The name of the log beside a lock file; for a log whose name changes, the constant part of it. */
    public static String log(Path lockFile) {
        String name = String.valueOf(lockFile.getFileName());
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX)
                ? name.substring(PREFIX.length(), name.length() - SUFFIX.length())
                : name;
    }

    /** The log of a lock file; null where the lock file's name isn't made of the log's alone. */
    public static @Nullable Path plainLog(Path lockFile) {
        String name = log(lockFile);
        return name.contains("%") || name.contains(DestinationConfig.Keyed.KEY) || DerivedName.isShortened(name)
                ? null
                : lockFile.resolveSibling(name);
    }

    /** The lock file of a keyed log, in the common directory above all its files; the directories in between become part of the name. */
    private static Path inFixedDirectory(Path file) {
        Path directory = fixedDirectory(file);
        return directory.resolve(
                directory.relativize(file).toString().replace('\\', '+').replace('/', '+'));
    }

    /** The common directory above all files of a keyed log. {@code file}: absolute, with {@link DestinationConfig.Keyed#KEY}. */
    public static Path fixedDirectory(Path file) {
        Path directory = Objects.requireNonNull(file.getRoot(), "absolute");
        for (Path name : file) {
            Path next = directory.resolve(name);
            if (name.toString().contains(DestinationConfig.Keyed.KEY) || next.equals(file)) {
                break;
            }
            directory = next;
        }
        return directory;
    }
}
