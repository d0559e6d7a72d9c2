package dev.tailrace.config.logback.json;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parts of all readers of JSON encoders: their findings, and fields that several of them write. */
final class JsonFields {
    /** In place of a name: the field is not written. */
    static final String IGNORE = "[ignore]";

    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final String appender;
    private @Nullable Charset charset;

    JsonFields(Document document, String appender) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
        this.appender = appender;
    }

    Document document() {
        return document;
    }

    ElementValues values() {
        return values;
    }

    String appender() {
        return appender;
    }

    String text(Element option) {
        return values.text(option);
    }

    boolean bool(Element option, boolean otherwise) {
        return values.option(option, appender).bool(otherwise);
    }

    InnerOptions options(Element owner, String... known) {
        return InnerOptions.of(document, owner, appender, known);
    }

    /** A number; -1 without a usable one. */
    int integer(Element option, int least) {
        return values.option(option, appender).integer(least, Integer.MAX_VALUE, -1);
    }

    /** An option that is known and can't be honoured. */
    void unsupported(Element option, String instead) {
        findings.add(
                FindingCode.JSON_OPTION,
                option.line(),
                appender,
                "<" + option.name() + "> is not supported for JSON: " + instead,
                "Remove <" + option.name() + ">.");
    }

    /** Reports an unsupported option unless it says false or nothing. */
    void unsupportedIfTrue(Element option, String instead) {
        if (!text(option).isEmpty() && !text(option).equalsIgnoreCase("false")) {
            unsupported(option, instead);
        }
    }

    void unknown(Element option, Element owner) {
        UnknownNames.reportOption(values, option, owner, appender);
    }

    /** A field that can't be written. */
    void leftOut(Element option, String what) {
        findings.add(
                FindingCode.JSON_FIELD, option.line(), appender, what + " is not supported; its field is left out.");
    }

    void charset(Element option) {
        charset = values.option(option, appender).charset();
    }

    /** The charset of the lines; null: UTF-8. */
    @Nullable
    Charset charset() {
        return charset;
    }

    /** {@code key=field} as the name of a field for a key. */
    void rename(Element option, Map<String, String> names) {
        String value = text(option);
        int equals = value.indexOf('=');
        if (equals < 1 || equals == value.length() - 1) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    option.line(),
                    appender,
                    "<" + option.name() + "> is " + FindingText.quote(value) + ", not key=field; it is ignored.");
        } else {
            names.put(value.substring(0, equals), value.substring(equals + 1));
        }
    }

    /** Which keys of the MDC or of the key-value pairs are written, and how. */
    static final class Keys {
        private final String resolver;
        private final List<String> included = new ArrayList<>();
        private final List<String> excluded = new ArrayList<>();
        private final Map<String, String> names = new LinkedHashMap<>();

        private Keys(String resolver) {
            this.resolver = resolver;
        }

        static Keys ofContext() {
            return new Keys("tailrace:mdc");
        }

        static Keys ofKeyValues() {
            return new Keys("tailrace:keyValues");
        }

        List<String> included() {
            return included;
        }

        List<String> excluded() {
            return excluded;
        }

        Map<String, String> names() {
            return names;
        }

        void write(JsonTemplate template, @Nullable String fieldName) {
            List<String> options = new ArrayList<>();
            add(options, "included", included.isEmpty() ? null : JsonTemplate.array(included));
            add(options, "excluded", excluded.isEmpty() ? null : JsonTemplate.array(excluded));
            add(options, "names", names.isEmpty() ? null : JsonTemplate.object(names));
            add(options, "name", fieldName == null ? null : JsonTemplate.quote(fieldName));
            template.members(resolver, options.toArray(new String[0]));
        }

        private static void add(List<String> options, String name, @Nullable String json) {
            if (json != null) {
                options.add(name);
                options.add(json);
            }
        }
    }

    /** A {@code <throwableConverter>}, as options of the stack trace. */
    String[] throwableConverter(Element converter) {
        values.onlyAttributes(converter, "class");
        Part part = values.part(converter, Part.UNKNOWN);
        List<String> options = new ArrayList<>();
        switch (part) {
            case THROWABLE_CONVERTER, EXTENDED_THROWABLE_CONVERTER -> options(converter);
            case ROOT_FIRST_CONVERTER -> {
                options.addAll(List.of("rootFirst", "true"));
                options(converter);
            }
            case SHORTENED_CONVERTER -> {
                return new ShortenedTrace(this).options(converter);
            }
            default ->
                UnknownNames.reportClass(
                        values, converter, appender, "stack traces are written as Logback's %ex writes them.");
        }
        return options.toArray(new String[0]);
    }
}
