package dev.tailrace.ship.lines;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.layout.event.ContextEntries;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.ship.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A line of the appender's layout behind syslog's header: that of RFC 5424, or the older one of BSD (RFC 3164). Severities are as Logback
 * and Log4j have them: ERROR 3, WARN 4, INFO 6, DEBUG and TRACE 7.
 */
final class SyslogEncoder implements Encoder {
    /** Their places are their numbers; those of names that are used twice come first. */
    private static final List<String> FACILITIES = List.of(
            ("kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit alert clock local0 local1 local2"
                            + " local3 local4 local5 local6 local7")
                    .split(" ", -1));

    private static final int USER = 1;
    private static final int SEVERITIES = 8;
    private static final int ERROR = 40;
    private static final int WARN = 30;
    private static final int INFO = 20;
    private static final long NANOS = 1_000_000_000L;
    private static final int LONGEST_NAME = 48;
    private static final int LONGEST_HOST = 255;
    private static final int LONGEST_KEY = 32;
    private static final byte[] NONE = ascii("- ");

    private final Encoder line;
    private final boolean bsd;
    private final int facility;
    private final byte[] afterTime;
    /** What stands behind the fields of RFC 5424 if there is no context. */
    private final Entries context;

    private final DateTimeFormatter format;
    private volatile Second second;

    /** The text of a second, up to the fraction, and what follows the fraction. */
    private record Second(long epochSecond, String text, String zone) {}

    private SyslogEncoder(TargetConfig target, Encoder line) {
        Map<String, String> options = target.options();
        this.line = line;
        this.bsd = "bsd".equals(options.getOrDefault("format", "rfc5424"));
        int known = FACILITIES.indexOf(options.getOrDefault("facility", "user").toLowerCase(Locale.ROOT));
        this.facility = known < 0 ? USER : known;
        String host = name(
                Objects.requireNonNullElseGet(options.get("host"), PropertySource.ofProcess()::hostName), LONGEST_HOST);
        this.afterTime = bsd
                ? ascii(" " + host + " ")
                : ascii(" " + host + " " + name(options.getOrDefault("appName", "java"), LONGEST_NAME) + " "
                        + ProcessHandle.current().pid() + " "
                        + name(options.getOrDefault("messageId", "-"), LONGEST_KEY) + " ");
        this.context = new Entries(
                options.getOrDefault("mdc", "none"), name(options.getOrDefault("mdcId", "mdc"), LONGEST_KEY));
        this.format = DateTimeFormatter.ofPattern(bsd ? "MMM ppd HH:mm:ss" : "yyyy-MM-dd'T'HH:mm:ss", Locale.ENGLISH)
                .withZone(ZoneId.systemDefault());
        this.second = at(0);
    }

    static SyslogEncoder of(TargetConfig target, Encoder line) {
        return new SyslogEncoder(target, line);
    }

    /** Printable ASCII without spaces, as the header's fields must be. */
    private static String name(String text, int longest) {
        String printable = text.replaceAll("[^!-~]", "_");
        return printable.isEmpty() ? "-" : printable.substring(0, Math.min(longest, printable.length()));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private Second at(long epochSecond) {
        Instant instant = Instant.ofEpochSecond(epochSecond);
        String zone =
                DateTimeFormatter.ofPattern("XXX").withZone(format.getZone()).format(instant);
        return new Second(epochSecond, format.format(instant), zone);
    }

    @Override
    public void encode(
            Event event, @Nullable String message, @Nullable Object @Nullable [] arguments, TextBuffer record) {
        int start = record.length();
        record.append('<')
                .append(facility * SEVERITIES + severity(event.level()))
                .append('>');
        long nanos = event.epochNanos();
        Second now = second;
        if (now.epochSecond() != Math.floorDiv(nanos, NANOS)) {
            now = at(Math.floorDiv(nanos, NANOS));
            second = now;
        }
        if (bsd) {
            record.append(now.text()).append(afterTime);
        } else {
            record.append('1').append(' ').append(now.text()).append('.');
            record.appendDigits(Math.floorMod(nanos, NANOS) / 1000, 6);
            record.append(now.zone()).append(afterTime);
            context.write(event, record);
        }
        line.encode(event, message, arguments, record);
        RecordCodec.encodeLine(record, start, start);
    }

    private static int severity(int level) {
        return level >= ERROR ? 3 : level >= WARN ? 4 : level >= INFO ? 6 : 7;
    }

    /** The structured data: entries of the MDC, in one element. */
    private static final class Entries implements ContextEntries.Reader {
        private final boolean none;
        private final @Nullable Set<String> keys;
        private final byte[] begin;

        Entries(String mdc, String id) {
            none = mdc.equals("none");
            keys = none || mdc.equals("all")
                    ? null
                    : Set.copyOf(Arrays.asList(mdc.strip().split("\\s*,\\s*", -1)));
            begin = ascii("[" + id);
        }

        void write(Event event, TextBuffer out) {
            if (none || !event.hasContext()) {
                out.append(NONE);
                return;
            }
            int start = out.length();
            out.append(begin);
            int empty = out.length();
            event.eachInContext(this, out);
            if (out.length() == empty) {
                out.truncate(start);
                out.append(NONE);
            } else {
                out.append(']').append(' ');
            }
        }

        @Override
        public void entry(Event event, int index, @Nullable String key, @Nullable String value, TextBuffer out) {
            if (key == null || value == null || (keys != null && !keys.contains(key))) {
                return;
            }
            out.append(' ');
            int length = Math.min(LONGEST_KEY, key.length());
            for (int i = 0; i < length; i++) {
                char c = key.charAt(i);
                out.append(c > ' ' && c < 0x7f && c != '=' && c != ']' && c != '"' ? c : '_');
            }
            out.append('=').append('"');
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '"' || c == '\\' || c == ']') {
                    out.append('\\');
                }
                if (Character.isHighSurrogate(c)
                        && i + 1 < value.length()
                        && Character.isLowSurrogate(value.charAt(i + 1))) {
                    out.append(value.substring(i, i + 2));
                    i++;
                } else {
                    out.append(c < ' ' ? ' ' : c);
                }
            }
            out.append('"');
        }
    }
}
