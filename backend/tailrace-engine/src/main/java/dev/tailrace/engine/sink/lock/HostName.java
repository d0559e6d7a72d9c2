package dev.tailrace.engine.sink.lock;

import dev.tailrace.bytes.Uninterrupted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The machine's name, without a name service, which may take seconds. */
public final class HostName {
    /** As on Linux; an environment variable can be longer. */
    private static final int LONGEST = 64;

    private HostName() {}

    public static String get() {
        String name = usable(System.getenv("HOSTNAME"));
        if (name == null) {
            name = usable(kernel());
        }
        if (name == null) {
            name = usable(System.getenv("COMPUTERNAME"));
        }
        return name == null ? "host" : name;
    }

    private static @Nullable String kernel() {
        try {
            return Uninterrupted.call(() -> Files.readString(Path.of("/proc/sys/kernel/hostname")));
        } catch (IOException e) {
            return null; // not Linux
        }
    }

    /** Keeps only characters that are harmless in a file name. */
    private static @Nullable String usable(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String clean = name.trim().replaceAll("[^A-Za-z0-9_-]", "_");
        return clean.isEmpty() ? null : clean.substring(0, Math.min(LONGEST, clean.length()));
    }
}
