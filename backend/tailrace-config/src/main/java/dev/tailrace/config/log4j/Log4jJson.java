package dev.tailrace.config.log4j;

import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.config.json.EcsTemplate;
import dev.tailrace.config.json.Log4jTemplates;
import dev.tailrace.config.json.StructuredFormat;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the layouts of Log4j 2's world that write JSON into JSON templates. */
final class Log4jJson {
    private static final int LARGEST_TEMPLATE = 1 << 20;
    private static final String CLASS_PATH = "classpath:";
    private static final List<String> DELIMITERS =
            List.of("includeNullDelimiter", "nullEventDelimiterEnabled", "eventDelimiter", "compressionType");

    private final Log4jNode layout;
    private final Log4jDocument document;
    private final String appender;
    private final boolean sent;
    private @Nullable String writtenBy;

    private Log4jJson(Log4jNode layout, Log4jDocument document, String appender, boolean sent) {
        this.layout = layout;
        this.document = document;
        this.appender = appender;
        this.sent = sent;
    }

    static boolean isJson(Log4jNode layout) {
        return layout.is("JsonTemplateLayout", "JsonLayout", "EcsLayout", "GelfLayout", "StructuredLogLayout");
    }

    /**
     * The layout's template, in which nothing is left that the layout says.
     *
     * @param sent to a target, which has delimiters and compression of its own
     */
    static LayoutConfig read(Log4jNode layout, Log4jDocument document, String appender, boolean sent) {
        Log4jJson json = new Log4jJson(layout, document, appender, sent);
        Charset charset = Log4jLayout.charset(layout, document, appender);
        String template = layout.is("JsonTemplateLayout")
                ? json.template()
                : layout.is("StructuredLogLayout")
                        ? json.structured()
                        : layout.is("EcsLayout") ? json.ecs() : layout.is("GelfLayout") ? json.gelf() : json.json();
        int line = layout.raw("eventTemplate") == null ? layout.line() : layout.line("eventTemplate");
        layout.finish(appender);
        String written = json.writtenBy;
        return written == null
                ? new LayoutConfig(template, line, PatternSyntax.JSON, charset)
                : new LayoutConfig(written + "\n" + template, line, PatternSyntax.STRUCTURED, charset);
    }

    /** One of Spring Boot's formats. */
    private String structured() {
        String format = layout.value("format");
        String name = format == null ? "" : format;
        StructuredSettings settings = document.spring().structured();
        document.spring().reportAbsence(document.findings(), layout.line());
        if (document.spring().isAsked() && !StructuredFormat.isWhole(name, settings)) {
            writtenBy = name;
        } else {
            StructuredFormat.report(name, layout.line(), appender, document.findings());
        }
        return StructuredFormat.template(name, settings, true);
    }

    private String hostName() {
        return document.outside().hostName();
    }

    private String template() {
        String template = eventTemplate();
        JsonTemplate fields = new JsonTemplate();
        List<String> json = new ArrayList<>();
        for (Log4jNode field : layout.take("EventTemplateAdditionalField")) {
            String key = field.required("key", "the field is left out.");
            String value = field.raw("value");
            String text = value == null ? field.takeText() : value;
            boolean isJson = "JSON".equalsIgnoreCase(field.value("format"));
            if (key != null) {
                fields.text(key, document.variables().resolveForEvents(text, field.line()));
                if (isJson) {
                    json.add(key);
                }
            }
            field.finish(appender);
        }
        boolean location = layout.bool("locationInfoEnabled", false, appender);
        boolean stackTrace = layout.bool("stackTraceEnabled", true, appender);
        refuse("eventTemplateRootObjectKey", "the fields stand in the line itself.");
        refuse("stackTraceElementTemplate", "class, method, file and line are written.");
        refuse("stackTraceElementTemplateUri", "class, method, file and line are written.");
        refuse("maxStringLength", "strings are written whole, within maxEvent.");
        refuse("nullEventDelimiterEnabled", "each line ends with a line feed.");
        String delimiter = layout.raw("eventDelimiter");
        if (delimiter != null
                && !List.of("", "\n", "\\n", "${sys:line.separator}").contains(delimiter)) {
            refuse("eventDelimiter", "each line ends with a line feed.");
        }
        layout.accept("truncatedStringSuffix", "recyclerFactory");
        return new JsonTemplate()
                .text("$resolver", "tailrace:log4j")
                .text("template", template)
                .member("location", Boolean.toString(location))
                .member("stackTrace", Boolean.toString(stackTrace))
                .member("fields", fields.end())
                .member("json", JsonTemplate.array(json))
                .end();
    }

