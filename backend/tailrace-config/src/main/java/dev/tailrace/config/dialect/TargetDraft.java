package dev.tailrace.config.dialect;

import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import dev.tailrace.finding.Nearest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A target as either dialect reads it, before it is checked. Values may be secrets: no finding repeats one. Not thread-safe. */
public final class TargetDraft {
    private static final String TO_CONSOLE = " The appender's events go to the console.";
    private static final long LEAST_CAP = 2 * TargetConfig.FILE_BYTES;
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^\\s:/@\\[\\]]+)(?::([0-9]{1,5}))?/?");

    /** Spring Boot 4's prefix, and 3.5's. */
    private static final List<String> BOOT =
            List.of("management.opentelemetry.logging.export.otlp.", "management.otlp.logging.");

    private record Given(String text, int line) {}

    /** Where an appender writes, and how. */
    public record Sent(DestinationConfig destination, LayoutConfig layout) {}

    private final PropertySource outside;
    private final Findings findings;
    private final String appender;
    private final int line;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private Map<String, String> foreign = Map.of();
    private @Nullable TargetKind kind;
    private String kindGiven = "";
    private String directory;
    private long cap = TargetConfig.CAP;
    private String transport = "tcp";
    private String host = "";
    private String port = "";
    private String hosts = "";
    private boolean ofSdk;

    public TargetDraft(PropertySource outside, Findings findings, String appender, int line) {
        this.outside = outside;
        this.findings = findings;
        this.appender = appender;
        this.line = line;
        this.directory = directory(appender);
    }

    /** The directory of a target that names none. */
    static String directory(String appender) {
        return "tailrace-ship/" + folder(appender);
    }

    /** A name of an appender as one of a directory. */
    private static String folder(String appender) {
        String plain = appender.replaceAll("[^A-Za-z0-9._-]", "_");
        String cut = plain.substring(0, Math.min(100, plain.length()));
        boolean same = cut.equals(appender) && !cut.startsWith(".");
        return same ? cut : "_" + cut + "-" + Integer.toHexString(appender.hashCode());
    }

    /** Takes an appender that {@link ForeignAppenders} knows. */
    public void foreign(String type, TargetKind known) {
        foreign = ForeignAppenders.options(type);
        kind = known;
    }

    /** The names of options that its foreign appender has. */
    public Set<String> foreignNames() {
        return foreign.keySet();
    }

    /** An option of a foreign appender; false: it has none of this name. */
    public boolean foreign(String name, String text, int at) {
        String action = foreign.get(name);
        if (action == null) {
            return false;
        }
        switch (action) {
            case "" -> {
                // Files take the place of queues, and the sender tries again until the target takes what waits.
            }
            case "!" -> {
                if (!text.isEmpty() && !text.equalsIgnoreCase("false")) {
                    refuse(name, at, "nothing takes its place.");
                }
            }
            case "@hosts" -> hosts += (hosts.isEmpty() ? "" : ",") + text;
            case "@host" -> host = text;
            case "@port" -> port = text;
            default -> {
                if (!text.isEmpty()) {
                    option(action, text, at);
                }
            }
        }
        return true;
    }

    /**
     * A setting of a foreign appender's producer, by Kafka's name. What is for callers that wait, or that rather lose records, has no
     * effect: no caller waits here.
     */
    public void producer(String name, String text, int at) {
        switch (name) {
            case "bootstrap.servers" -> hosts = text.replaceAll("[A-Za-z_]+://", "");
            case "acks",
                    "retries",
                    "linger.ms",
                    "batch.size",
                    "max.block.ms",
                    "buffer.memory",
                    "block.on.buffer.full",
                    "metadata.fetch.timeout.ms",
                    "timeout.ms",
                    "delivery.timeout.ms",
                    "enable.idempotence",
                    "max.in.flight.requests.per.connection",
                    "transactional.id",
                    "key.serializer",
                    "value.serializer" -> {
                // Tailrace's own.
            }
            default -> option(TargetKind.PRODUCER + name, text, at);
        }
    }

    /** Whether a foreign appender gives its records their events' times. */
    public void eventTime(boolean given, String name, int at) {
        if (!given) {
            refuse(name, at, "a record has the time of its event.");
        }
    }

    public void host(String name) {
        host = name;
    }

    /** How a foreign appender sends, and the port it has by default; empty: the kind's. */
    public void transport(String name, String portByDefault) {
        transport = name.equals("ssl") ? "tls" : name;
        port = port.isEmpty() ? portByDefault : port;
    }

    public void kind(String word) {
        kindGiven = word;
        kind = TargetKind.of(word);
    }

    public @Nullable TargetKind kind() {
        return kind;
    }

    /** Marks an appender whose address is that of an OpenTelemetry SDK. */
    public void ofSdk() {
        ofSdk = true;
    }

    /** An option of Tailrace's own appender, or one of the kind, which need not be known yet. */
    public void option(String name, String text, int at) {
        switch (name) {
            case "target" -> kind(text);
            case "directory" -> directory(text, at);
            case "cap" -> {
                cap = Values.size(text).orElse(0);
                if (cap < LEAST_CAP) {
                    cap = TargetConfig.CAP;
                    unusable("cap", at, ", which is a size of at least 16MB; 1GB is used.");
                }
            }
            default -> given.put(name, new Given(text, at));
        }
    }

    private void directory(String text, int at) {
        if (text.isEmpty() || text.contains("%") || isSifted(text) || !FileNames.isPath(text)) {
            unusable("directory", at, "; " + directory + " is used.");
        } else {
            directory = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        }
    }

    private static boolean isSifted(String text) {
        return text.contains(DestinationConfig.Keyed.KEY);
    }

    /** A value of GELF's that senders don't need, as it is written by the layout; beside one of the appender's own it has no effect. */
    public String taken(String name, String otherwise, boolean layout) {
        Given one = given.remove(name);
        if (one == null) {
            return otherwise;
        }
        if (layout) {
            refuse(name, one.line(), "the layout says what is written.");
        }
        String value = usable(TargetKind.GELF, name, one);
        return value == null ? otherwise : value;
    }

    /** An option that its place doesn't support: what happens instead. */
    public void refuse(String name, int at, String instead) {
        findings.add(
                FindingCode.NOT_SUPPORTED,
                at,
                appender,
                name + " is not supported: " + instead,
                "Remove " + name + ".");
    }

    /** A row of files with its target; the console, with a finding, when there is no target that lines could be sent to. */
    public Sent end(LayoutConfig lines) {
        TargetConfig target = target();
        if (target == null) {
            return new Sent(new DestinationConfig.Console(false), lines);
        }
        return new Sent(row(directory), lines.to(target));
    }

    /** The row of files in a directory. */
    static DestinationConfig.File row(String directory) {
        Rolling rolling = new Rolling.Numbered(
                directory + "/records.%i", 1, Integer.MAX_VALUE, true, TargetConfig.FILE_BYTES, 0, 0);
        return new DestinationConfig.File(directory + "/records", true, rolling);
    }

    /** Whether the lines are another appender's; a layout of its own has no effect then. */
    public boolean hasSource(boolean layout) {
        boolean source = kind == TargetKind.LINES && given.containsKey("source");
        if (source && layout) {
            refuse("A layout", line, "the lines are those of the source.");
        }
        return source;
    }

    private @Nullable TargetConfig target() {
        TargetKind known = kind;
        if (known == null) {
            String near = Nearest.to(kindGiven, TargetKind.words()).orElse(null);
            findings.add(
                    FindingCode.TARGET_SETTING,
                    line,
                    appender,
                    "There is no target " + FindingText.quote(kindGiven) + "." + TO_CONSOLE,
                    "Set target to " + (near == null ? "one of " + String.join(", ", TargetKind.words()) : near) + ".");
            return null;
        }
        Given address = given.remove("address");
        String place = !hosts.isEmpty() ? hosts : host.isEmpty() || port.isEmpty() ? host : host + ":" + port;
        if (!place.isEmpty()) {
            address = new Given(transport + "://" + place, line);
        }
        if (known == TargetKind.OTLP && outside.spring() != null) {
            address = address == null ? boot("endpoint") : address;
            for (String name : List.of("timeout", "compression", "headers", "resourceAttributes", "serviceName")) {
                Given boot = boot(name);
                if (boot != null) {
                    given.putIfAbsent(name, boot);
                }
            }
        }
        Map<String, String> options = new LinkedHashMap<>();
        given.forEach((name, one) -> {
            String value = usable(known, name, one);
            if (value != null) {
                options.put(name, value);
            }
        });
        if (known == TargetKind.OTLP) {
            return new TargetConfig(known.word(), http(address), options, cap);
        }
        String checked = address == null ? null : hosts(known, address.text());
        if (checked == null) {
            unusable(
                    "address",
                    address == null ? line : address.line(),
                    (known == TargetKind.KAFKA
                                    ? ", but has to be like host:port,host:port."
                                    : ", but has to be like tcp://host:port, tls://host:port or udp://host:port.")
                            + TO_CONSOLE);
            return null;
        }
        if (known == TargetKind.KAFKA && !options.containsKey("topic")) {
            unusable("topic", line, "." + TO_CONSOLE);
            return null;
        }
        return new TargetConfig(known.word(), checked, options, cap);
    }

    private @Nullable String usable(TargetKind known, String name, Given one) {
        if (!known.has(name)) {
            String near = Nearest.to(name, known.options()).orElse(null);
            findings.add(
                    FindingCode.UNKNOWN_OPTION,
                    one.line(),
                    appender,
                    FindingText.quote(name) + " is no option of a target of the kind " + known.word()
                            + "; it is ignored.",
                    near == null
                            ? "Use one of " + String.join(", ", known.options()) + ", or remove it."
                            : "Write " + near + ".");
            return null;
        }
        String value = isSifted(one.text()) ? null : known.value(name, one.text());
        if (value == null) {
            unusable(name, one.line(), "; it is left out.");
        }
        return value;
    }

    private void unusable(String name, int at, String consequence) {
        String cause = "The target's " + name + " has a value that can't be used, or none" + consequence;
        findings.add(FindingCode.TARGET_SETTING, at, appender, cause);
    }

    /** The value of Spring Boot's property. Durations can be in ISO 8601 there. */
    private @Nullable Given boot(String name) {
        SpringSource spring = outside.spring();
        if (spring == null) {
            return null;
        }
        String text = null;
        if (name.equals("resourceAttributes")) {
            text = pairs(spring.properties("management.opentelemetry.resource-attributes"));
        } else if (name.equals("serviceName")) {
            text = isServiceNamed() ? null : spring.property("spring.application.name");
        } else {
            for (String prefix : BOOT) {
                String found = name.equals("headers")
                        ? pairs(spring.properties(prefix + name))
                        : spring.property(prefix + name);
                text = text == null || text.isBlank() ? found : text;
            }
        }
        return text == null || text.isBlank()
                ? null
                : new Given(text.strip().replaceFirst("(?i)^PT([0-9]+S)$", "$1"), line);
    }

    /** Whether the environment or an attribute names the service. */
    private boolean isServiceNamed() {
        Given attributes = given.get("resourceAttributes");
        return variable("OTEL_SERVICE_NAME") != null
                || (variable("OTEL_RESOURCE_ATTRIBUTES") + (attributes == null ? "" : attributes.text()))
                        .contains("service.name=");
    }

    /** The value of a variable of OpenTelemetry, or of the system property in its place. */
    private @Nullable String variable(String name) {
        String property = outside.systemProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'));
        return property != null ? property : outside.environment(name);
    }

    /** Pairs in one text, as OpenTelemetry's variables have them. */
    private static String pairs(Map<String, String> all) {
        StringJoiner pairs = new StringJoiner(",");
        all.forEach((name, value) -> pairs.add(
                name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20")));
        return pairs.toString();
    }

    /** The URL that records are posted to; null: the environment's. */
    private @Nullable String http(@Nullable Given address) {
        if (address == null) {
            if (ofSdk && !hasEndpoint()) {
                findings.add(
                        FindingCode.NOT_SUPPORTED,
                        line,
                        appender,
                        "OTEL_EXPORTER_OTLP_ENDPOINT is not set, and an OpenTelemetry SDK that the application makes is not"
                                + " asked: log records go to http://localhost:4318/v1/logs.",
                        "Set OTEL_EXPORTER_OTLP_ENDPOINT, or use a ShipAppender, which has an address.");
            }
            return null;
        }
        try {
            URI uri = URI.create(address.text());
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && scheme.matches("https?") && !isSifted(address.text())) {
                return address.text();
            }
        } catch (IllegalArgumentException e) {
            // Reported as any other, without its text.
        }
        unusable("address", address.line(), ", but has to be a URL with http or https; the environment's is used.");
        return null;
    }

    private boolean hasEndpoint() {
        return List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "OTEL_LOGS_EXPORTER").stream()
                .anyMatch(name -> variable(name) != null);
    }

    /** Hosts with ports, behind one scheme; null when they can't be used. */
    private static @Nullable String hosts(TargetKind kind, String text) {
        int colon = text.indexOf("://");
        String scheme = colon < 0 ? "tcp" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        StringJoiner hosts = new StringJoiner(",", scheme + "://", "");
        for (String each : text.substring(colon < 0 ? 0 : colon + 3).split(",", -1)) {
            Matcher host = HOST.matcher(each.strip());
            Set<String> schemes = kind == TargetKind.KAFKA ? Set.of("tcp") : Set.of("tcp", "tls", "udp");
            if (!host.matches() || !schemes.contains(scheme) || isSifted(text)) {
                return null;
            }
            int port = host.group(2) == null ? kind.port(scheme) : Integer.parseInt(host.group(2));
            if (port < 1 || port > 65_535) {
                return null;
            }
            hosts.add(host.group(1) + ":" + port);
        }
        return hosts.toString();
    }
}
