package dev.tailrace.config.logback.json;

import dev.tailrace.config.json.GelfTemplate;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.xml.Element;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads logback-gelf's GelfEncoder into a JSON template. */
final class GelfReader {
    private final JsonFields fields;
    private final Element encoder;
    private final Map<String, String> statics = new LinkedHashMap<>();
    private String host = "";
    private String shortPattern = "%m%nopex";
    private String fullPattern = "%m%n";
    private String loggerName = "logger_name";
    private String threadName = "thread_name";
    private String levelName = "level_name";
    private boolean withMdc = true;
    private boolean withMarker;
    private boolean withCaller;
    private boolean withRootCause;
    private boolean withLevelName;
    private boolean withRaw;

    GelfReader(JsonFields fields, Element encoder) {
        this.fields = fields;
        this.encoder = encoder;
    }

    String template() {
        fields.document().eachOption(encoder, this::option);
        GelfTemplate gelf = new GelfTemplate(
                host.isEmpty() ? fields.values().variables().outside().hostName() : host);
        JsonTemplate template = gelf.template();
        template.resolver("short_message", "tailrace:layout", "pattern", JsonTemplate.quote(shortPattern))
                .resolver("full_message", "tailrace:layout", "pattern", JsonTemplate.quote(fullPattern))
                .resolver("_" + loggerName, "logger")
                .resolver("_" + threadName, "thread");
        if (withRaw) {
            template.resolver("_raw_message", "tailrace:rawMessage");
        }
        if (withLevelName) {
            template.resolver("_" + levelName, "level");
        }
        if (withMarker) {
            template.resolver("_marker", "marker");
        }
        gelf.mdc(withMdc ? "all" : "none");
        if (withCaller) {
            gelf.location();
        }
        if (withRootCause) {
            template.resolver("_root_cause_class_name", "tailrace:throwableClass", "ofRoot", "true")
                    .resolver("_root_cause_message", "tailrace:throwableMessage", "ofRoot", "true");
        }
        statics.forEach((name, value) -> template.text("_" + name, value));
        return template.end();
    }

    private void option(Element option) {
        switch (option.optionName()) {
            case "originHost" -> host = fields.text(option);
            case "shortPatternLayout", "shortMessageLayout" -> shortPattern = pattern(option, shortPattern);
            case "fullPatternLayout", "fullMessageLayout" -> fullPattern = pattern(option, fullPattern);
            case "loggerNameKey" -> loggerName = fields.text(option);
            case "threadNameKey" -> threadName = fields.text(option);
            case "levelNameKey" -> levelName = fields.text(option);
            case "includeMdcData" -> withMdc = fields.bool(option, true);
            case "includeMarker" -> withMarker = fields.bool(option, false);
            case "includeCallerData" -> withCaller = fields.bool(option, false);
            case "includeRootCauseData" -> withRootCause = fields.bool(option, false);
            case "includeLevelName" -> withLevelName = fields.bool(option, false);
            case "includeRawMessage" -> withRaw = fields.bool(option, false);
            case "staticField" -> staticField(option);
            case "numbersAsString" -> fields.unsupportedIfTrue(option, "numbers are written as numbers.");
            case "appendNewline", "immediateFlush", "parent" -> {
                // What ends a record is the target's.
            }
            default -> fields.unknown(option, encoder);
        }
    }

    private String pattern(Element layout, String otherwise) {
        InnerOptions options = fields.options(layout, "pattern");
        String pattern = options.get("pattern").or(otherwise);
        return fields.document().conversions().applied(pattern);
    }

    /** {@code name:value}, of which there can be several. */
    private void staticField(Element option) {
        String text = fields.text(option);
        int colon = text.indexOf(':');
        if (colon > 0) {
            statics.put(
                    text.substring(0, colon).strip(), text.substring(colon + 1).strip());
        } else {
            fields.leftOut(option, "<staticField> without a colon");
        }
    }
}
