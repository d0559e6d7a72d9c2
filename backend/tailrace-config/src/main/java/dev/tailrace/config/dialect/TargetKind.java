package dev.tailrace.config.dialect;

import dev.tailrace.config.xml.Values;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The kinds of targets, with the options of each and how their values are read. */
public enum TargetKind {
    OTLP(0),
    LINES(4560),
    SYSLOG(514),
    GELF(12201);

    /** Reads a value: it as senders get it, or null when it can't be used. */
    private interface Reading {
        @Nullable
        String read(String text);
    }

    private static final Reading TEXT = text -> text.isEmpty() ? null : text;
    private static final Reading FLAG =
            text -> Values.bool(text).map(String::valueOf).orElse(null);
    private static final Reading MILLIS = TargetKind::millis;
    private static final Reading FRAMING = words("newline", "octets", "nul");
    private static final String FACILITIES =
            "kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit"
                    + " alert clock local0 local1 local2 local3 local4 local5 local6 local7";

    private final int port;

    @SuppressWarnings("ImmutableEnumChecker") // Filled here, then only read.
    private final Map<String, Reading> options = new LinkedHashMap<>();

    TargetKind(int port) {
        this.port = port;
    }

    static {
        OTLP.with("headers", TEXT)
                .with("compression", words("gzip", "none"))
                .with("timeout", MILLIS)
                .with("certificate", TEXT)
                .with("clientCertificate", TEXT)
                .with("clientKey", TEXT)
                .with("mdc", TargetKind::context)
                .with("location", FLAG)
                .with("serviceName", TEXT)
                .with("resourceAttributes", TEXT);
        LINES.sockets();
        SYSLOG.with("format", words("rfc5424", "bsd"))
                .with("facility", TargetKind::facility)
                .with("host", TEXT)
                .with("appName", TEXT)
                .with("messageId", TEXT)
                .with("mdc", TargetKind::context)
                .with("mdcId", TEXT)
                .sockets();
        GELF.with("host", TEXT)
                .with("fields", TEXT)
                .with("mdc", TargetKind::context)
                .with("location", FLAG)
                .with("compression", words("gzip", "zlib", "none"))
                .with("chunk", number(64, 65_000))
                .sockets();
    }

    private TargetKind with(String name, Reading reading) {
        options.put(name, reading);
        return this;
    }

    /** Options of all kinds that write to sockets. */
    private void sockets() {
        with("framing", FRAMING).with("connectTimeout", MILLIS).with("writeTimeout", MILLIS);
        with("trustStore", TEXT).with("trustStorePassword", TEXT);
        with("keyStore", TEXT).with("keyStorePassword", TEXT);
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
        Reading reading = options.get(option);
        return reading == null ? null : reading.read(text.strip());
    }

    /** Others write an asterisk for all of the MDC. */
    private static @Nullable String context(String text) {
        return text.isEmpty() ? null : text.equals("*") ? "all" : text;
    }

    private static @Nullable String millis(String text) {
        OptionalLong plain = Values.millis(text);
        OptionalLong millis = plain.isPresent() ? plain : Values.period(text);
        return millis.isPresent() && millis.getAsLong() > 0 && millis.getAsLong() <= Integer.MAX_VALUE
                ? Long.toString(millis.getAsLong())
                : null;
    }

    private static Reading words(String... words) {
        return text -> {
            String word = text.toLowerCase(Locale.ROOT);
            return List.of(words).contains(word) ? word : null;
        };
    }

    private static Reading number(int least, int most) {
        return text -> {
            Integer number = Values.integer(text);
            return number == null || number < least || number > most ? null : number.toString();
        };
    }

    /** Log4j calls two of them LOG_AUDIT and LOG_ALERT. */
    private static @Nullable String facility(String text) {
        String word = text.toLowerCase(Locale.ROOT).replaceFirst("^log_", "");
        return Arrays.asList(FACILITIES.split(" ")).contains(word) ? word : null;
    }

    /** The name that was most likely meant; null: none is near. */
    static @Nullable String nearest(String word, List<String> names) {
        String best = null;
        int least = 1 + word.length() / 4;
        for (String name : names) {
            int distance = distance(word.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance <= least) {
                best = name;
                least = distance - 1;
            }
        }
        return best;
    }

    /** Levenshtein's distance. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }

    static String list(List<String> names) {
        return names.stream().collect(Collectors.joining(", "));
    }
}
