package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.TargetDraft;
import dev.tailrace.config.dialect.TargetKind;
import dev.tailrace.config.json.GelfTemplate;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.PatternSyntax;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code <Ship>}, and Log4j's and others' appenders that send to a network, into a target. Not thread-safe. */
final class Log4jTargets {
    /** A message alone, as Log4j's syslog has it. */
    private static final String MESSAGE = "%m%ex{none}";

    private static final Pattern CONTEXT_KEY = Pattern.compile("\\$\\$?\\{ctx:([^}:]+)}");

    private final Log4jNode node;
    private final Log4jDocument document;
    private final String name;
    private final TargetDraft draft;

    private Log4jTargets(Log4jNode node, Log4jDocument document, String name) {
        this.node = node;
        this.document = document;
        this.name = name;
        this.draft = new TargetDraft(document.outside(), document.findings(), name, node.line());
    }

    /** Whether an appender sends to a network; one that refers to others is a stranger of the same name. */
    static boolean isTarget(Log4jNode node) {
        return node.is("Ship", "Socket", "Syslog", "TLSSyslog", "Gelf", "OpenTelemetry", "Kafka")
                && node.children().stream().noneMatch(each -> each.is("AppenderRef", "appender-ref"));
    }

    static TargetDraft.Sent read(Log4jNode node, Log4jDocument document, String name) {
        return new Log4jTargets(node, document, name).read();
    }

    private TargetDraft.Sent read() {
        LayoutConfig lines = node.is("Ship")
                ? own()
                : node.is("Socket")
                        ? socket()
                        : node.is("Gelf")
                                ? gelf()
                                : node.is("OpenTelemetry") ? telemetry() : node.is("Kafka") ? kafka() : syslog();
        return draft.end(lines);
    }

    private LayoutConfig own() {
        String word = node.value("target");
        draft.kind(word == null ? "" : word);
        ssl();
        TargetKind kind = draft.kind();
        Set<String> names = new LinkedHashSet<>(List.of("address", "directory", "cap"));
        names.addAll(kind == null ? List.of() : kind.options());
        names.addAll(node.names());
        for (String each : names) {
            if (!List.of("name", "target", "type", "ignoreexceptions").contains(each.toLowerCase(Locale.ROOT))) {
                String option = kind == null ? each : kind.option(each);
                ifGiven(each, (text, line) -> draft.option(option, text, line));
            }
        }
        boolean layout = hasLayout();
        if (kind == TargetKind.OTLP) {
            if (layout) {
                draft.refuse("A layout", node.line(), "a record's body is the message.");
            }
            return standard();
        }
        if (draft.hasSource(layout)) {
            return standard();
        }
        if (kind == TargetKind.GELF) {
            String json = GelfTemplate.of(
                    (option, otherwise) -> draft.taken(option, otherwise, layout),
                    document.outside().hostName());
            return layout ? Log4jLayout.of(node, document, name) : json(json);
        }
        return kind == TargetKind.SYSLOG && !layout
                ? new LayoutConfig(MESSAGE, 0, PatternSyntax.LOG4J, null)
                : Log4jLayout.of(node, document, name);
    }

    private interface Taker {
        void take(String text, int line);
    }

    private void ifGiven(String option, Taker taker) {
        String text = node.value(option);
        if (text != null && !text.isEmpty()) {
            taker.take(text, node.line(option));
        }
    }

    /** The options that {@link TargetDraft#foreign} knows. */
    private void foreign(String type, TargetKind kind) {
        draft.foreign(type, kind);
        draft.foreignNames().forEach(each -> ifGiven(each, (text, line) -> draft.foreign(each, text, line)));
    }

    private boolean hasLayout() {
        return node.children().stream().anyMatch(Log4jTargets::isLayout);
    }

    private static boolean isLayout(Log4jNode child) {
        return child.type().toLowerCase(Locale.ROOT).endsWith("layout");
    }

    private static LayoutConfig standard() {
        return new LayoutConfig(Configuration.DEFAULT_PATTERN, 0, PatternSyntax.LOGBACK, null);
    }

    private LayoutConfig json(String template) {
        return new LayoutConfig(template, node.line(), PatternSyntax.JSON, null);
    }

