package dev.tailrace.probe.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/** Finds the process that listens on a port of this machine; from {@code /proc}, so that it does not notice. Stateless. */
public final class Listener {
    private static final String LISTENS = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private Listener() {}

    /** The process; empty when there is none that is for us to see, or this machine has no {@code /proc}. */
    public static OptionalLong on(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            sockets(Path.of(table), port, sockets);
        }
        if (sockets.isEmpty()) {
            return OptionalLong.empty();
        }
        for (Proc proc : Proc.all()) {
            for (Path descriptor : proc.list("fd")) {
                Path target = proc.link("fd/" + descriptor.getFileName());
                if (target != null && sockets.contains(target.toString())) {
                    return OptionalLong.of(proc.pid());
                }
            }
        }
        return OptionalLong.empty();
    }

    private static void sockets(Path table, int port, Set<String> to) {
        String end = String.format(Locale.ROOT, ":%04X", port);
        try {
            for (String line : Files.readAllLines(table, StandardCharsets.ISO_8859_1)) {
                String[] words = line.strip().split("\\s+", -1);
                if (words.length > INODE && words[LOCAL].endsWith(end) && words[STATE].equals(LISTENS)) {
                    to.add("socket:[" + words[INODE] + "]");
                }
            }
        } catch (IOException e) {
            // Elsewhere than on Linux nothing is known.
            return;
        }
    }
}
