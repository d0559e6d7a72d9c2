package dev.tailrace.compression;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The formats that modules on the class path bring. Looked for once, when first asked: most configurations never ask. */
public final class CompressionFormats {
    private CompressionFormats() {}

    private static final class Found {
        static final Map<String, CompressionFormat> ALL = find();
    }

    private static Map<String, CompressionFormat> find() {
        Map<String, CompressionFormat> found = new HashMap<>();
        ClassLoader own = CompressionFormat.class.getClassLoader();
        try {
            for (CompressionFormat format : ServiceLoader.load(CompressionFormat.class, own)) {
                found.putIfAbsent(format.suffix(), format);
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            // Half of a module, or a library of it that isn't there: then what it would bring isn't there either, and
            // whoever asked for it says so.
            return Map.copyOf(found);
        }
        return Map.copyOf(found);
    }

    /** The format whose files end in {@code suffix}; null when no module brings it. */
    public static @Nullable CompressionFormat of(String suffix) {
        return Found.ALL.get(suffix);
    }
}
