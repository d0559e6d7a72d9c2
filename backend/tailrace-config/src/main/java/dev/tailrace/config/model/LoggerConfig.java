package dev.tailrace.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One logger.
 *
 * @param level null: inherited
 * @param additive whether events also go to the ancestors' appenders
 * @param appenders names of appenders, each exists in the configuration
 */
public record LoggerConfig(String name, @Nullable Threshold level, boolean additive, List<String> appenders, int line) {

    public LoggerConfig {
        appenders = List.copyOf(appenders);
    }

    /** Whether {@code own} is the logger {@code name} ("": the root) or below it; {@code byDollar}: see {@link Configuration}. */
    public static boolean covers(String name, String own, boolean byDollar) {
        return name.isEmpty()
                || (own.startsWith(name)
                        && (own.length() == name.length() || divides(own.charAt(name.length()), byDollar)));
    }

    private static boolean divides(char c, boolean byDollar) {
        return c == '.' || (c == '$' && byDollar);
    }

    /** The name of the logger above; "": the root; null: {@code name} is the root. */
    public static @Nullable String parent(String name, boolean byDollar) {
        int end = name.length() - 1;
        while (end > 0 && !divides(name.charAt(end), byDollar)) {
            end--;
        }
        return name.isEmpty() ? null : name.substring(0, end);
    }
}
