package dev.tailrace.config.logback.json;

import dev.tailrace.config.logback.json.JsonFields.Keys;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads logstash-logback-encoder's LogstashEncoder into a JSON template. */
final class LogstashReader {
    private final JsonFields fields;
    private final Element encoder;
    private final LogstashNames names = new LogstashNames();
    private final Keys context = Keys.ofContext();
    private final Keys keyValues = Keys.ofKeyValues();
    private final List<String> custom = new ArrayList<>();
    private final List<String> stackTrace = new ArrayList<>();
    private String timestampPattern = "";
    private String timeZone = "";
    private String version = "1";
    private @Nullable Element versionAsInteger;
    private int loggerLength = -1;
    private boolean caller;
    private boolean withContext = true;
    private boolean withMdc = true;
    private boolean withKeyValues = true;
    private boolean withTags = true;
    private boolean withStructuredArguments = true;
    private boolean withArguments;
    private String argumentPrefix = "arg";

    LogstashReader(JsonFields fields, Element encoder) {
        this.fields = fields;
        this.encoder = encoder;
    }

    String template() {
        fields.document().eachOption(encoder, this::option);
        JsonTemplate template = new JsonTemplate();
        times(template);
        named("message", "message", template, "whenNull", "\"none\"");
        named("logger", "logger", template, "field", "\"name\"", "length", Integer.toString(loggerLength));
        named("thread", "thread", template, "field", "\"name\"");
        named("level", "level", template, "field", "\"name\"");
        named("levelValue", "tailrace:levelValue", template);
        if (caller) {
            caller(template);
        }
        named("stackTrace", "tailrace:stackTrace", template, stackTrace.toArray(new String[0]));
        members(template);
        return template.end();
    }

    private void times(JsonTemplate template) {
        List<String> options = new ArrayList<>();
        if (!timestampPattern.isEmpty()) {
            options.addAll(List.of("pattern", JsonTemplate.quote(timestampPattern)));
        }
        if (!timeZone.isEmpty()) {
            options.addAll(List.of("zone", JsonTemplate.quote(timeZone)));
        }
        named("timestamp", "tailrace:time", template, options.toArray(new String[0]));
        String name = names.name("version");
        if (name != null) {
            template.member(name, isInteger() ? version : JsonTemplate.quote(version));
        }
    }

    private void named(String field, String resolver, JsonTemplate template, String... options) {
        String name = names.name(field);
        if (name != null) {
            template.resolver(name, resolver, options);
        }
    }

    private void caller(JsonTemplate template) {
        String object = names.name("caller");
        JsonTemplate place = object == null ? template : new JsonTemplate();
        named("callerClass", "tailrace:caller", place, "field", "\"className\"");
        named("callerMethod", "tailrace:caller", place, "field", "\"methodName\"");
        named("callerFile", "tailrace:caller", place, "field", "\"fileName\"");
        named("callerLine", "tailrace:caller", place, "field", "\"lineNumber\"");
        if (object != null) {
            template.member(object, place.end());
        }
    }

    private void members(JsonTemplate template) {
        String object = names.name("context");
        if (withContext && !names.isIgnored("context")) {
            if (object == null) {
                template.members("tailrace:context");
            } else {
                template.resolver(object, "tailrace:context", "object", "true", "always", "true");
            }
        }
        if (withMdc && !names.isIgnored("mdc")) {
            context.write(template, names.name("mdc"));
        }
        if (withKeyValues && !names.isIgnored("keyValuePair")) {
            keyValues.write(template, names.name("keyValuePair"));
        }
        if (withTags) {
            named("tags", "tailrace:tags", template);
        }
        template.members("tailrace:markerFields");
        if (withArguments || withStructuredArguments) {
            String name = names.name("arguments");
            String[] options = {
                "prefix", JsonTemplate.quote(argumentPrefix),
                "structured", Boolean.toString(withStructuredArguments),
                "others", Boolean.toString(withArguments)
            };
            template.members(
                    "tailrace:arguments",
                    name == null
                            ? options
                            : Stream.concat(Arrays.stream(options), Stream.of("name", JsonTemplate.quote(name)))
                                    .toArray(String[]::new));
        }
        for (String json : custom) {
            template.members("tailrace:members", "json", JsonTemplate.quote(json), "what", "\"<customFields>\"");
        }
    }

