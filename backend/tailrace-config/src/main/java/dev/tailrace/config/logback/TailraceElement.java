package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.LimitReader;
import dev.tailrace.config.dialect.Options;
import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@code <tailrace>} or {@code <limit>} in Logback's dialect: its options are attributes. */
record TailraceElement(Element element, ElementValues values) implements Options {
    /**
     * The settings of a {@code <tailrace>} element over {@code before}.
     *
     * @param appender the name of the appender that it stands in; null: it stands in the configuration
     */
    static TailraceSettings read(
            Element tailrace,
            ElementValues values,
            SettingsReader reader,
            TailraceSettings before,
            @Nullable String appender) {
        return reader.read(before, new TailraceElement(tailrace, values), appender)
                .withLimits(limits(tailrace, values, appender));
    }

    private static List<LimitConfig> limits(Element tailrace, ElementValues values, @Nullable String appender) {
        List<LimitConfig> limits = new ArrayList<>();
        for (Element child : tailrace.children()) {
            if (!child.is("limit")) {
                UnknownNames.reportOption(values, child, tailrace, appender);
                continue;
            }
            values.onlyAttributes(child, LimitReader.NAMES.toArray(String[]::new));
            values.noText(child);
            child.children().forEach(each -> UnknownNames.reportOption(values, each, child, appender));
            LimitReader.read(values.findings(), new TailraceElement(child, values), appender)
                    .ifPresent(limits::add);
        }
        return limits;
    }

    @Override
    public Set<String> names() {
        return element.attributes().keySet();
    }

    @Override
    public @Nullable String value(String name) {
        return values.attribute(element, name);
    }

    @Override
    public int line() {
        return element.line();
    }
}
