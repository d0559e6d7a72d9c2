package dev.tailrace.config.source;

import dev.tailrace.finding.Finding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spring's environment, where a module that sees it hands it to the reader of configurations. It decides then what
 * {@code <springProfile>}, {@code <springProperty>}, <code>${spring:...}</code> and the structured formats get; without it, profiles
 * come from the start of the JVM, and everything else has its default. Implementations are thread-safe and never throw.
 */
public interface SpringSource {
    /** The value of a property, with its placeholders replaced; null when it has none. */
    @Nullable
    String property(String name);

    /** The properties below a name, by the rest of their names, as Spring Boot binds a map; empty: there are none. */
    default Map<String, String> properties(String name) {
        return Map.of();
    }

    /** Whether one of the profile expressions holds, such as {@code "dev & !cloud"}. */
    boolean acceptsProfiles(String... expressions);

    /** The finding as an application's developer needs it: at the property that caused it, where that is known; else the same object. */
    default Finding located(Finding finding) {
        return finding;
    }

    /** The values of {@code logging.structured.*}. */
    StructuredSettings structured();
}
