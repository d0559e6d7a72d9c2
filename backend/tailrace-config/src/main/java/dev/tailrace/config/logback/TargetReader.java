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
    private final List<String> destinations = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private String transport = "tcp";
    private String host = "";
    private String port = "";
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
            case LOGSTASH_TCP_APPENDER -> draft.kind(TargetKind.LINES);
            case LOGSTASH_UDP_APPENDER -> {
                draft.kind(TargetKind.LINES);
                transport = "udp";
                port = "514";
            }
            case SYSLOG_APPENDER -> {
                draft.kind(TargetKind.SYSLOG);
                transport = "udp";
                draft.option("format", "bsd", element.line());
            }
            case GELF_TCP_APPENDER -> draft.kind(TargetKind.GELF);
            case GELF_TLS_APPENDER -> {
                draft.kind(TargetKind.GELF);
                transport = "tls";
            }
            case GELF_UDP_APPENDER -> {
                draft.kind(TargetKind.GELF);
                transport = "udp";
                draft.option("compression", "zlib", element.line());
            }
            case TELEMETRY_APPENDER -> {
                draft.kind(TargetKind.OTLP);
                draft.ofSdk();
                draft.option("mdc", "none", element.line());
            }
            case LOKI_APPENDER -> draft.kind(TargetKind.OTLP);
            default -> {
                // A ShipAppender says it all itself.
            }
        }
    }

    /** Whether the option is one of the appender's own. */
    boolean option(Element option) {
        String name = option.optionName();
        return switch (part) {
            case SHIP_APPENDER -> own(option, name);
            case LOGSTASH_TCP_APPENDER, LOGSTASH_UDP_APPENDER -> layout(option, name) || logstash(option, name);
            case SYSLOG_APPENDER -> syslog(option, name);
            case GELF_TCP_APPENDER, GELF_TLS_APPENDER, GELF_UDP_APPENDER -> layout(option, name) || gelf(option, name);
            case TELEMETRY_APPENDER -> telemetry(option, name);
            default -> loki(option, name);
        };
    }

    private void set(String name, Element option) {
        draft.option(name, text(option), option.textLine());
    }

    /** The text of an option that is nothing but text. */
    private String text(Element option) {
        option.children().forEach(each -> UnknownNames.reportOption(values, each, option, appender));
        return values.text(option);
    }

    private boolean layout(Element option, String name) {
        switch (name) {
            case "encoder" -> patterns.encoder(option);
            case "layout" -> patterns.layout(option);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean own(Element option, String name) {
        switch (name) {
            case "target" -> draft.kind(values.text(option));
            case "address" -> draft.address(values.text(option), option.textLine());
            case "directory" -> draft.directory(values.text(option), option.textLine());
            case "cap" -> draft.cap(values.text(option), option.textLine());
            case "ssl" -> ssl(option);
            default -> {
                if (!layout(option, name)) {
                    set(name, option);
                }
            }
        }
        return true;
    }

    private boolean logstash(Element option, String name) {
        switch (name) {
            case "destination" -> destinations.add(values.text(option));
            case "remoteHost", "host", "syslogHost" -> host = values.text(option);
            case "port" -> port = values.text(option);
            case "connectionTimeout" -> set("connectTimeout", option);
            case "writeTimeout" -> set("writeTimeout", option);
            case "ssl" -> {
                transport = "tls";
                ssl(option);
            }
            case "connectionStrategy" -> strategy(option);
            case "reconnectionDelay",
                    "initialSendDelay",
                    "keepAliveDuration",
                    "keepAliveMessage",
                    "keepAliveCharset",
                    "writeBufferSize",
                    "secondaryConnectionTTL",
                    "ringBufferSize",
                    "queueSize",
                    "waitStrategyType",
                    "producerType",
                    "daemon",
                    "threadNameFormat",
                    "threadNamePattern",
                    "includeCallerData",
                    "addDefaultStatusListener",
                    "droppedWarnFrequency",
                    "appendTimeout",
                    "appendRetryFrequency",
                    "shutdownGracePeriod",
                    "lazy" -> {
                // The row of files takes the place of queues, and the sender connects as it needs to.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void strategy(Element option) {
        if (option.children().stream().anyMatch(each -> !each.is("preferPrimary"))) {
            draft.refuse(
                    "connectionStrategy",
                    option.line(),
                    "lines go to the first destination that takes a connection, in the order that is given.");
        }
    }

    /** A trust store and a key store, as Logback's appenders have them. */
    private void ssl(Element ssl) {
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

    private boolean syslog(Element option, String name) {
        switch (name) {
            case "syslogHost" -> host = values.text(option);
            case "port" -> port = values.text(option);
            case "facility" -> set("facility", option);
            case "suffixPattern" -> patterns.pattern(option);
            case "charset" -> patterns.charset(option);
            case "throwableExcluded" ->
                withoutThrowable = values.option(option, appender).bool(false);
            case "stackTracePattern" -> draft.refuse(name, option.line(), "a stack trace is sent with its event.");
            case "maxMessageSize", "lazy" -> {
                // A datagram takes 64 KiB at most, whatever is asked for.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean gelf(Element option, String name) {
        switch (name) {
            case "graylogHost" -> host = values.text(option);
            case "graylogPort" -> port = values.text(option);
            case "connectTimeout" -> set("connectTimeout", option);
            case "socketTimeout" -> set("writeTimeout", option);
            case "maxChunkSize" -> set("chunk", option);
            case "useCompression" ->
                draft.option(
                        "compression", values.option(option, appender).bool(true) ? "zlib" : "none", option.line());
            case "compressionMethod" -> set("compression", option);
            case "insecure" -> {
                if (values.option(option, appender).bool(false)) {
                    draft.refuse(name, option.line(), "certificates are checked; name a trustStore in <ssl>.");
                }
            }
            case "ssl" -> ssl(option);
            case "reconnectInterval",
                    "maxRetries",
                    "retryDelay",
                    "poolSize",
                    "poolMaxWaitTime",
                    "poolMaxIdleTime",
                    "messageIdSupplier" -> {
                // The sender has one connection, and tries again until the target takes what waits.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean telemetry(Element option, String name) {
        switch (name) {
            case "captureMdcAttributes" -> {
                String names = text(option);
                draft.option("mdc", names.isEmpty() ? "none" : names, option.textLine());
            }
            case "captureCodeAttributes" -> set("location", option);
            case "captureExperimentalAttributes",
                    "captureKeyValuePairAttributes",
                    "captureEventName",
                    "numLogsCapturedBeforeOtelInstall",
                    "immediateFlush" -> {
                // Thread and pairs are always sent, and nothing waits for an SDK.
            }
            case "captureMarkerAttribute",
                    "captureLoggerContext",
                    "captureTemplate",
                    "captureArguments",
                    "captureLogstashMarkerAttributes",
                    "captureLogstashStructuredArguments" -> {
                if (values.option(option, appender).bool(false)) {
                    draft.refuse(name, option.line(), "its attributes are not sent.");
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean loki(Element option, String name) {
        switch (name) {
            case "http" -> document.eachOption(option, this::lokiHttp);
            case "url" -> lokiUrl(option);
            case "format", "labels", "label", "structuredMetadata", "message" -> {
                if (name.equals("format") || name.startsWith("label")) {
                    labels(option);
                }
                if (!labelled) {
                    labelled = true;
                    draft.refuse(
                            name,
                            option.line(),
                            "records have level, logger, thread, MDC and message as OTLP has them; Loki makes its labels"
                                    + " of service.name and other resource attributes.");
                }
            }
            default -> {
                return List.of("batch sendQueueMaxBytes batchMaxItems batchMaxBytes batchTimeoutMs maxRetries"
                                        .split(" "))
                                .contains(name)
                        || name.matches("(min|max)Retry.*|drop.*|verbose|metricsEnabled|drainOnStop|use.*|internal.*"
                                + "|readMarkers|.*Ms");
            }
        }
        return true;
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
            case "requestTimeoutMs", "requestTimeout" -> set("timeout", option);
            default -> {
                // Which library sends, and how many connections it has.
            }
        }
    }

    /** Loki takes OTLP beside its own protocol. */
    private void lokiUrl(Element option) {
        String url = values.text(option);
        Matcher path = LOKI_PATH.matcher(url);
        draft.address(
                path.find()
                        ? url.substring(0, path.start()) + "/otlp/v1/logs"
                        : url.replaceFirst("/$", "") + "/otlp/v1/logs",
                option.textLine());
    }

    private void labels(Element option) {
        Matcher service = LOKI_SERVICE.matcher(allText(option));
        if (service.find()) {
            draft.option("serviceName", service.group(1), option.line());
        }
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
        String hosts = destinations.isEmpty()
                ? host + (host.isEmpty() || port.isEmpty() ? "" : ":" + port)
                : String.join(",", destinations);
        if (!hosts.isEmpty()) {
            draft.address(transport + "://" + hosts, element.line());
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
