package dev.tailrace.lint.remark;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.finding.FindingText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules on log calls and lines while a log server is away, and on passwords on their way to it. */
public final class NetworkRules {
    private static final String WAITS = "each thread that logs to it waits, or its lines are lost.";
    private static final String DROPS =
            "lines are dropped from a queue in memory once that is full, and with the process.";
    private static final String SENDS = "datagrams are lost, and nothing says so.";

    /** By the end of a class's name, or a plugin's name. */
    private static final Map<String, String> AWAY = Map.ofEntries(
            Map.entry("gelftcpappender", WAITS),
            Map.entry("gelftcptlsappender", WAITS),
            Map.entry("tlssyslog", WAITS),
            Map.entry("socket", WAITS),
            Map.entry("syslog", WAITS),
            Map.entry("gelf", WAITS),
            Map.entry("kafka", WAITS),
            Map.entry("kafkaappender", WAITS),
            Map.entry("logstashtcpsocketappender", DROPS),
            Map.entry("opentelemetryappender", DROPS),
            Map.entry("opentelemetry", DROPS),
            Map.entry("loki4jappender", DROPS),
            Map.entry("logstashudpsocketappender", SENDS),
            Map.entry("syslogappender", SENDS),
            Map.entry("gelfudpappender", SENDS));

    private static final Pattern LOCAL =
            Pattern.compile("http://([^/@]*@)?(localhost|127\\.[0-9.]+|\\[::1])([:/?].*)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER = Pattern.compile("http://[^/]*@.*", Pattern.CASE_INSENSITIVE);

    private NetworkRules() {}

    /** Whether an appender hands its events to a queue of its own, and never lets a thread wait. */
    public static boolean isQueued(ConfigElement appender) {
        return DROPS.equals(consequence(appender));
    }

    private static @Nullable String consequence(ConfigElement appender) {
        String type = appender.className().isEmpty() ? appender.name() : appender.className();
        return AWAY.get(type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }

    /** Appenders that are opened and send to a network themselves. */
    public static void away(List<ConfigElement> opened, Configuration configuration, Remarks remarks) {
        for (ConfigElement appender : opened) {
            String consequence = consequence(appender);
            if (consequence != null) {
                boolean datagrams = configuration.appenders().stream()
                        .filter(each -> each.name().equals(appender.attribute("name")))
                        .map(NetworkRules::address)
                        .anyMatch(each -> each.startsWith("udp:"));
                remarks.add(
                        LintCode.NETWORK_AWAY,
                        appender,
                        appender.line(),
                        "While what " + Remarks.name(appender) + " sends to is away or slow, "
                                + (datagrams ? SENDS : consequence));
            }
        }
    }

    /** Passwords and keys that travel in clear text, but on this machine. */
    public static void credentials(Configuration configuration, String name, Remarks remarks) {
        for (AppenderConfig appender : configuration.appenders()) {
            TargetConfig target = appender.layout().target();
            String address = address(appender);
            boolean clear = address.regionMatches(true, 0, "http://", 0, 7)
                    && !LOCAL.matcher(address).matches();
            boolean http = target != null
                    && clear
                    && (USER.matcher(address).matches() || target.options().containsKey("headers"));
            if (http || isPlainSasl(target)) {
                remarks.add(Remark.of(
                        LintCode.CREDENTIALS_IN_CLEAR,
                        "The appender " + FindingText.quote(appender.name())
                                + (http
                                        ? " sends headers or a password with each request, over http."
                                        : " sends its password to Kafka with SASL_PLAINTEXT."),
                        appender.name(),
                        appender.file() == null ? name : appender.file(),
                        appender.line()));
            }
        }
    }

    /** Whether a password is sent to Kafka as it is. */
    private static boolean isPlainSasl(@Nullable TargetConfig target) {
        return target != null
                && "SASL_PLAINTEXT".equalsIgnoreCase(target.options().get("producer.security.protocol"))
                && "PLAIN".equalsIgnoreCase(target.options().get("producer.sasl.mechanism"))
                && !String.valueOf(target.address()).matches("tcp://(localhost|127\\.[0-9.]+):[0-9]+");
    }

    private static String address(AppenderConfig appender) {
        TargetConfig target = appender.layout().target();
        return target == null || target.address() == null ? "" : target.address();
    }
}
