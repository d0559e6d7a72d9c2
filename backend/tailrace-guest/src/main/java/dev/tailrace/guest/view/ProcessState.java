package dev.tailrace.guest.view;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The state of a process, as the kernel shows it. */
public final class ProcessState {
    private ProcessState() {}

    /** Whether the process is suspended, by a signal or a debugger; false if that can't be seen. */
    public static boolean isStopped(long pid) {
        if (pid <= 0) {
            return false;
        }
        try {
            // 4711 (name, maybe with spaces) T ...
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
            int state = stat.lastIndexOf(')') + 2;
            return state < stat.length() && (stat.charAt(state) == 'T' || stat.charAt(state) == 't');
        } catch (IOException e) {
            return false;
        }
    }

    /** A file or directory of a process as it is seen from here: another container has another root. {@code folder}: of the process, in {@code /proc}. */
    public static Path seen(Path path, Path folder) {
        try {
            boolean same = Files.readSymbolicLink(folder.resolve("ns/mnt"))
                    .equals(Files.readSymbolicLink(Path.of("/proc/self/ns/mnt")));
            return same ? path : Path.of(folder + "/root" + path);
        } catch (IOException | UnsupportedOperationException e) {
            return path;
        }
    }
}
