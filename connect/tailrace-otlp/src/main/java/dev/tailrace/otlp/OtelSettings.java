package dev.tailrace.otlp;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
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
    private static final URI DEFAULT_ENDPOINT = URI.create("http://localhost:4318/v1/logs");
    private static final int GRPC_PORT = 4317;
    private static final int HTTP_PORT = 4318;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    /** In place of an unlimited one. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    private static final int DEFAULT_ATTRIBUTES = 128;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})\\s*(ns|us|ms|s|m|h|d)?");
    private static final Pattern ESCAPED = Pattern.compile("%(\\p{XDigit}{2})");
    private static final String INSTANCE = UUID.randomUUID().toString();

    /** Reads all settings. */
    static OtelSettings read(TargetConfig config, PropertySource outside, String appender, Consumer<Finding> findings) {
        return new Reading(config, outside, appender, findings).all();
    }

    /** The endpoint for messages: without user, password and parameters. */
    static String shown(URI endpoint) {
        return endpoint.getScheme() + "://" + endpoint.getHost()
                + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort()) + endpoint.getPath();
    }

    /** Without headers and the endpoint's parameters, which may be secrets. */
    @Override
    public String toString() {
        return "OtelSettings[" + shown(endpoint) + ", " + headers.keySet() + "]";
    }

    /** A value, and the name that it was found under. */
    private record Found(String name, String value) {}

    /** The names of a setting, in the order in which they are looked for. */
    private record Reading(TargetConfig config, PropertySource outside, String appender, Consumer<Finding> findings) {

        OtelSettings all() {
            Map<String, String> headers = new LinkedHashMap<>();
            URI endpoint = endpoint(headers);
            headers.putAll(headers());
            return new OtelSettings(
                    endpoint,
                    headers,
                    value(exporter("compression", "compression"), "gzip", "gzip, or none", text -> switch (text) {
                                case "gzip", "none" -> text;
                                default -> throw new IllegalArgumentException();
                            })
                            .equals("gzip"),
                    value(
                            exporter("timeout", "timeout"),
                            DEFAULT_TIMEOUT,
                            "a time such as 10s",
                            OtelSettings::duration),
                    tls(),
                    new OtlpEncoder.Options(
                            mdc(),
                            flag(find("location")),
                            limit("count.limit", DEFAULT_ATTRIBUTES),
                            limit("value.length.limit", Integer.MAX_VALUE)),
                    resource(),
                    off());
        }

        /** The value of an option, else of the first of these properties or their environment variables; null: none has one. */
        private @Nullable Found find(@Nullable String option, String... properties) {
            String value = option == null ? null : config.options().get(option);
            if (value != null && !value.isBlank()) {
                return new Found(Objects.requireNonNull(option), value.strip());
            }
            for (String name : properties) {
                String variable = name.replace('.', '_').toUpperCase(Locale.ROOT);
                value = outside.systemProperty(name);
                Found found = new Found("-D" + name, value == null ? "" : value.strip());
                if (found.value.isEmpty()) {
                    value = outside.environment(variable);
                    found = new Found(variable, value == null ? "" : value.strip());
                }
                if (!found.value.isEmpty()) {
                    return found;
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
            } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
                report("\"" + found.name + "\" is \"" + found.value + "\", not " + wanted + "; " + otherwise
                        + " is used.");
                return otherwise;
            }
        }

        private boolean flag(@Nullable Found found) {
            return value(found, false, "true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException();
            });
        }

        private int limit(String name, int otherwise) {
            Found found = find(null, "otel.logrecord.attribute." + name, "otel.attribute." + name);
            return value(found, otherwise, "a whole number from 0 on", Integer::parseUnsignedInt) & Integer.MAX_VALUE;
        }

        private @Nullable String off() {
            Found found = find(null, "otel.sdk.disabled");
            Found exporters = find(null, "otel.logs.exporter");
            if (!flag(found)) {
                found = exporters != null
                                && Arrays.asList(exporters.value.split("\\s*,\\s*", -1))
                                        .contains("none")
                        ? exporters
                        : null;
            }
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
            Found found = config.address() == null ? null : new Found("address", config.address());
            boolean whole = found != null;
            if (found == null) {
                found = find(null, EXPORTER + "logs.endpoint");
                whole = found != null;
            }
            if (found == null) {
                found = find(null, EXPORTER + "endpoint");
            }
            Found protocol = exporter("protocol", "protocol");
            boolean grpc = protocol != null && protocol.value.equals("grpc");
            if (protocol != null && !protocol.value.equals("http/protobuf")) {
                report("\"" + protocol.name + "\" is \"" + protocol.value + "\". http/protobuf is used instead"
                        + (grpc ? ", whose port is " + HTTP_PORT + " as a rule." : "."));
            }
            URI given = found == null ? DEFAULT_ENDPOINT : url(found);
            if (found == null || given.equals(DEFAULT_ENDPOINT)) {
                return DEFAULT_ENDPOINT;
            }
            if (given.getRawUserInfo() != null) {
                byte[] user = decoded(given.getRawUserInfo()).getBytes(StandardCharsets.UTF_8);
                headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
            }
            String path = Objects.requireNonNullElse(given.getRawPath(), "");
            if (!whole || found.name.equals("address") && path.length() < 2) {
                path += path.endsWith("/") ? "v1/logs" : "/v1/logs";
            }
            int port = given.getPort();
            if (port == GRPC_PORT) {
                report("The port of \"" + found.name + "\" is that of gRPC, " + GRPC_PORT + "; that of HTTP is "
                        + HTTP_PORT + " as a rule" + (grpc ? ", and is used." : "."));
                port = grpc ? HTTP_PORT : port;
            }
            String query = given.getRawQuery() == null ? "" : "?" + given.getRawQuery();
            return URI.create(given.getScheme() + "://" + given.getHost() + (port < 0 ? "" : ":" + port)
                    + (path.isEmpty() ? "/" : path) + query);
        }

        private URI url(Found found) {
            try {
                URI url = new URI(found.value);
                String scheme = url.getScheme();
                if (url.getHost() != null
                        && scheme != null
                        && scheme.toLowerCase(Locale.ROOT).matches("https?")) {
                    return url;
                }
            } catch (URISyntaxException e) {
                // Reported below, without a text that may contain a password.
            }
            report("\"" + found.name + "\" is no URL with http or https and a host; " + DEFAULT_ENDPOINT + " is used.");
            return DEFAULT_ENDPOINT;
        }

        private Map<String, String> headers() {
            Found found = exporter("headers", "headers");
            Map<String, String> headers = new LinkedHashMap<>();
            pairs(found).forEach((name, value) -> {
                try {
                    HttpRequest.newBuilder(DEFAULT_ENDPOINT).header(name, value);
                    headers.put(name, value);
                } catch (IllegalArgumentException e) {
                    report("The header \"" + name + "\" can't be sent; it is left out.");
                }
            });
            return headers;
        }

        /** The pairs of {@code name=value,name=value}, with bytes as {@code %20}. A message about them has no values: they may be secrets. */
        private Map<String, String> pairs(@Nullable Found found) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String pair : found == null ? new String[0] : found.value.split(",", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? "" : pair.substring(0, equals).strip();
                if (!name.isEmpty()) {
                    pairs.put(decoded(name), decoded(pair.substring(equals + 1).strip()));
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
            all.putAll(pairs(find(null, "otel.resource.attributes")));
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
            Found trusted = exporter("certificate", "certificate");
            Found certificate = exporter("clientCertificate", "client.certificate");
            Found key = exporter("clientKey", "client.key");
            if ((certificate == null) != (key == null)) {
                report("Of client certificate and client key there is only one; neither is used.");
                certificate = null;
                key = null;
            }
            try {
                return trusted == null && key == null
                        ? null
                        : Pem.context(
                                trusted == null ? null : trusted.value,
                                certificate == null ? null : certificate.value,
                                key == null ? null : key.value);
            } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
                report("The certificates can't be used: " + e.getClass().getSimpleName() + ", " + e.getMessage()
                        + "; those of the JDK are.");
                return null;
            }
        }
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException();
        }
        long number = Long.parseLong(matcher.group(1));
        Duration timeout = switch (Objects.requireNonNullElse(matcher.group(2), "ms")) {
            case "ns" -> Duration.ofNanos(number);
            case "us" -> Duration.ofNanos(Math.multiplyExact(number, 1_000));
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
        return number == 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : timeout;
    }

    private static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Matcher escape = ESCAPED.matcher(text);
        int from = 0;
        while (escape.find()) {
            bytes.writeBytes(text.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
            bytes.write(Integer.parseInt(escape.group(1), 16));
            from = escape.end();
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