    private void refuse(String name, String instead) {
        String value = layout.raw(name);
        if (sent && DELIMITERS.contains(name)) {
            return;
        }
        if (value != null && !value.isEmpty() && !value.equalsIgnoreCase("false")) {
            document.findings()
                    .add(
                            FindingCode.JSON_OPTION,
                            layout.line(name),
                            appender,
                            name + " is not supported for JSON: " + instead,
                            "Remove " + name + ".");
        }
    }

    private String eventTemplate() {
        String inline = layout.raw("eventTemplate");
        String uri = layout.value("eventTemplateUri");
        int line = layout.line(inline == null ? "eventTemplateUri" : "eventTemplate");
        if (inline != null && !inline.isBlank()) {
            return document.variables().resolveForEvents(inline, line);
        }
        String name = uri == null || uri.isEmpty() ? CLASS_PATH + "EcsLayout.json" : uri;
        String resource = name.startsWith(CLASS_PATH)
                ? name.substring(CLASS_PATH.length()).replaceFirst("^/+", "")
                : null;
        String known = resource == null ? null : Log4jTemplates.find(resource, hostName());
        if (known != null) {
            return known;
        }
        String read = read(name, resource, line);
        return read == null
                ? String.valueOf(Log4jTemplates.find("EcsLayout.json", hostName()))
                : document.variables().resolveForEvents(read, line);
    }

    /** A template of the user's own; null, with a finding, when it can't be read. Nothing is fetched from a network. */
    private @Nullable String read(String name, @Nullable String resource, int line) {
        String problem;
        try (InputStream in = resource == null ? open(name) : document.outside().resource(resource)) {
            if (in == null) {
                problem = "it is not there";
            } else {
                byte[] bytes = in.readNBytes(LARGEST_TEMPLATE + 1);
                if (bytes.length <= LARGEST_TEMPLATE) {
                    return new String(bytes, StandardCharsets.UTF_8);
                }
                problem = "it is larger than " + LARGEST_TEMPLATE + " bytes";
            }
        } catch (IOException | RuntimeException e) {
            problem = e.toString();
        }
        document.findings()
                .add(
                        FindingCode.JSON_TEMPLATE,
                        line,
                        appender,
                        "The event template " + FindingText.quote(name) + " can't be read (" + problem
                                + "); that of EcsLayout.json is used.",
                        "Correct eventTemplateUri: a resource of the class path or a file.");
        return null;
    }

    private static @Nullable InputStream open(String name) throws IOException {
        String path =
                name.startsWith("file:") ? name.substring("file:".length()).replaceFirst("^//+", "/") : name;
        Path file = path.contains("://") ? null : Path.of(path);
        return file != null && Files.isRegularFile(file) ? Uninterrupted.stream(file) : null;
    }

    private String ecs() {
        EcsTemplate template = new EcsTemplate();
        template.withKeyValues();
        for (String field : List.of("serviceName", "serviceVersion", "serviceEnvironment", "serviceNodeName")) {
            String value = layout.value(field);
            if (value != null) {
                String name = field.substring("service".length()).replace("NodeName", "node.name");
                template.service(name.toLowerCase(Locale.ROOT), value);
            }
        }
        String dataset = layout.value("eventDataset");
        if (dataset != null) {
            template.dataset(dataset);
        }
        template.includeMarkers(layout.bool("includeMarkers", false, appender));
        template.includeOrigin(layout.bool("includeOrigin", false, appender));
        template.stackTraceAsArray(layout.bool("stackTraceAsArray", false, appender));
        refuse("exceptionPattern", "stack traces are written as the JDK prints them.");
        refuse("mdcSerializer", "the MDC is written as fields of their own.");
        for (Pair pair : pairs()) {
            template.additional(
                    pair.key(),
                    pair.value().contains("%")
                            ? JsonTemplate.value(
                                    "pattern",
                                    "pattern",
                                    JsonTemplate.quote(pair.value()),
                                    "stackTraceEnabled",
                                    "false")
                            : JsonTemplate.quote(pair.value()));
        }
        return template.end();
    }

