package dev.tailrace.config.document;

import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.source.StructuredSettings.Context;
import dev.tailrace.config.source.StructuredSettings.EcsService;
import dev.tailrace.config.source.StructuredSettings.Gelf;
import dev.tailrace.config.source.StructuredSettings.Json;
import dev.tailrace.config.source.StructuredSettings.StackTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code logging.structured.*} where Spring itself is not asked. Not thread-safe. */
public final class StructuredProperties {
    private static final String JSON = "logging.structured.json";

    private final SpringSettings settings;

    private StructuredProperties(SpringSettings settings) {
        this.settings = settings;
    }

    /** What the properties ask for. */
    public static StructuredSettings read(SpringSettings settings) {
        return new StructuredProperties(settings).read();
    }

    private StructuredSettings read() {
        String service = "logging.structured.ecs.service.";
        Json json = new Json(
                new LinkedHashSet<>(list(JSON + ".include")),
                new LinkedHashSet<>(list(JSON + ".exclude")),
                map(JSON + ".rename"),
                map(JSON + ".add"),
                new Context(
                        !"false".equalsIgnoreCase(text(JSON + ".context.include")),
                        orEmpty(text(JSON + ".context.prefix"))),
                stackTrace(),
                list(JSON + ".customizer"));
        return new StructuredSettings(
                json,
                new EcsService(
                        or(text(service + "name"), "spring.application.name"),
                        or(text(service + "version"), "spring.application.version"),
                        text(service + "environment"),
                        text(service + "node-name")),
                new Gelf(
                        or(text("logging.structured.gelf.host"), "spring.application.name"),
                        or(text("logging.structured.gelf.service.version"), "spring.application.version")),
                pid());
    }

    private Long pid() {
        String given = text("spring.application.pid");
        try {
            return given == null ? ProcessHandle.current().pid() : Long.valueOf(given.strip());
        } catch (NumberFormatException e) {
            // Spring would refuse to start with it.
            return ProcessHandle.current().pid();
        }
    }

    private @Nullable StackTrace stackTrace() {
        String prefix = JSON + ".stacktrace.";
        String printer = text(prefix + "printer");
        String root = text(prefix + "root");
        String length = text(prefix + "max-length");
        String depth = text(prefix + "max-throwable-depth");
        String common = text(prefix + "include-common-frames");
        String hashes = text(prefix + "include-hashes");
        if (printer == null && root == null && length == null && depth == null && common == null && hashes == null) {
            return null;
        }
        return new StackTrace(
                orEmpty(printer),
                "first".equals(orEmpty(root).toLowerCase(Locale.ROOT)),
                number(length),
                number(depth),
                "true".equalsIgnoreCase(common),
                "true".equalsIgnoreCase(hashes));
    }

    private static int number(@Nullable String text) {
        try {
            int number = text == null ? 0 : Integer.parseInt(text.strip());
            return number > 0 ? number : Integer.MAX_VALUE;
        } catch (NumberFormatException e) {
            // Spring would refuse to start with it.
            return Integer.MAX_VALUE;
        }
    }

    private @Nullable String text(String name) {
        SpringSettings.Value value = settings.value(name);
        return value == null || value.text().isEmpty() ? null : value.text();
    }

    private @Nullable String or(@Nullable String text, String property) {
        return text == null ? text(property) : text;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Values with commas between them, or one for each index. */
    private List<String> list(String name) {
        List<String> all = new ArrayList<>();
        String text = text(name);
        if (text != null) {
            for (String each : text.split(",", -1)) {
                if (!each.isBlank()) {
                    all.add(each.strip());
                }
            }
            return all;
        }
        for (int i = 0; text(name + "[" + i + "]") != null; i++) {
            all.add(orEmpty(text(name + "[" + i + "]")).strip());
        }
        return all;
    }

    /** Names in brackets are taken as they are, others too: Spring keeps the case of keys and their hyphens. */
    private Map<String, String> map(String prefix) {
        Map<String, String> found = new TreeMap<>(settings.under(prefix));
        Map<String, String> all = new LinkedHashMap<>();
        found.forEach((name, value) -> all.put(
                name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name, value));
        return all;
    }
}
