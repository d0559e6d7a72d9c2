package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.TargetDraft;
import dev.tailrace.config.dialect.TargetKind;
import dev.tailrace.config.json.GelfTemplate;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.OptionValue;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.xml.Element;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the options of a ShipAppender, and of appenders of others that send to a network, into a target. Not thread-safe. */
final class TargetReader {
    /** Logback's pattern for syslog. */
    private static final String SYSLOG_PATTERN = "[%thread] %logger %msg";

    private static final Pattern LOKI_PATH = Pattern.compile("/(loki/)?api/(v1|prom)/push/?$");
    private static final Pattern LOKI_SERVICE = Pattern.compile(
            "(?:^|[\\s,|;])(?:service_name|service|application|app|job)\\s*=\\s*([^,|;\\s%]+)(?=[\\s,|;]|$)");

    private final Document document;
    private final ElementValues values;
    private final Element element;
    private final Part part;
    private final String appender;
    private final PatternReader patterns;
    private final TargetDraft draft;
    private final List<String> headers = new ArrayList<>();
    private boolean withoutThrowable;
    private boolean labelled;

    TargetReader(Document document, Element element, Part part, String appender, PatternReader patterns) {
        this.document = document;
        this.values = document.values();
        this.element = element;
        this.part = part;
        this.appender = appender;
        this.patterns = patterns;
        this.draft = new TargetDraft(values.variables().outside(), values.findings(), appender, element.line());
        switch (part) {
            case LOGSTASH_TCP_APPENDER -> foreign("logstash", TargetKind.LINES, "tcp");
            case LOGSTASH_UDP_APPENDER -> foreign("logstash", TargetKind.LINES, "udp");
            case SYSLOG_APPENDER -> {
                foreign("syslogappender", TargetKind.SYSLOG, "udp");
                draft.option("format", "bsd", element.line());
            }
            case GELF_TCP_APPENDER -> foreign("logback-gelf", TargetKind.GELF, "tcp");
            case GELF_TLS_APPENDER -> foreign("logback-gelf", TargetKind.GELF, "tls");
            case GELF_UDP_APPENDER -> {
                foreign("logback-gelf", TargetKind.GELF, "udp");
                draft.option("compression", "zlib", element.line());
            }
            case TELEMETRY_APPENDER -> {
                foreign("telemetry", TargetKind.OTLP, "");
                draft.ofSdk();
                draft.option("mdc", "none", element.line());
            }
            case LOKI_APPENDER -> foreign("loki", TargetKind.OTLP, "");
            case KAFKA_APPENDER -> {
                foreign("kafka", TargetKind.KAFKA, "tcp");
                draft.option("key", "none", element.line());
            }
            default -> {
                // A ShipAppender says it all itself.
            }
        }
    }

    private void foreign(String type, TargetKind kind, String transport) {
        draft.foreign(type, kind);
        draft.transport(transport, part == Part.LOGSTASH_UDP_APPENDER ? "514" : "");
    }

    /** Whether the option is one of the appender's own. */
    boolean option(Element option) {
        String name = option.optionName();
        if (isSpecial(name)) {
            special(option, name);
            return true;
        }
        if (part != Part.SHIP_APPENDER) {
            return draft.foreign(name, text(option), option.textLine());
        }
        draft.option(name, text(option), option.textLine());
        return true;
    }

    /** The text of an option that is nothing but text. */
    private String text(Element option) {
        option.children().forEach(each -> UnknownNames.reportOption(values, each, option, appender));
        return values.text(option);
    }

    /** Whether the appender has this option, which is more than a text. */
    private boolean isSpecial(String name) {
        boolean loki = part == Part.LOKI_APPENDER;
        boolean syslog = part == Part.SYSLOG_APPENDER;
        boolean kafka = part == Part.KAFKA_APPENDER;
        return switch (name) {
            case "encoder", "layout", "ssl" -> !loki && !syslog && part != Part.TELEMETRY_APPENDER;
            case "connectionStrategy" -> part == Part.LOGSTASH_TCP_APPENDER;
            case "useCompression" -> part == Part.GELF_UDP_APPENDER;
            case "producerConfig", "keyingStrategy", "deliveryStrategy", "appendTimestamp" -> kafka;
            case "suffixPattern", "charset", "throwableExcluded" -> syslog;
            case "http", "url", "batch", "format", "labels", "label", "structuredMetadata", "message" -> loki;
            default -> false;
        };
    }

    private void special(Element option, String name) {
        switch (name) {
            case "encoder" -> patterns.encoder(option);
            case "layout" -> patterns.layout(option);
            case "ssl" -> ssl(option);
            case "connectionStrategy" -> {
                if (option.children().stream().anyMatch(each -> !each.is("preferPrimary"))) {
                    draft.refuse(name, option.line(), "lines go to the first destination that takes a connection.");
                }
            }
            case "useCompression" ->
                draft.option(
                        "compression", values.option(option, appender).bool(true) ? "zlib" : "none", option.line());
            case "suffixPattern" -> patterns.pattern(option);
            case "charset" -> patterns.charset(option);
            case "throwableExcluded" ->
                withoutThrowable = values.option(option, appender).bool(false);
            case "producerConfig" -> producer(option);
            case "keyingStrategy" -> key(option);
            case "appendTimestamp" ->
                draft.eventTime(values.option(option, appender).bool(true), name, option.line());
            case "http" -> document.eachOption(option, this::lokiHttp);
            case "url" -> lokiHttp(option);
            case "batch", "deliveryStrategy" -> {
                // The sender has its own ways.
            }
            default -> labels(option, name);
        }
    }

