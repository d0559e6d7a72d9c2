package dev.tailrace.target;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.finding.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The providers on the class path. Searched once, on demand: most configurations have no target. */
public final class TargetProviders {
    /** The most failures in one search: an unreadable list of services fails repeatedly. */
    private static final int MOST_FAILURES = 8;

    private TargetProviders() {}

    private static final class Found {
        static final List<TargetProvider> ALL = find();
    }

    private static List<TargetProvider> find() {
        List<TargetProvider> found = new ArrayList<>();
        ClassLoader own = TargetProvider.class.getClassLoader();
        Iterator<TargetProvider> providers =
                ServiceLoader.load(TargetProvider.class, own).iterator();
        int failures = 0;
        while (failures < MOST_FAILURES) {
            try {
                if (!providers.hasNext()) {
                    break;
                }
                found.add(providers.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                // A broken module: its kinds are missing then, and their appenders are reported.
                failures++;
            }
        }
        return List.copyOf(found);
    }

    /** The provider of a kind; null: there is none. */
    public static @Nullable TargetProvider of(String kind) {
        return Found.ALL.stream()
                .filter(provider -> provider.provides(kind))
                .findFirst()
                .orElse(null);
    }

    /**
     * A sender of the records that an application has left; it encodes none.
     *
     * @param file the active file of the row
     * @return null: there is no such kind of target
     */
    public static @Nullable TargetSender ofRecords(TargetConfig target, Path file, Consumer<Finding> findings) {
        TargetProvider provider = of(target.kind());
        return provider == null
                ? null
                : provider.open(target, file.toString(), file, (event, message, arguments, line) -> {}, findings);
    }
}
