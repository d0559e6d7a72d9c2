package dev.tailrace.config.logback.json;

import dev.tailrace.config.json.EcsTemplate;
import dev.tailrace.config.json.StructuredFormat;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads encoders and layouts of Logback's world that write JSON into JSON templates. */
public final class JsonEncoders {
    /** The members of Logback's own JSON encoder, in their order, and whether it writes them by default. */
    private static final Map<String, Boolean> LOGBACK = new LinkedHashMap<>();

    static {
        String members =
                "SequenceNumber Timestamp Nanoseconds Level ThreadName LoggerName Context Markers MDC KVPList Message"
                        + " FormattedMessage Arguments Throwable";
        for (String member : members.split(" ", -1)) {
            LOGBACK.put(member, !member.equals("FormattedMessage"));
        }
    }

    private final JsonFields fields;
    private @Nullable String writtenBy;

    public JsonEncoders(Document document, String appender) {
        this.fields = new JsonFields(document, appender);
    }

    /** The template of what an encoder or layout of this class writes; null when it doesn't write JSON. */
    @Nullable
    public String template(Element element, Part part) {
        return switch (part) {
            case LOGSTASH_ENCODER, LOGSTASH_LAYOUT -> new LogstashReader(fields, element).template();
            case COMPOSITE_ENCODER, COMPOSITE_LAYOUT -> composite(element);
            case GELF_ENCODER, GELF_LAYOUT -> new GelfReader(fields, element).template();
            case ECS_ENCODER -> ecs(element);
            case JSON_ENCODER -> logback(element);
            case STRUCTURED_ENCODER -> structured(element);
            case CONTRIB_JSON_LAYOUT -> contrib(element);
            default -> null;
        };
    }

    /** The structured format that a class of the application's writes, if it can be asked; null: the template is all. */
    @Nullable
    public String writtenBy() {
        return writtenBy;
    }

    /** The charset of the lines; null: UTF-8. */
    @Nullable
    public Charset charset() {
        return fields.charset();
    }

    private String composite(Element encoder) {
        JsonTemplate template = new JsonTemplate();
        fields.document().eachOption(encoder, option -> {
            if (option.optionName().equals("providers")) {
                new JsonProviders(fields).read(option, template);
            } else if (!LogstashReader.commonOption(option, fields)) {
                fields.unknown(option, encoder);
            }
        });
        if (template.isEmpty()) {
            other(
                    encoder,
                    "The encoder has no <providers> that write a field; the fields of LogstashEncoder are written.");
            return new LogstashReader(fields, new Element("encoder", encoder.file(), encoder.line())).template();
        }
        return template.end();
    }

    private String ecs(Element encoder) {
        EcsTemplate template = new EcsTemplate();
        fields.document().eachOption(encoder, option -> {
            switch (option.optionName()) {
                case "serviceName" -> template.service("name", fields.text(option));
                case "serviceVersion" -> template.service("version", fields.text(option));
                case "serviceEnvironment" -> template.service("environment", fields.text(option));
                case "serviceNodeName" -> template.service("node.name", fields.text(option));
                case "eventDataset" -> template.dataset(fields.text(option));
                case "includeMarkers" -> template.includeMarkers(fields.bool(option, false));
                case "includeOrigin" -> template.includeOrigin(fields.bool(option, false));
                case "stackTraceAsArray" -> template.stackTraceAsArray(fields.bool(option, false));
                case "additionalField" -> additional(option, template);
                case "throwableConverter" -> template.stackTrace(fields.throwableConverter(option));
                case "messageLayout" -> messageLayout(option, template);
                case "immediateFlush", "parent" -> {
                    // The drainer decides when to flush.
                }
                default -> fields.unknown(option, encoder);
            }
        });
        return template.end();
    }

    private void additional(Element field, EcsTemplate template) {
        InnerOptions pair = fields.options(field, "key", "value");
        String key = pair.get("key").text();
        if (key.isEmpty()) {
            fields.leftOut(field, "<additionalField> without a <key>");
        } else {
            template.additional(key, JsonTemplate.quote(pair.get("value").text()));
        }
    }

