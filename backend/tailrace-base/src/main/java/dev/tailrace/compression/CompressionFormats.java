package dev.tailrace.compression;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The formats that modules on the class path bring. Looked for once, when first asked: most configurations never ask. */
public final class CompressionFormats {
    /** A list that can't be read fails again and again. */
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
                // Half of a module, or a library that this machine can't load: then what it would bring isn't there
                // either, and the code that asked for it reports it. The others may be.
                failures++;
            }
        }
        return Map.copyOf(found);
    }

    /** The format whose files end in {@code suffix}; null when no module brings it. */
    public static @Nullable CompressionFormat of(String suffix) {
        return Found.ALL.get(suffix);
    }
}
