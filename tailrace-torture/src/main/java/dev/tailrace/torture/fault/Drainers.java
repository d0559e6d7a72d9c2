package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Scene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells from the kernel's list of locks which process drains a log. Linux only. Stateless. */
final class Drainers {
    private static final Path LOCKS = Path.of("/proc/locks");

    private Drainers() {}

    /** Which of these holds the first byte of the log's lock file; null for none, or when it can't be told. */
    static @Nullable Child among(List<Child> children, Scene scene) throws IOException {
        Path lock = scene.logs().resolve("." + scene.log().getFileName() + ".tailrace-lock");
        long pid = holder(lock);
        for (Child child : children) {
            if (child.pid() == pid) {
                return child;
            }
        }
        return null;
    }

    private static long holder(Path lock) throws IOException {
        String inode;
        try {
            inode = ":" + Files.getAttribute(lock, "unix:ino");
        } catch (NoSuchFileException e) {
            return -1;
        }
        for (String line : Files.readAllLines(LOCKS)) {
            // 7: POSIX ADVISORY WRITE 1234 fe:00:5678 0 0
            String[] words = line.trim().split(" +", -1);
            if (words.length >= 8
                    && words[1].equals("POSIX")
                    && words[3].equals("WRITE")
                    && words[5].endsWith(inode)
                    && words[6].equals("0")) {
                return Long.parseLong(words[4]);
            }
        }
        return -1;
    }
}