    /** Host, port and protocol as Log4j's socket appenders have them: without a port its manager takes 4560, for syslog, too. */
    private void socket(String type, TargetKind kind, String protocolByDefault) {
        String given = node.value("protocol");
        draft.host("localhost");
        foreign(type, kind);
        draft.transport(given == null || given.isEmpty() ? protocolByDefault : given.toLowerCase(Locale.ROOT), "4560");
        node.take("SocketOptions")
                .forEach(each -> draft.refuse("<SocketOptions>", each.line(), "sockets have the system's defaults."));
        ssl();
    }

    private void ssl() {
        for (Log4jNode ssl : node.take("Ssl")) {
            store(ssl, "TrustStore", "trustStore");
            store(ssl, "KeyStore", "keyStore");
            ssl.accept("protocol", "verifyHostName");
            ssl.finish(name);
        }
    }

    private void store(Log4jNode ssl, String type, String option) {
        for (Log4jNode store : ssl.take(type)) {
            String location = store.value("location");
            String variable = store.value("passwordEnvironmentVariable");
            String password = variable == null
                    ? store.value("password")
                    : document.outside().environment(variable);
            if (location != null) {
                draft.option(option, location, store.line());
            }
            if (password != null) {
                draft.option(option + "Password", password, store.line());
            }
            if (store.value("passwordFile") != null) {
                draft.refuse("passwordFile", store.line(), "the store is opened without a password.");
            }
            store.accept("type", "keyManagerFactoryAlgorithm", "trustManagerFactoryAlgorithm");
            store.finish(name);
        }
    }

    private LayoutConfig socket() {
        boolean nul = false;
        boolean gelf = false;
        for (Log4jNode child : node.children()) {
            if (isLayout(child)) {
                nul |= child.bool("includeNullDelimiter", false, name)
                        || child.bool("nullEventDelimiterEnabled", false, name);
                gelf |= child.is("GelfLayout");
            }
        }
        boolean datagrams = "udp".equalsIgnoreCase(node.value("protocol"));
        boolean framed = gelf && (nul || datagrams);
        socket("socket", framed ? TargetKind.GELF : TargetKind.LINES, "tcp");
        if (framed) {
            if (datagrams) {
                String compression = node.children().stream()
                        .filter(each -> each.is("GelfLayout"))
                        .map(each -> each.value("compressionType"))
                        .filter(each -> each != null && !each.isEmpty())
                        .findFirst()
                        .orElse("gzip");
                draft.option("compression", compression.equalsIgnoreCase("OFF") ? "none" : compression, node.line());
            }
        } else if (nul) {
            draft.option("framing", "nul", node.line());
        }
        return Log4jLayout.of(node, document, name);
    }

    private LayoutConfig syslog() {
        boolean rfc = "RFC5424".equalsIgnoreCase(node.value("format"));
        boolean newLine = node.bool("newLine", false, name);
        draft.option("format", rfc ? "rfc5424" : "bsd", node.line());
        draft.option("facility", "local0", node.line());
        socket("syslog", TargetKind.SYSLOG, node.is("TLSSyslog") ? "ssl" : "tcp");
        String protocol = String.valueOf(node.value("protocol"));
        if (!protocol.equalsIgnoreCase("udp")
                && (newLine || !(node.is("TLSSyslog") || protocol.equalsIgnoreCase("ssl")))) {
            draft.option("framing", "newline", node.line());
        }
        if (rfc) {
            context();
        } else {
            node.accept("includeMDC", "mdcIncludes", "mdcId", "enterpriseNumber");
        }
        node.take("LoggerFields").stream()
                .findFirst()
                .ifPresent(each ->
                        draft.refuse("<LoggerFields>", each.line(), "structured data are the entries of the MDC."));
        String exception = node.raw("exceptionPattern");
        String pattern = exception == null || exception.isEmpty() || !rfc
                ? MESSAGE
                : "%m%notEmpty{%n" + document.variables().resolveForEvents(exception, node.line("exceptionPattern"))
                        + "}";
        if (hasLayout()) {
            return Log4jLayout.of(node, document, name);
        }
        return new LayoutConfig(pattern, node.line(), PatternSyntax.LOG4J, null);
    }

    /** Log4j writes the MDC as structured data unless the configuration says otherwise. */
    private void context() {
        String includes = node.value("mdcIncludes");
        boolean all = includes == null || includes.isEmpty();
        draft.option(
                "mdc",
                !node.bool("includeMDC", true, name) ? "none" : all ? "*" : String.valueOf(includes),
                node.line());
        String id = node.value("mdcId");
        String number = node.value("enterpriseNumber");
        draft.option(
                "mdcId",
                (id == null || id.isEmpty() ? "mdc" : id) + "@"
                        + (number == null || number.isEmpty() ? "18060" : number),
                node.line());
    }