    /** A {@code <KeyValuePair>}. */
    private record Pair(String key, String value) {}

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Log4jNode node : layout.take("KeyValuePair")) {
            String key = node.required("key", "the field is left out.");
            String value = node.raw("value");
            if (key != null) {
                pairs.add(new Pair(
                        key, document.variables().resolveForEvents(value == null ? "" : value, node.line("value"))));
            }
            node.finish(appender);
        }
        return pairs;
    }

    private String gelf() {
        JsonTemplate template = new JsonTemplate();
        String host = layout.value("host");
        template.text("version", "1.1")
                .text("host", host == null || host.isEmpty() ? hostName() : host)
                .resolver("timestamp", "tailrace:seconds")
                .resolver("level", "level", "field", "\"severity\"", "severity", "{\"field\":\"code\"}")
                .resolver("_thread", "thread")
                .resolver("_logger", "logger");
        pairs().forEach(pair -> template.text("_" + pair.key(), pair.value()));
        String prefix = layout.value("threadContextPrefix");
        if (layout.bool("includeThreadContext", true, appender)) {
            template.members(
                    "mdc", "flatten", "{\"prefix\":" + JsonTemplate.quote("_" + (prefix == null ? "" : prefix)) + "}");
        }
        if (layout.bool("includeStacktrace", true, appender)) {
            template.resolver(
                    "full_message", "exception", "field", "\"stackTrace\"", "stackTrace", "{\"stringified\":true}");
        } else {
            template.resolver("full_message", "tailrace:throwableText");
        }
        template.resolver("short_message", "message");
        String compression = layout.value("compressionType");
        if (compression != null && !compression.equalsIgnoreCase("OFF")) {
            refuse("compressionType", "lines are written as they are.");
        }
        for (String name : List.of("threadContextIncludes", "threadContextExcludes", "messagePattern")) {
            refuse(name, "all of the MDC, and the message as it is, are written.");
        }
        refuse("includeNullDelimiter", "each line ends with a line feed.");
        refuse("omitEmptyFields", "empty fields are written.");
        layout.accept(
                "compressionThreshold",
                "includeNewLineDelimiter",
                "includeMapMessage",
                "mapMessageIncludes",
                "mapMessageExcludes",
                "mapPrefix");
        return envelope(template.end(), false);
    }

    /** Log4j's older JsonLayout. */
    private String json() {
        boolean properties = layout.bool("properties", false, appender);
        boolean location = layout.bool("locationInfo", false, appender);
        boolean asText = layout.bool("stacktraceAsString", false, appender);
        boolean stackTrace = layout.bool("includeStacktrace", true, appender);
        JsonTemplate template = new JsonTemplate();
        if (layout.bool("includeTimeMillis", false, appender)) {
            template.resolver("timeMillis", "timestamp", "epoch", "{\"unit\":\"millis\",\"rounded\":true}");
        } else {
            template.member("instant", Log4jTemplates.instant());
        }
        template.resolver("thread", "thread")
                .resolver("level", "level")
                .resolver("loggerName", "logger")
                .resolver("marker", "tailrace:markerObject")
                .resolver("message", "message")
                .resolver(
                        "thrown",
                        "tailrace:thrown",
                        "stackTrace",
                        JsonTemplate.quote(!stackTrace ? "none" : asText ? "text" : "frames"));
        if (properties) {
            template.resolver("contextMap", "tailrace:contextMap");
        }
        template.member("endOfBatch", "false")
                .resolver("loggerFqcn", "logger", "field", "\"fqcn\"")
                .resolver("threadId", "thread", "field", "\"id\"")
                .resolver("threadPriority", "thread", "field", "\"priority\"");
        if (location) {
            template.member("source", Log4jTemplates.source("class", "method", "file", "line"));
        }
        for (Pair pair : pairs()) {
            template.text(pair.key(), pair.value());
        }
        layout.accept("compact", "eventEol", "endOfLine", "objectMessageAsJsonObject", "header", "footer");
        refuse("complete", "each line is an object of its own.");
        refuse("propertiesAsList", "the MDC is written as an object.");
        refuse("includeNullDelimiter", "each line ends with a line feed.");
        return envelope(template.end(), location);
    }

    private static String envelope(String template, boolean location) {
        return new JsonTemplate()
                .text("$resolver", "tailrace:log4j")
                .text("template", template)
                .member("location", Boolean.toString(location))
                .end();
    }
}
