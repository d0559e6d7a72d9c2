package dev.tailrace.engine.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The kind of file to which a log's path leads, found out without opening it: opening a FIFO waits for its reader. */
public enum SpecialFile {
    /** A regular file, a directory, or nothing yet. */
    NONE,
    STANDARD_OUTPUT,
    STANDARD_ERROR,
    /** The null device, which discards all bytes. */
    NULL,
    /** A FIFO, a socket or a device. */
    OTHER;

    private static final int MOST_LINKS = 40;
    private static final Path NULL_DEVICE = Path.of("/dev/null");

    /** Follows links step by step: a link to an open pipe can't be followed to its end. */
    public static SpecialFile of(Path given) {
        Path path = given.toAbsolutePath().normalize();
        for (int i = 0; i < MOST_LINKS; i++) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            if (parent == null || name == null) {
                return NONE;
            }
            try {
                Path directory = parent.toRealPath();
                SpecialFile stream = stream(directory, name.toString());
                if (stream != null) {
                    return stream;
                }
                path = directory.resolve(name);
                if (!Files.isSymbolicLink(path)) {
                    return ofWhatIsThere(path);
                }
                Path target = directory.resolve(Files.readSymbolicLink(path));
                if (!Files.exists(target) && Files.exists(path)) {
                    // The link leads to a file without a name, for instance another process's pipe.
                    return ofWhatIsThere(path);
                }
                path = target.normalize();
            } catch (IOException | SecurityException e) {
                return NONE;
            }
        }
        return NONE;
    }

    /** The standard stream of this name in a directory, or null. On systems without {@code /proc} they are devices in {@code /dev}. */
    private static @Nullable SpecialFile stream(Path directory, String name) {
        String place = directory.toString();
        boolean numbered = place.equals("/dev/fd") || areOpenFiles(place);
        if (numbered ? name.equals("1") : place.equals("/dev") && name.equals("stdout")) {
            return STANDARD_OUTPUT;
        }
        if (numbered ? name.equals("2") : place.equals("/dev") && name.equals("stderr")) {
            return STANDARD_ERROR;
        }
        return null;
    }

    /** Whether the directory is one where Linux shows the open files of this process or of one of its threads. */
    private static boolean areOpenFiles(String place) {
        if (!place.startsWith("/proc/")) {
            return false;
        }
        try {
            // Not by the process id: the mounted /proc may be another container's, with other ids.
            String own = Path.of("/proc/self").toRealPath().toString();
            return place.equals(own + "/fd") || (place.startsWith(own + "/task/") && place.endsWith("/fd"));
        } catch (IOException e) {
            return false;
        }
    }

    private static SpecialFile ofWhatIsThere(Path path) throws IOException {
        return isSpecial(path) ? path.equals(NULL_DEVICE) ? NULL : OTHER : NONE;
    }

    /** Whether the path leads to an existing file that is neither a regular file nor a directory. */
    public static boolean isSpecial(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isOther();
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
