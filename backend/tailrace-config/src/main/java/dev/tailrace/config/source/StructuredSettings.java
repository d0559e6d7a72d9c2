package dev.tailrace.config.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Spring Boot's properties {@code logging.structured.*} for its formats {@code ecs}, {@code gelf} and {@code logstash}.
 * Immutable. Maps keep their order, which is that of the members they stand for.
 *
 * @param json {@code logging.structured.json}
 * @param ecs {@code logging.structured.ecs.service}, with {@code spring.application.name} and {@code version} where it has none
 * @param gelf {@code logging.structured.gelf}, with the same defaults
 * @param pid {@code spring.application.pid}; null: the number isn't written
 */
public record StructuredSettings(
        Json json, EcsService ecs, Gelf gelf, @Nullable Long pid) {
    /** Nothing is set. */
    public static StructuredSettings of(@Nullable Long pid) {
        return new StructuredSettings(Json.DEFAULT, new EcsService(null, null, null, null), new Gelf(null, null), pid);
    }

    /**
     * Settings of all formats. A member's path has the names on the way to it, with dots between them, such as {@code log.level}.
     *
     * @param include only these paths; empty: all
     * @param exclude not these paths
     * @param rename paths to the name that takes the last one's place
     * @param add members to their texts
     * @param context what is written of the diagnostic context (MDC) and of key-value pairs
     * @param stackTrace how stack traces are written; null: as the logging system writes them
     * @param customized whether classes of the application change the members
     */
    public record Json(
            Set<String> include,
            Set<String> exclude,
            Map<String, String> rename,
            Map<String, String> add,
            Context context,
            @Nullable StackTrace stackTrace,
            boolean customized) {
        /** Nothing is set. */
        public static final Json DEFAULT = new Json(Set.of(), Set.of(), Map.of(), Map.of(), Context.ALL, null, false);

        public Json {
            include = Set.copyOf(include);
            exclude = Set.copyOf(exclude);
            rename = Map.copyOf(rename);
            add = Collections.unmodifiableMap(new LinkedHashMap<>(add));
        }
    }

    /**
     * {@code logging.structured.json.context}.
     *
     * @param include whether any of it is written
     * @param prefix before each name
     */
    public record Context(boolean include, String prefix) {
        /** All of it, by its own names. */
        public static final Context ALL = new Context(true, "");
    }

    /**
     * {@code logging.structured.json.stacktrace}, of which at least one is set.
     *
     * @param printer {@code standard}, {@code logging-system}, the name of a class, or empty
     * @param rootFirst whether the innermost cause comes first
     * @param maxLength in UTF-16 units, three of which the dots at a cut take; {@link Integer#MAX_VALUE}: no limit
     * @param maxThrowableDepth frames of each throwable; {@link Integer#MAX_VALUE}: no limit
     * @param includeCommonFrames whether frames that the enclosing throwable has, too, are written
     * @param includeHashes whether a number stands before each throwable, which is the same for the same classes and frames
     */
    public record StackTrace(
            String printer,
            boolean rootFirst,
            int maxLength,
            int maxThrowableDepth,
            boolean includeCommonFrames,
            boolean includeHashes) {}

    /** {@code logging.structured.ecs.service}; what is null or empty isn't written. */
    public record EcsService(
            @Nullable String name,
            @Nullable String version,
            @Nullable String environment,
            @Nullable String nodeName) {}

    /** {@code logging.structured.gelf}; what is null or empty isn't written. */
    public record Gelf(@Nullable String host, @Nullable String serviceVersion) {}
}