    /** A trust store and a key store, as Logback's appenders have them. */
    private void ssl(Element ssl) {
        draft.transport("tls", "");
        document.eachOption(ssl, option -> {
            boolean trust = option.is("trustStore");
            if (!trust && !option.is("keyStore")) {
                draft.refuse("<" + option.name() + "> of <ssl>", option.line(), "the JDK's settings are used.");
                return;
            }
            InnerOptions store =
                    InnerOptions.of(document, option, appender, "location", "password", "type", "provider");
            store(store.get("location"), trust ? "trustStore" : "keyStore");
            store(store.get("password"), trust ? "trustStorePassword" : "keyStorePassword");
        });
    }

    private void store(OptionValue value, String name) {
        if (!value.isMissing()) {
            draft.option(
                    name,
                    value.text().replaceFirst("^file:(//)?", ""),
                    value.option().line());
        }
    }

    private void producer(Element option) {
        String[] pair = text(option).split("=", 2);
        if (pair.length == 2) {
            draft.producer(pair[0].strip(), pair[1].strip(), option.textLine());
        } else {
            draft.refuse("<producerConfig> without an equals sign", option.line(), "it is left out.");
        }
    }

    /** A strategy that is the application's own has no place here. */
    private void key(Element option) {
        String strategy = String.valueOf(values.attribute(option, "class"));
        switch (strategy.substring(strategy.lastIndexOf('.') + 1).replace("KeyingStrategy", "")) {
            case "NoKey", "RoundRobin" -> draft.option("key", "none", option.line());
            case "HostName", "ContextName" -> draft.option("key", "log", option.line());
            case "LoggerName" -> draft.option("key", "logger", option.line());
            case "ThreadName" -> draft.option("key", "thread", option.line());
            default -> draft.refuse("keyingStrategy", option.line(), "records have no key.");
        }
    }

    private void lokiHttp(Element option) {
        switch (option.optionName()) {
            case "url" -> lokiUrl(option);
            case "tenantId" -> headers.add("X-Scope-OrgID=" + values.text(option));
            case "auth" -> {
                InnerOptions auth = InnerOptions.of(document, option, appender, "username", "password");
                String both =
                        auth.get("username").text() + ":" + auth.get("password").text();
                headers.add("Authorization=Basic "
                        + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8)));
            }
            case "requestTimeoutMs", "requestTimeout" -> draft.option("timeout", text(option), option.textLine());
            default -> {
                // Which library sends, and how many connections it has.
            }
        }
    }

    /** Loki takes OTLP beside its own protocol. */
    private void lokiUrl(Element option) {
        String url = values.text(option);
        Matcher path = LOKI_PATH.matcher(url);
        String base = path.find() ? url.substring(0, path.start()) : url.replaceFirst("/$", "");
        draft.option("address", base + "/otlp/v1/logs", option.textLine());
    }

    private void labels(Element option, String name) {
        Matcher service = LOKI_SERVICE.matcher(allText(option));
        if (!name.equals("message") && service.find()) {
            draft.option("serviceName", service.group(1), option.line());
        }
        if (!labelled) {
            draft.refuse(
                    name,
                    option.line(),
                    "records have level, logger, thread, MDC and message as OTLP has them; Loki makes its labels of"
                            + " service.name and other resource attributes.");
        }
        labelled = true;
    }

    private String allText(Element option) {
        StringBuilder text = new StringBuilder(values.text(option));
        option.children().forEach(each -> text.append('\n').append(allText(each)));
        return text.toString();
    }

    /** Call when all options were read. */
    TargetDraft.Sent read() {
        if (!headers.isEmpty()) {
            draft.option("headers", String.join(",", headers), element.line());
        }
        return draft.end(lines());
    }

    private LayoutConfig lines() {
        TargetKind kind = draft.kind();
        if (kind == TargetKind.OTLP) {
            if (patterns.isRead()) {
                draft.refuse("A layout", element.line(), "a record's body is the message.");
            }
            return new LayoutConfig(Configuration.DEFAULT_PATTERN, 0, PatternSyntax.LOGBACK, null);
        }
        if (draft.hasSource(patterns.isRead())) {
            return new LayoutConfig(Configuration.DEFAULT_PATTERN, 0, PatternSyntax.LOGBACK, null);
        }
        if (kind == TargetKind.GELF) {
            if (part == Part.SHIP_APPENDER) {
                String json = GelfTemplate.of(
                        (name, otherwise) -> draft.taken(name, otherwise, patterns.isRead()),
                        values.variables().outside().hostName());
                if (!patterns.isRead()) {
                    return new LayoutConfig(json, element.line(), PatternSyntax.JSON, null);
                }
            } else if (!patterns.isRead()) {
                Element encoder = new Element("encoder", element.file(), element.line());
                encoder.attributes().put("class", "de.siegmar.logbackgelf.GelfEncoder");
                patterns.encoder(encoder);
            }
        }
        String pattern =
                kind == TargetKind.SYSLOG && !patterns.isRead() ? SYSLOG_PATTERN : patterns.pattern(element.line());
        return new LayoutConfig(
                withoutThrowable ? pattern + "%nopex" : pattern,
                patterns.line(),
                patterns.syntax(),
                patterns.charset());
    }
}
