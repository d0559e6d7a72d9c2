package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Each rolling policy with each trigger and each compression. */
final class Combinations {
    private static final String[] COMPRESSIONS = {"", "\\.gz", "\\.zip"};

    private Combinations() {}

    /** Logback's combinations, as expressions that some configuration must contain. */
    static List<Pattern> ofLogback() {
        List<Pattern> combinations = new ArrayList<>();
        String[][] policies = {
            {"\\.FixedWindowRollingPolicy'", "triggeringPolicy class='[\\w.]*SizeBasedTriggeringPolicy'"},
            {"\\.TimeBasedRollingPolicy'", ""},
            {"\\.TimeBasedRollingPolicy'", "timeBasedFileNamingAndTriggeringPolicy class='[\\w.]*SizeAndTimeBasedFNATP'"
            },
            {
                "\\.TimeBasedRollingPolicy'",
                "timeBasedFileNamingAndTriggeringPolicy class='[\\w.]*SizeAndTimeBasedFileNamingAndTriggeringPolicy'"
            },
            {"\\.SizeAndTimeBasedRollingPolicy'", "<maxFileSize>"}
        };
        for (String[] policy : policies) {
            for (String compression : COMPRESSIONS) {
                combinations.add(Pattern.compile(
                        "(?s)" + policy[0] + "><fileNamePattern>[^<]*log" + compression + "<.*" + policy[1]));
            }
        }
        return combinations;
    }

    /** Log4j 2's combinations. */
    static List<Pattern> ofLog4j() {
        List<Pattern> combinations = new ArrayList<>();
        String size = "<SizeBasedTriggeringPolicy[^>]*>";
        String time = "<TimeBasedTriggeringPolicy[^>]*>";
        String cron = "<CronTriggeringPolicy[^>]*>";
        for (String type : new String[] {"RollingFile", "RollingRandomAccessFile"}) {
            for (String trigger : new String[] {size, time, time + size, cron, cron + size}) {
                for (String strategy : new String[] {
                    "<DefaultRolloverStrategy max=",
                    "<DefaultRolloverStrategy [^>]*fileIndex='min'",
                    "<DefaultRolloverStrategy fileIndex='nomax'",
                    "<DirectWriteRolloverStrategy"
                }) {
                    for (String compression : COMPRESSIONS) {
                        boolean bySize = trigger.equals(size);
                        boolean differs = compression.equals("\\.zip") && strategy.contains("min");
                        // A direct write needs a date, and differing combinations are in docs/reference/differences.md.
                        if (!bySize || !(strategy.contains("Direct") || differs)) {
                            combinations.add(Pattern.compile("(?s)<" + type + " [^>]*log" + compression
                                    + "'>.*<Policies>" + trigger + "</Policies>" + strategy));
                        }
                    }
                }
            }
        }
        return combinations;
    }

    static void check(String title, List<Twin> twins, List<Pattern> combinations) {
        for (Pattern each : combinations) {
            assertThat(twins)
                    .as("%s", each)
                    .anyMatch(twin -> each.matcher(twin.inside()).find());
        }
        System.out.println(title + ": " + combinations.size() + " combinations of rolling, trigger and compression");
    }
}