    private void messageLayout(Element layout, EcsTemplate template) {
        Part part = fields.values().part(layout, Part.PATTERN_LAYOUT);
        if (part != Part.PATTERN_LAYOUT) {
            UnknownNames.reportClass(fields.values(), layout, fields.appender(), "the message is written as it is.");
            return;
        }
        String pattern = fields.options(layout, "pattern").value("pattern");
        if (pattern != null) {
            template.message(JsonTemplate.value("tailrace:layout", "pattern", JsonTemplate.quote(pattern)));
        }
    }

    private String logback(Element encoder) {
        Map<String, Boolean> members = new LinkedHashMap<>(LOGBACK);
        fields.document().eachOption(encoder, option -> {
            String name = option.optionName();
            String member = name.startsWith("with") ? name.substring("with".length()) : "";
            if (members.containsKey(member)) {
                members.put(member, fields.bool(option, true));
            } else if (!name.equals("immediateFlush") && !name.equals("parent")) {
                fields.unknown(option, encoder);
            }
        });
        JsonTemplate template = new JsonTemplate();
        members.forEach((member, written) -> {
            if (written) {
                logback(member, template);
            }
        });
        return template.end();
    }

    private static void logback(String member, JsonTemplate template) {
        switch (member) {
            case "SequenceNumber" -> template.member("sequenceNumber", "0");
            case "Timestamp" ->
                template.resolver("timestamp", "timestamp", "epoch", "{\"unit\":\"millis\",\"rounded\":true}");
            case "Nanoseconds" -> template.resolver("nanoseconds", "tailrace:nanos");
            case "Level" -> template.resolver("level", "level");
            case "ThreadName" -> template.resolver("threadName", "thread");
            case "LoggerName" -> template.resolver("loggerName", "logger");
            case "Context" ->
                template.member(
                        "context",
                        new JsonTemplate()
                                .resolver("name", "tailrace:contextName")
                                .resolver("birthdate", "tailrace:start")
                                .resolver("properties", "tailrace:context", "object", "true", "always", "true")
                                .end());
            case "Markers" -> template.resolver("markers", "tailrace:markerTexts");
            case "MDC" -> template.resolver("mdc", "tailrace:mdcObject");
            case "KVPList" -> template.resolver("kvpList", "tailrace:keyValueList");
            case "Message" -> template.resolver("message", "tailrace:rawMessage");
            case "FormattedMessage" -> template.resolver("formattedMessage", "message");
            case "Arguments" -> template.resolver("arguments", "tailrace:argumentTexts");
            default -> template.resolver("throwable", "tailrace:throwable");
        }
    }

    /** One of Spring Boot's formats; what only a class of the application's could write is a finding. */
    private String structured(Element encoder) {
        InnerOptions options = fields.options(encoder, "format", "charset");
        String format = options.get("format").text();
        options.all("charset").forEach(each -> fields.charset(each.option()));
        SpringSettings spring = fields.document().environment();
        StructuredSettings settings = spring.structured();
        spring.reportAbsence(fields.values().findings(), encoder.line());
        if (spring.isAsked() && !StructuredFormat.isWhole(format, settings)) {
            writtenBy = format;
        } else {
            StructuredFormat.report(
                    format, encoder.line(), fields.appender(), fields.values().findings());
        }
        return StructuredFormat.template(format, settings, false);
    }

    private String contrib(Element layout) {
        other(
                layout,
                "The fields of logback-contrib's JsonLayout are not known; those of LogstashEncoder are written.");
        return new LogstashReader(fields, new Element("layout", layout.file(), layout.line())).template();
    }

    private void other(Element element, String cause) {
        fields.values().findings().add(FindingCode.JSON_FORMAT_OTHER, element.line(), fields.appender(), cause);
    }
}