    private void option(Element option) {
        boolean known = fieldOption(option) || keyOption(option) || valueOption(option) || commonOption(option, fields);
        if (!known) {
            fields.unknown(option, encoder);
        }
    }

    private boolean fieldOption(Element option) {
        switch (option.optionName()) {
            case "fieldNames" -> names.read(option, fields);
            case "customFields" -> custom.add(fields.text(option));
            case "includeContext" -> withContext = fields.bool(option, true);
            case "includeMdc" -> withMdc = fields.bool(option, true);
            case "includeKeyValuePairs" -> withKeyValues = fields.bool(option, true);
            case "includeTags" -> withTags = fields.bool(option, true);
            case "includeCallerData", "includeCallerInfo" -> caller = fields.bool(option, false);
            case "includeNonStructuredArguments" -> withArguments = fields.bool(option, false);
            case "nonStructuredArgumentsFieldPrefix" -> argumentPrefix = fields.text(option);
            case "includeStructuredArguments" -> withStructuredArguments = fields.bool(option, true);
            case "provider" ->
                fields.leftOut(
                        option,
                        "The provider "
                                + FindingText.quote(
                                        String.valueOf(fields.values().attribute(option, "class"))));
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean keyOption(Element option) {
        switch (option.optionName()) {
            case "includeMdcKeyName" -> context.included().add(fields.text(option));
            case "excludeMdcKeyName" -> context.excluded().add(fields.text(option));
            case "mdcKeyFieldName" -> fields.rename(option, context.names());
            case "includeKeyValueKeyName" -> keyValues.included().add(fields.text(option));
            case "excludeKeyValueKeyName" -> keyValues.excluded().add(fields.text(option));
            case "keyValueKeyFieldName" -> fields.rename(option, keyValues.names());
            case "mdcEntryWriter" -> fields.unsupported(option, "values of the MDC are written as strings.");
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean valueOption(Element option) {
        switch (option.optionName()) {
            case "timestampPattern" -> timestampPattern = fields.text(option);
            case "timeZone" -> timeZone = fields.text(option);
            case "version" -> version = fields.text(option);
            case "writeVersionAsInteger" -> versionAsInteger = fields.bool(option, false) ? option : null;
            case "writeVersionAsString" -> versionAsInteger = fields.bool(option, true) ? null : option;
            case "shortenedLoggerNameLength" -> loggerLength = fields.integer(option, -1);
            case "throwableConverter" -> stackTrace.addAll(List.of(fields.throwableConverter(option)));
            case "writeStackTraceAsArray" -> {
                if (fields.bool(option, false)) {
                    stackTrace.addAll(List.of("lines", "true"));
                }
            }
            case "messageSplitRegex" -> fields.unsupported(option, "the message is one string.");
            case "providers" ->
                fields.unsupported(
                        option,
                        "LogstashEncoder has its own; those of LoggingEventCompositeJsonEncoder can be chosen.");
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean isInteger() {
        Element option = versionAsInteger;
        boolean number = version.matches("0|[1-9][0-9]{0,8}");
        if (option != null && !number) {
            fields.unsupported(option, "the version " + FindingText.quote(version) + " is no whole number.");
        }
        return option != null && number;
    }

    /** Options of all encoders and layouts of that library. */
    static boolean commonOption(Element option, JsonFields fields) {
        switch (option.optionName()) {
            case "encoding", "charset" -> fields.charset(option);
            case "lineSeparator" -> {
                String separator = fields.text(option);
                if (!List.of("", "UNIX", "\\n", "SYSTEM").contains(separator)) {
                    fields.unsupported(option, "each line ends with a line feed.");
                }
            }
            case "prefix", "suffix" -> fields.unsupported(option, "a line is the JSON object alone.");
            case "decorator", "jsonGeneratorDecorator", "jsonFactoryDecorator" ->
                fields.unsupported(option, "JSON is written in one line, without blanks, and nothing is masked.");
            case "dataFormat", "dataFormatFactory" -> {
                if (!fields.text(option).equalsIgnoreCase("json")) {
                    fields.unsupported(option, "JSON is written.");
                }
            }
            case "immediateFlush", "minBufferSize", "findAndRegisterJacksonModules", "parent" -> {
                // Needs nothing here.
            }
            default -> {
                return false;
            }
        }
        return true;
    }
}