    private LayoutConfig telemetry() {
        draft.ofSdk();
        draft.option("mdc", "none", node.line());
        foreign("telemetry", TargetKind.OTLP);
        // A layout has no effect there.
        node.children().stream().filter(Log4jTargets::isLayout).forEach(Log4jNode::take);
        return standard();
    }

    /** Log4j's appender: without a layout its records are messages, and without a key they have none. */
    private LayoutConfig kafka() {
        foreign("kafka", TargetKind.KAFKA);
        draft.eventTime(node.bool("eventTimestamp", true, name), "eventTimestamp", node.line("eventTimestamp"));
        String key = node.raw("key");
        Matcher entry = CONTEXT_KEY.matcher(String.valueOf(key));
        draft.option("key", entry.matches() ? "mdc:" + entry.group(1) : "none", node.line());
        if (key != null && !key.isEmpty() && !entry.matches()) {
            draft.refuse("key", node.line("key"), "records have no key; an entry of the context is possible.");
        }
        for (Log4jNode property : node.take("Property")) {
            String setting = property.required("name", "it is left out.");
            String text = property.value("value");
            String given = text == null ? document.variables().resolve(property.takeText(), property.line()) : text;
            if (setting != null) {
                draft.producer(setting, given.strip(), property.line());
            }
            property.finish(name);
        }
        return hasLayout()
                ? Log4jLayout.of(node, document, name)
                : new LayoutConfig(MESSAGE, 0, PatternSyntax.LOG4J, null);
    }

    /** Logstash-gelf's appender, and Graylog's, which has a server. */
    private LayoutConfig gelf() {
        String given = node.value("server");
        String other = node.value("host");
        String host = given != null ? given : other == null ? "localhost" : other;
        boolean tcp = host.startsWith("tcp:") || "TCP".equalsIgnoreCase(node.value("protocol"));
        foreign("gelf", TargetKind.GELF);
        draft.transport(tcp ? "tcp" : "udp", "");
        draft.host(host.replaceFirst("^(tcp|udp):(//)?", ""));
        if (!tcp) {
            draft.option("compression", "gzip", node.line());
        }
        String origin = node.value(given == null ? "originHost" : "hostName");
        boolean named = origin != null && !origin.isEmpty() && !origin.contains("%");
        GelfTemplate gelf = new GelfTemplate(
                named ? String.valueOf(origin) : document.outside().hostName());
        JsonTemplate template = gelf.template();
        template.resolver("short_message", "message").resolver("full_message", "tailrace:stackTrace");
        boolean fullMdc =
                node.bool("includeFullMdc", given != null, name) || node.bool("includeThreadContext", false, name);
        gelf.mdc(fullMdc ? "all" : "none");
        for (Log4jNode field : node.take("Field", "KeyValuePair")) {
            field(field, template);
        }
        for (Log4jNode dynamic : node.take("DynamicMdcFields", "DynamicMdcFieldTypes")) {
            draft.refuse("<" + dynamic.type() + ">", dynamic.line(), "name the fields by elements inside.");
        }
        node.children().stream().filter(Log4jTargets::isLayout).forEach(Log4jNode::take);
        return json(new JsonTemplate()
                .text("$resolver", "tailrace:log4j")
                .text("template", template.end())
                .member("location", "true")
                .end());
    }

    /** A field with a pattern, a text or an entry of the MDC. */
    private void field(Log4jNode field, JsonTemplate template) {
        String key = field.required(field.is("Field") ? "name" : "key", "the field is left out.");
        String pattern = field.raw("pattern");
        String literal = field.raw(field.is("Field") ? "literal" : "value");
        String entry = field.value("mdc");
        if (key != null && pattern != null) {
            template.resolver(
                    "_" + key,
                    "pattern",
                    "pattern",
                    JsonTemplate.quote(document.variables().resolveForEvents(pattern, field.line())),
                    "stackTraceEnabled",
                    "false");
        } else if (key != null && entry != null) {
            template.resolver("_" + key, "mdc", "key", JsonTemplate.quote(entry));
        } else if (key != null && literal != null) {
            template.text("_" + key, document.variables().resolveForEvents(literal, field.line()));
        }
        field.finish(name);
    }
}
