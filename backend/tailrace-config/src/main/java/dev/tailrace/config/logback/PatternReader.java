package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.logback.json.JsonEncoders;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Finds the pattern in an {@code <encoder>} or {@code <layout>}, or what JSON it writes. */
final class PatternReader {
    private final Document document;
    private final ElementValues values;
    private final String appender;
    private String pattern = "";
    private int line;
    private boolean complained;
    private PatternSyntax syntax = PatternSyntax.LOGBACK;
    private @Nullable Charset charset;

    PatternReader(Document document, String appender) {
        this.document = document;
        this.values = document.values();
        this.appender = appender;
    }

    /** The pattern; Logback's default one when none was found, which is then a finding. */
    String pattern(int appenderLine) {
        if (pattern.isEmpty()) {
            if (!complained) {
                values.findings()
                        .add(
                                FindingCode.NO_PATTERN,
                                appenderLine,
                                appender,
                                "The appender " + FindingText.quote(appender) + " has no pattern; "
                                        + Configuration.DEFAULT_PATTERN + " is used.");
                complained = true;
            }
            return Configuration.DEFAULT_PATTERN;
        }
        return pattern;
    }

    int line() {
        return line;
    }

    /** Whether an encoder or layout was read. */
    boolean isRead() {
        return !pattern.isEmpty() || complained;
    }

    /** The syntax of the pattern. */
    PatternSyntax syntax() {
        return syntax;
    }

    /** The charset of the lines; null: UTF-8. */
    @Nullable
    Charset charset() {
        return charset;
    }

    void encoder(Element encoder) {
        read(encoder, LogbackClasses.Part.PATTERN_ENCODER);
    }

    void layout(Element layout) {
        read(layout, LogbackClasses.Part.PATTERN_LAYOUT);
    }

    private void read(Element element, LogbackClasses.Part defaultPart) {
        values.onlyAttributes(element, "class");
        LogbackClasses.Part part = values.part(element, defaultPart);
        JsonEncoders json = new JsonEncoders(document, appender);
        String template = json.template(element, part);
        if (template != null) {
            values.noText(element);
            charset = json.charset() == null ? charset : json.charset();
            String written = json.writtenBy();
            pattern = written == null ? template : written + "\n" + template;
            line = element.line();
            syntax = written == null ? PatternSyntax.JSON : PatternSyntax.STRUCTURED;
            return;
        }
        boolean known = part == LogbackClasses.Part.PATTERN_ENCODER
                || part == LogbackClasses.Part.WRAPPING_ENCODER
                || part == LogbackClasses.Part.PATTERN_LAYOUT;
        if (!known) {
            UnknownNames.reportClass(
                    values, element, appender, "its pattern is used if it has one, else the default pattern.");
            complained = true;
        }
        values.noText(element);
        @Nullable Element[] own = new Element[1];
        document.eachOption(element, option -> {
            switch (option.optionName()) {
                case "pattern" -> {
                    own[0] = option;
                    pattern(option);
                }
                case "layout" -> layout(option);
                case "charset" -> charset(option);
                case "outputPatternAsHeader" -> header(option);
                case "immediateFlush", "parent" -> {
                    // The drainer decides when to flush.
                }
                default -> {
                    if (known) {
                        UnknownNames.reportOption(values, option, element, appender);
                    }
                }
            }
        });
        Element given = own[0];
        if (part == LogbackClasses.Part.PATTERN_ENCODER && given != null) {
            // It makes its own layout, and takes no other.
            pattern(given);
        }
    }

    /** An option that is a pattern. */
    void pattern(Element option) {
        pattern = document.conversions().applied(values.text(option));
        line = option.textLine();
        syntax = PatternSyntax.LOGBACK;
    }

    void charset(Element option) {
        charset = values.option(option, appender).charset();
    }

    private void header(Element option) {
        if (values.option(option, appender).bool(false)) {
            values.findings()
                    .add(
                            FindingCode.NOT_SUPPORTED,
                            option.line(),
                            appender,
                            "outputPatternAsHeader is not supported; files begin with their first event.",
                            "Remove <outputPatternAsHeader>.");
        }
    }
}
