package dev.tailrace.config.dialect;

import dev.tailrace.config.xml.Values;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The kinds of targets, with the options of each and how their values are read. */
public enum TargetKind {
    OTLP(
            0,
            "headers compression:gzip|none timeout:ms certificate clientCertificate clientKey mdc:keys location:flag"
                    + " serviceName resourceAttributes"),
    LINES(4560, "source" + TargetKind.SOCKETS),
    SYSLOG(
            514,
            "format:rfc5424|bsd facility:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|ntp|audit|alert|clock"
                    + "|local0|local1|local2|local3|local4|local5|local6|local7 host appName messageId mdc:keys mdcId"
                    + TargetKind.SOCKETS),
    GELF(12201, "host fields mdc:keys location:flag compression:gzip|zlib|none chunk:number" + TargetKind.SOCKETS),
    KAFKA(9092, "topic key:key exactlyOnce:flag");

    /** The beginning of the names of the Kafka producer's own settings. */
    static final String PRODUCER = "producer.";

    private static final String SOCKETS = " framing:newline|octets|nul connectTimeout:ms writeTimeout:ms trustStore"
            + " trustStorePassword keyStore keyStorePassword";

    private final int port;

    /** How the value of an option is read, by the option's name. */
    @SuppressWarnings("ImmutableEnumChecker") // Filled here, then only read.
    private final Map<String, String> options = new LinkedHashMap<>();

    TargetKind(int port, String options) {
        this.port = port;
        for (String option : options.strip().split(" ", -1)) {
            int colon = option.indexOf(':');
            this.options.put(
                    colon < 0 ? option : option.substring(0, colon), colon < 0 ? "" : option.substring(colon + 1));
        }
    }

    /** The kind of this name; null: there is none. */
    static @Nullable TargetKind of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equalsIgnoreCase(word))
                .findFirst()
                .orElse(null);
    }

    static List<String> words() {
        return Arrays.stream(values()).map(TargetKind::word).toList();
    }

    /** Its name in configurations. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The port of a host without one. */
    int port(String transport) {
        return this == SYSLOG && transport.equals("tls") ? 6514 : port;
    }

    /** The names of its options, in the order of the reference. */
    public List<String> options() {
        return List.copyOf(options.keySet());
    }

    /** Whether the kind has an option of this name. */
    boolean has(String name) {
        return options.containsKey(name) || (this == KAFKA && name.startsWith(PRODUCER));
    }

    /** The name of an option, in any case, as it is written here; the same where there is none. */
    public String option(String name) {
        return options.keySet().stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElse(name);
    }

    /** A value as senders get it: times in milliseconds, words in small letters; null when it can't be used. */
    @Nullable
    String value(String option, String text) {
        String value = text.strip();
        String word = value.toLowerCase(Locale.ROOT);
        String reading = options.getOrDefault(option, "");
        return switch (reading) {
            case "" -> value.isEmpty() ? null : value;
            case "ms" -> millis(value);
            case "flag" -> Values.bool(value).map(String::valueOf).orElse(null);
            case "number" -> value.matches("[1-9][0-9]{1,4}") ? value : null;
            case "key" ->
                word.matches("log|none|logger|thread")
                        ? word
                        : word.matches("mdc:.+") ? "mdc:" + value.substring("mdc:".length()) : null;
            // Others write an asterisk for all of the MDC.
            case "keys" -> value.isEmpty() ? null : value.equals("*") ? "all" : value;
            default -> {
                // Log4j calls two facilities LOG_AUDIT and LOG_ALERT.
                String plain = word.replaceFirst("^log_", "");
                yield Arrays.asList(reading.split("\\|", -1)).contains(plain) ? plain : null;
            }
        };
    }

    private static @Nullable String millis(String text) {
        OptionalLong plain = Values.millis(text);
        long millis = (plain.isPresent() ? plain : Values.period(text)).orElse(0);
        return millis > 0 && millis <= Integer.MAX_VALUE ? Long.toString(millis) : null;
    }
}
