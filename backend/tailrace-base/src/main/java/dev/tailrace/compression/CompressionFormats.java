package dev.tailrace.compression;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The formats of modules on the class path. Searched once, on demand: most configurations never need them. */
public final class CompressionFormats {
    /** The most failures in one search: an unreadable list of services fails repeatedly. */
    private static final int MOST_FAILURES = 8;

    private CompressionFormats() {}

    private static final class Found {
        static final Map<String, CompressionFormat> ALL = find();
    }

    private static Map<String, CompressionFormat> find() {
        Map<String, CompressionFormat> found = new HashMap<>();
        ClassLoader own = CompressionFormat.class.getClassLoader();
        Iterator<CompressionFormat> formats =
                ServiceLoader.load(CompressionFormat.class, own).iterator();
        int failures = 0;
        while (failures < MOST_FAILURES) {
            try {
                if (!formats.hasNext()) {
                    break;
                }
                CompressionFormat format = formats.next();
                found.putIfAbsent(format.suffix(), format);
            } catch (ServiceConfigurationError | LinkageError e) {
                // A broken module, or a library that this machine can't load: its format is missing then, and the code
                // that needs it
                // reports that. Other formats may work.
                failures++;
            }
        }
        return Map.copyOf(found);
    }

    /** The format with this suffix; null when no module has it. */
    public static @Nullable CompressionFormat of(String suffix) {
        return Found.ALL.get(suffix);
    }
}
