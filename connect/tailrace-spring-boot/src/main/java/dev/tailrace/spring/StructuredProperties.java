package dev.tailrace.spring;

import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.source.StructuredSettings.Context;
import dev.tailrace.config.source.StructuredSettings.EcsService;
import dev.tailrace.config.source.StructuredSettings.Gelf;
import dev.tailrace.config.source.StructuredSettings.Json;
import dev.tailrace.config.source.StructuredSettings.StackTrace;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Reads {@code logging.structured.*} with Boot's own binding, so that every way to write a property counts. */
final class StructuredProperties {
    private static final String JSON = "logging.structured.json.";
    private static final String TRACE = JSON + "stacktrace.";
    private static final Bindable<List<String>> STRINGS = Bindable.listOf(String.class);
    private static final Bindable<Map<String, String>> MAP = Bindable.mapOf(String.class, String.class);

    private final Binder binder;
    private final Environment environment;
    private final boolean customized;

    private StructuredProperties(Environment environment, boolean customized) {
        this.binder = Binder.get(environment);
        this.environment = environment;
        this.customized = customized;
    }

    /** @param customized whether there are customizers that no property names */
    static StructuredSettings bind(Environment environment, boolean customized) {
        return new StructuredProperties(environment, customized).settings();
    }

    private StructuredSettings settings() {
        String ecs = "logging.structured.ecs.service.";
        return new StructuredSettings(
                json(),
                new EcsService(
                        withDefault(text(ecs + "name"), "spring.application.name"),
                        withDefault(text(ecs + "version"), "spring.application.version"),
                        text(ecs + "environment"),
                        text(ecs + "node-name")),
                new Gelf(
                        withDefault(text("logging.structured.gelf.host"), "spring.application.name"),
                        withDefault(text("logging.structured.gelf.service.version"), "spring.application.version")),
                environment.getProperty("spring.application.pid", Long.class));
    }

    private Json json() {
        String prefix = text(JSON + "context.prefix");
        boolean included = binder.bind(JSON + "context.include", Boolean.class).orElse(true);
        return new Json(
                strings(JSON + "include"),
                strings(JSON + "exclude"),
                map(JSON + "rename"),
                map(JSON + "add"),
                new Context(included, prefix == null ? "" : prefix),
                stackTrace(),
                customized || !strings(JSON + "customizer").isEmpty());
    }

    private @Nullable StackTrace stackTrace() {
        String printer = text(TRACE + "printer");
        String root = text(TRACE + "root");
        Integer maxLength = number(TRACE + "max-length");
        Integer maxDepth = number(TRACE + "max-throwable-depth");
        Boolean common = flag(TRACE + "include-common-frames");
        Boolean hashes = flag(TRACE + "include-hashes");
        if (printer == null
                && root == null
                && maxLength == null
                && maxDepth == null
                && common == null
                && hashes == null) {
            return null;
        }
        return new StackTrace(
                printer == null ? "" : printer,
                "first".equalsIgnoreCase(root),
                maxLength == null ? Integer.MAX_VALUE : maxLength,
                maxDepth == null ? Integer.MAX_VALUE : maxDepth,
                Boolean.TRUE.equals(common),
                Boolean.TRUE.equals(hashes));
    }

    private @Nullable String withDefault(@Nullable String value, String otherwise) {
        return value == null || value.isEmpty() ? environment.getProperty(otherwise) : value;
    }

    private @Nullable String text(String name) {
        return binder.bind(name, String.class).orElse(null);
    }

    private @Nullable Integer number(String name) {
        return binder.bind(name, Integer.class).orElse(null);
    }

    private @Nullable Boolean flag(String name) {
        return binder.bind(name, Boolean.class).orElse(null);
    }

    private Set<String> strings(String name) {
        return new LinkedHashSet<>(binder.bind(name, STRINGS).orElse(List.of()));
    }

    private Map<String, String> map(String name) {
        return binder.bind(name, MAP).orElseGet(LinkedHashMap::new);
    }
}
