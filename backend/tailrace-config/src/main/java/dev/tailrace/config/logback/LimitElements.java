package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.LimitReader;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.xml.Element;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The children of a {@code <tailrace>} element in Logback's dialect, which are limits. */
final class LimitElements {
    private LimitElements() {}

    /** {@code appender}: the name of the appender that it stands in; null: it stands in the configuration. */
    static List<LimitConfig> read(Document document, Element tailrace, @Nullable String appender) {
        List<LimitConfig> limits = new ArrayList<>();
        for (Element child : tailrace.children()) {
            if (!child.is("limit")) {
                document.unknownOption(child, tailrace, appender);
                continue;
            }
            document.onlyAttributes(child, LimitReader.NAMES.toArray(String[]::new));
            document.noText(child);
            child.children().forEach(each -> document.unknownOption(each, child, appender));
            Map<String, String> values = new LinkedHashMap<>();
            for (String name : LimitReader.NAMES) {
                String value = document.attribute(child, name);
                if (value != null) {
                    values.put(name, value);
                }
            }
            LimitConfig limit = LimitReader.read(document.findings(), values, child.line(), appender);
            if (limit != null) {
                limits.add(limit);
            }
        }
        return limits;
    }
}
