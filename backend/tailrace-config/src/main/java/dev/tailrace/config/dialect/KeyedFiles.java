package dev.tailrace.config.dialect;

import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.finding.FindingCode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A file for each value of a key. Its appender is read once, with {@value DestinationConfig.Keyed#KEY} as the value: what becomes of it
 * shows where each value goes.
 */
public final class KeyedFiles {
    public static final int MOST_OPEN = 256;
    public static final long IDLE_MILLIS = 30 * 60_000L;

    private static final Pattern USABLE =
            Pattern.compile("[^./\\\\:*?\"<>|%\\p{Cntrl}\\uFFFD][^/\\\\:*?\"<>|%\\p{Cntrl}\\uFFFD]{0,99}");
    /** In bytes, as it stands in front of a line. */
    private static final int LONGEST = 120;

    private KeyedFiles() {}

    /** Without those options that need one file: what they do is a finding. */
    public static DestinationConfig.File usable(
            DestinationConfig.File each, Findings findings, int line, String appender) {
        RollingOptions options = each.options();
        if (options.startSize() >= 0) {
            findings.add(
                    FindingCode.NOT_SUPPORTED,
                    line,
                    appender,
                    "<OnStartupTriggeringPolicy> for files of which there is one for each value of a key is not supported; what"
                            + " was in such a file before is continued.",
                    "Let a date or the size roll them.");
        }
        return each.with(options.withoutStartSize());
    }

    /** The names that finished files get; empty without rolling. */
    public static String patternOf(DestinationConfig.File each) {
        Rolling rolling = each.rolling();
        return rolling == null ? "" : rolling.fileNamePattern();
    }

    /** Whether a name has the key in it. */
    public static boolean hasKey(String name) {
        return name.contains(DestinationConfig.Keyed.KEY);
    }

    /** Whether each value has an active file of its own, and rolled ones. */
    public static boolean hasKey(DestinationConfig.File each) {
        String file = each.file();
        return (file == null || hasKey(file)) && (each.rolling() == null || hasKey(patternOf(each)));
    }

    /** Whether a value can be a part of a file's name as it is. */
    public static boolean isUsable(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LONGEST
                && value.equals(new String(bytes, StandardCharsets.UTF_8))
                && USABLE.matcher(value).matches();
    }
}
