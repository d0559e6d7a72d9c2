package dev.tailrace.otlp;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a target: from its configuration, else from the system properties and the environment, as OpenTelemetry's SDK for Java
 * reads them. A value that can't be used is a finding, and the default holds.
 *
 * @param headers of requests; may contain secrets
 * @param tls null: the JDK's own
 * @param resource the attributes of this process
 * @param off the setting by which nothing is sent, with its value; null: records are sent
 */
record OtelSettings(
        URI endpoint,
        Map<String, String> headers,
        boolean gzip,
        Duration timeout,
        @Nullable SSLContext tls,
        OtlpEncoder.Options records,
        Map<String, Object> resource,
        @Nullable String off) {
    private static final String EXPORTER = "otel.exporter.otlp.";
    private static final String ADDRESS = "address";
    private static final URI DEFAULT_ENDPOINT = URI.create("http://localhost:4318/v1/logs");
    private static final int GRPC_PORT = 4317;
    private static final int HTTP_PORT = 4318;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    /** In place of an unlimited one. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    private static final int DEFAULT_ATTRIBUTES = 128;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})\\s*(ns|us|ms|s|m|h|d|)");
    /** By RFC 9110, 5.1 and 5.5, but for those that belong to the connection. */
    private static final Pattern HEADER =
            Pattern.compile("(?!(?i:host|connection|content-length|transfer-encoding|expect|upgrade):)"
                    + "[!#$%&'*+.^_`|~0-9A-Za-z-]+:([\\x21-\\x7E\\x80-\\xFF][\\t\\x20-\\x7E\\x80-\\xFF]*)?");

    private static final Map<String, TimeUnit> UNITS = Map.of(
            "ns",
            TimeUnit.NANOSECONDS,
            "us",
            TimeUnit.MICROSECONDS,
            "ms",
            TimeUnit.MILLISECONDS,
            "",
            TimeUnit.MILLISECONDS,
            "s",
            TimeUnit.SECONDS,
            "m",
            TimeUnit.MINUTES,
            "h",
            TimeUnit.HOURS,
            "d",
            TimeUnit.DAYS);
    private static final String INSTANCE = UUID.randomUUID().toString();

    /** Reads all settings. */
    static OtelSettings read(TargetConfig config, PropertySource outside, String appender, Consumer<Finding> findings) {
        return new Reading(config, outside, appender, findings).all();
    }

    private static int number(String text) {
        long number = Long.parseLong(text);
        if (number < 0) {
            throw new NumberFormatException(text);
        }
        return (int) Math.min(Integer.MAX_VALUE, number);
    }

    /** The endpoint for messages: without user, password and parameters. */
    static String shown(URI endpoint) {
        return endpoint.getScheme() + "://" + endpoint.getHost() + port(endpoint.getPort()) + endpoint.getPath();
    }

    private static String port(int port) {
        return port < 0 ? "" : ":" + port;
    }

    /** Without headers and the endpoint's parameters, which may be secrets. */
    @Override
    public String toString() {
        return "OtelSettings[" + shown(endpoint) + ", " + headers.keySet() + "]";
    }

    /** A value, and the name that it was found under. */
    private record Found(String name, String value) {}

    /** The places where settings are looked for, and what receives findings about them. */
    private record Reading(TargetConfig config, PropertySource outside, String appender, Consumer<Finding> findings) {

        OtelSettings all() {
            Map<String, String> headers = new LinkedHashMap<>();
            URI endpoint = endpoint(headers);
            headers.putAll(headers());
            return new OtelSettings(
                    endpoint,
                    headers,
                    either(exporter("compression", "compression"), "gzip", "none"),
                    value(
                            exporter("timeout", "timeout"),
                            DEFAULT_TIMEOUT,
                            "a time such as 10s",
                            OtelSettings::duration),
                    tls(),
                    new OtlpEncoder.Options(
                            mdc(),
                            !either(find("location"), "false", "true"),
                            limit("count.limit", DEFAULT_ATTRIBUTES),
                            limit("value.length.limit", Integer.MAX_VALUE)),
                    resource(),
                    off());
        }

        /** The value of an option, else of the first of these properties or their environment variables; null: none has one. */
        private @Nullable Found find(String option, String... properties) {
            String value = config.options().get(option);
            if (value != null && !value.isBlank()) {
                return new Found(option, value.strip());
            }
            for (String name : properties) {
                value = outside.systemProperty(name);
                String foundIn = "-D" + name;
                if (value == null || value.isBlank()) {
                    foundIn = name.replace('.', '_').toUpperCase(Locale.ROOT);
                    value = outside.environment(foundIn);
                }
                if (value != null && !value.isBlank()) {
                    return new Found(foundIn, value.strip());
                }
            }
            return null;
        }

        private @Nullable Found exporter(String option, String name) {
            return find(option, EXPORTER + "logs." + name, EXPORTER + name);
        }

        private void report(String cause) {
            findings.accept(Finding.of(FindingCode.TARGET_SETTING, cause).about(appender));
        }

        private <T> T value(@Nullable Found found, T otherwise, String wanted, Function<String, T> parser) {
            try {
                return found == null ? otherwise : parser.apply(found.value);
            } catch (IllegalArgumentException e) {
                report("\"" + found.name + "\" is \"" + found.value + "\", not " + wanted + "; " + otherwise
                        + " is used.");
                return otherwise;
            }
        }

        /** Whether the value is the usual one of two. */
        private boolean either(@Nullable Found found, String usual, String other) {
            return value(found, usual, usual + " or " + other, text -> {
                        if (!text.equalsIgnoreCase(usual) && !text.equalsIgnoreCase(other)) {
                            throw new IllegalArgumentException();
                        }
                        return text;
                    })
                    .equalsIgnoreCase(usual);
        }

        private int limit(String name, int otherwise) {
            Found found = find("", "otel.logrecord.attribute." + name, "otel.attribute." + name);
            return value(found, otherwise, "a whole number from 0 on", OtelSettings::number);
        }

        private @Nullable String off() {
            Found disabled = find("", "otel.sdk.disabled");
            Found exporter = find("", "otel.logs.exporter");
            boolean none = exporter != null
                    && List.of(exporter.value.split("\\s*,\\s*", -1)).contains("none");
            Found found = either(disabled, "false", "true") ? none ? exporter : null : disabled;
            return found == null ? null : "\"" + found.name + "\" is \"" + found.value + "\"";
        }

        private @Nullable List<String> mdc() {
            Found found = find("mdc");
            String keys = found == null ? "all" : found.value;
            if (keys.equals("all") || keys.equals("*")) {
                return null;
            }
            return keys.equals("none") ? List.of() : List.of(keys.split("\\s*,\\s*", -1));
        }

        /** @param headers gets the user and password of the URL, which HTTP has in a header */
        private URI endpoint(Map<String, String> headers) {
            Found protocol = exporter("protocol", "protocol");
            boolean grpc = protocol != null && protocol.value.equals("grpc");
            if (protocol != null && !protocol.value.equals("http/protobuf")) {
                report("\"" + protocol.name + "\" is \"" + protocol.value + "\". http/protobuf is used instead"
                        + (grpc ? ", whose port is " + HTTP_PORT + " as a rule." : "."));
            }
            Found found = config.address() == null
                    ? find("", EXPORTER + "logs.endpoint", EXPORTER + "endpoint")
                    : new Found(ADDRESS, config.address());
            URI url = found == null ? DEFAULT_ENDPOINT : url(found);
            if (found == null || url.equals(DEFAULT_ENDPOINT)) {
                return DEFAULT_ENDPOINT;
            }
            if (url.getRawUserInfo() != null) {
                byte[] user = decoded(url.getRawUserInfo()).getBytes(StandardCharsets.UTF_8);
                headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
            }
            String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
            if (found.name.equals(ADDRESS)
                    ? path.equals("/")
                    : !found.name.toLowerCase(Locale.ROOT).contains("logs")) {
                path += path.endsWith("/") ? "v1/logs" : "/v1/logs";
            }
            int port = url.getPort();
            if (port == GRPC_PORT) {
                report("The port of \"" + found.name + "\" is that of gRPC, " + GRPC_PORT + "; that of HTTP is "
                        + HTTP_PORT + " as a rule" + (grpc ? ", and is used." : "."));
                port = grpc ? HTTP_PORT : port;
            }
            String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
            return URI.create(url.getScheme() + "://" + url.getHost() + port(port) + path + query);
        }

        private URI url(Found found) {
            try {
                URI url = new URI(found.value);
                if (url.getHost() != null && String.valueOf(url.getScheme()).matches("(?i)https?")) {
                    return url;
                }
            } catch (URISyntaxException e) {
                // Reported below, without a text that may contain a password.
            }
            report("\"" + found.name + "\" is no URL with http or https and a host; " + DEFAULT_ENDPOINT + " is used.");
            return DEFAULT_ENDPOINT;
        }

        private Map<String, String> headers() {
            Map<String, String> headers = new LinkedHashMap<>();
            pairs(exporter("headers", "headers")).forEach((name, value) -> {
                if (HEADER.matcher(name + ":" + value).matches()) {
                    headers.put(name, value);
                } else {
                    report("A header's name or value has characters that can't be sent; it is left out.");
                }
            });
            return headers;
        }

        /** The pairs of {@code name=value,name=value}, with bytes as {@code %20}. A message about them has no values: they may be secrets. */
        private Map<String, String> pairs(@Nullable Found found) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String pair : found == null ? new String[0] : found.value.split(",", -1)) {
                String name = pair.substring(0, Math.max(0, pair.indexOf('='))).strip();
                if (!name.isEmpty()) {
                    pairs.put(
                            decoded(name),
                            decoded(pair.substring(pair.indexOf('=') + 1).strip()));
                } else if (found != null && !pair.isBlank()) {
                    report("A part of \"" + found.name + "\" has no name and \"=\"; it is left out.");
                }
            }
            return pairs;
        }

        private Map<String, Object> resource() {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("service.name", "unknown_service:java");
            all.put("service.instance.id", INSTANCE);
            all.put("process.pid", ProcessHandle.current().pid());
            all.put("host.name", outside.hostName());
            all.putAll(pairs(find("", "otel.resource.attributes")));
            all.putAll(pairs(find("resourceAttributes")));
            Found name = find("serviceName", "otel.service.name");
            if (name != null) {
                all.put("service.name", name.value);
            }
            all.put("telemetry.sdk.name", "tailrace");
            all.put("telemetry.sdk.language", "java");
            all.put("telemetry.sdk.version", OtlpTarget.VERSION);
            return all;
        }

        private @Nullable SSLContext tls() {
            String trusted = file(exporter("certificate", "certificate"));
            String certificate = file(exporter("clientCertificate", "client.certificate"));
            String key = file(exporter("clientKey", "client.key"));
            try {
                if ((certificate == null) != (key == null)) {
                    throw new GeneralSecurityException("of the client's certificate and key there is only one");
                }
                return trusted == null && key == null ? null : Pem.context(trusted, certificate, key);
            } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
                report("The certificates can't be used (" + e.getClass().getSimpleName() + ": " + e.getMessage()
                        + "); those of the JDK are.");
                return null;
            }
        }
    }

    private static @Nullable String file(@Nullable Found found) {
        return found == null ? null : found.value;
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException();
        }
        long nanos = Objects.requireNonNull(UNITS.get(matcher.group(2))).toNanos(Long.parseLong(matcher.group(1)));
        return nanos == 0 || nanos > LONGEST_TIMEOUT.toNanos() ? LONGEST_TIMEOUT : Duration.ofNanos(nanos);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // Not encoded, though it has a percent sign.
            return text;
        }
    }
}
