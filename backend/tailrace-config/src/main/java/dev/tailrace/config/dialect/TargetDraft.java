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
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
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

    /** Spring Boot 4's name of an option's property, and 3.5's. */
    private static final Map<String, List<String>> BOOT = Map.of(
            "address",
                    List.of(
                            "management.opentelemetry.logging.export.otlp.endpoint",
                            "management.otlp.logging.endpoint"),
            "timeout",
                    List.of("management.opentelemetry.logging.export.otlp.timeout", "management.otlp.logging.timeout"),
            "compression",
                    List.of(
                            "management.opentelemetry.logging.export.otlp.compression",
                            "management.otlp.logging.compression"));

    private record Given(String text, int line) {}

    private final PropertySource outside;
    private final Findings findings;
    private final String appender;
    private final int line;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private @Nullable TargetKind kind;
    private String kindGiven = "";
    private @Nullable Given address;
    private String directory;
    private long cap = TargetConfig.CAP;
    private boolean ofSdk;

    public TargetDraft(PropertySource outside, Findings findings, String appender, int line) {
        this.outside = outside;
        this.findings = findings;
        this.appender = appender;
        this.line = line;
        this.directory = "tailrace-ship/" + folder(appender);
    }

    /** A name of an appender as one of a directory. */
    private static String folder(String appender) {
        String plain = appender.replaceAll("[^A-Za-z0-9._-]", "_");
        String cut = plain.substring(0, Math.min(100, plain.length()));
        boolean same = cut.equals(appender) && !cut.startsWith(".");
        return same ? cut : "_" + cut + "-" + Integer.toHexString(appender.hashCode());
    }

    public void kind(TargetKind known) {
        kind = known;
    }

    public void kind(String word) {
        kindGiven = word;
        kind = TargetKind.of(word);
    }

    public @Nullable TargetKind kind() {
        return kind;
    }

    /** For an appender whose address is that of an OpenTelemetry SDK. */
    public void ofSdk() {
        ofSdk = true;
    }

    public void address(String text, int at) {
        address = new Given(text, at);
    }

    public void directory(String text, int at) {
        if (text.isEmpty()
                || text.contains("%")
                || text.contains(DestinationConfig.Keyed.KEY)
                || !FileNames.isPath(text)) {
            unusable("directory", at, "; " + directory + " is used.");
        } else {
            directory = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        }
    }

    public void cap(String text, int at) {
        OptionalLong bytes = Values.size(text);
        if (bytes.isEmpty() || bytes.getAsLong() < LEAST_CAP) {
            unusable("cap", at, ", which is a size of at least 16MB; 1GB is used.");
        } else {
            cap = bytes.getAsLong();
        }
    }

    /** An option of the kind, which need not be known yet. */
    public void option(String name, String text, int at) {
        given.put(name, new Given(text, at));
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

    /** Where an appender writes, and how. */
    public record Sent(DestinationConfig destination, LayoutConfig layout) {}

    /** A row of files with its target; the console, with a finding, when there is no target that lines could be sent to. */
    public Sent end(LayoutConfig lines) {
        TargetConfig target = target();
        return target == null
                ? new Sent(new DestinationConfig.Console(false), lines)
                : new Sent(row(), lines.to(target));
    }

    private @Nullable TargetConfig target() {
        TargetKind known = kind;
        if (known == null) {
            String near = TargetKind.nearest(kindGiven, TargetKind.words());
            findings.add(
                    FindingCode.TARGET_SETTING,
                    line,
                    appender,
                    (kindGiven.isEmpty()
                                    ? "The appender has no target."
                                    : "There is no target of the kind " + FindingText.quote(kindGiven) + ".")
                            + TO_CONSOLE,
                    near == null
                            ? "Set target to one of " + TargetKind.list(TargetKind.words()) + "."
                            : "Set target to " + near + ".");
            return null;
        }
        Map<String, String> options = new LinkedHashMap<>();
        given.forEach((name, one) -> {
            String value = usable(known, name, one);
            if (value != null) {
                options.put(name, value);
            }
        });
        if (known == TargetKind.OTLP) {
            boot(known, options);
            return new TargetConfig(known.word(), http(), options, cap);
        }
        String hosts = address == null ? null : hosts(known, address.text());
        if (hosts == null) {
            unusable(
                    "address",
                    address == null ? line : address.line(),
                    ", but has to be like tcp://host:port, tls://host:port or udp://host:port." + TO_CONSOLE);
            return null;
        }
        return new TargetConfig(known.word(), hosts, options, cap);
    }

    private @Nullable String usable(TargetKind known, String name, Given one) {
        if (!known.options().contains(name)) {
            String near = TargetKind.nearest(name, known.options());
            findings.add(
                    FindingCode.UNKNOWN_OPTION,
                    one.line(),
                    appender,
                    FindingText.quote(name) + " is no option of a target of the kind " + known.word()
                            + "; it is ignored.",
                    near == null
                            ? "Use one of " + TargetKind.list(known.options()) + ", or remove it."
                            : "Write " + near + ".");
            return null;
        }
        String value = one.text().contains(DestinationConfig.Keyed.KEY) ? null : known.value(name, one.text());
        if (value == null) {
            unusable(name, one.line(), "; it is left out.");
        }
        return value;
    }

    private void unusable(String name, int at, String consequence) {
        findings.add(
                FindingCode.TARGET_SETTING,
                at,
                appender,
                "The target's " + name + " has a value that can't be used, or none" + consequence);
    }

    /** The row of files that records wait in. */
    public DestinationConfig.File row() {
        return new DestinationConfig.File(
                directory + "/records",
                true,
                new Rolling.Numbered(
                        directory + "/records.%i", 1, Integer.MAX_VALUE, true, TargetConfig.FILE_BYTES, 0, 0));
    }

    /** What Spring Boot's properties say and the element doesn't. */
    private void boot(TargetKind known, Map<String, String> options) {
        SpringSource spring = outside.spring();
        if (spring == null) {
            return;
        }
        BOOT.forEach((option, names) -> {
            String text = names.stream()
                    .map(spring::property)
                    .filter(each -> each != null && !each.isBlank())
                    .findFirst()
                    .orElse(null);
            if (text == null) {
                return;
            }
            if (option.equals("address")) {
                address = address == null ? new Given(text.strip(), line) : address;
            } else if (!options.containsKey(option)) {
                String value = usable(known, option, new Given(bootValue(text.strip()), line));
                if (value != null) {
                    options.put(option, value);
                }
            }
        });
    }

    /** Durations can be in ISO 8601 there. */
    private static String bootValue(String text) {
        return text.matches("(?i)PT[0-9]+S") ? text.substring(2) : text;
    }

    /** The URL that records are posted to; null: the environment's. */
    private @Nullable String http() {
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
        String text = address.text();
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null
                    && Set.of("http", "https").contains(scheme)
                    && !text.contains(DestinationConfig.Keyed.KEY)) {
                return text;
            }
        } catch (URISyntaxException e) {
            // Reported as any other, without its text.
        }
        unusable("address", address.line(), ", but has to be a URL with http or https; the environment's is used.");
        return null;
    }

    private boolean hasEndpoint() {
        return List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "OTEL_LOGS_EXPORTER").stream()
                .anyMatch(name -> outside.environment(name) != null
                        || outside.systemProperty(name.toLowerCase(Locale.ROOT).replace('_', '.')) != null);
    }

    /** Hosts with ports, behind one scheme; null when they can't be used. */
    private static @Nullable String hosts(TargetKind kind, String text) {
        int colon = text.indexOf("://");
        String transport = colon < 0 ? "tcp" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        if (!Set.of("tcp", "tls", "udp").contains(transport) || text.contains(DestinationConfig.Keyed.KEY)) {
            return null;
        }
        StringJoiner hosts = new StringJoiner(",", transport + "://", "");
        for (String each : text.substring(colon < 0 ? 0 : colon + 3).split(",", -1)) {
            Matcher host = HOST.matcher(each.strip());
            if (!host.matches()) {
                return null;
            }
            int port = host.group(2) == null ? kind.port(transport) : Integer.parseInt(host.group(2));
            if (port < 1 || port > 65_535) {
                return null;
            }
            hosts.add(host.group(1) + ":" + port);
        }
        return hosts.toString();
    }
}
