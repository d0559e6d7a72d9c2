package dev.tailrace.slf4j.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Log4j 2 configurations with which Log4j 2 and Tailrace must give the same result. They avoid the intended differences, listed in
 * docs/reference/differences.md, and the boundaries of days.
 */
final class Log4jTwins {
    private static final String[][] TRIGGERS = {
        {"size", "<Policies><SizeBasedTriggeringPolicy size='4 KB'/></Policies>", "app-%i.log"},
        {"time", "<Policies><TimeBasedTriggeringPolicy/></Policies>", "app-%d{yyyy}.log"},
        {
            "time and size",
            "<Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size='4 KB'/></Policies>",
            "app-%d{yyyy}-%i.log"
        },
        {"cron", "<Policies><CronTriggeringPolicy schedule='0 0 0 1 1 ?'/></Policies>", "app-%d{yyyy}.log"},
        {
            "cron and size",
            "<Policies><CronTriggeringPolicy schedule='0 0 0 1 1 ?'/><SizeBasedTriggeringPolicy size='4 KB'/></Policies>",
            "app-%d{yyyy}-%i.log"
        }
    };
    private static final String[][] STRATEGIES = {
        {"max", "<DefaultRolloverStrategy max='4' tempCompressedFilePattern='F/tmp-%i'/>"},
        {"min", "<DefaultRolloverStrategy min='2' max='5' fileIndex='min' stopCustomActionsOnError='true'/>"},
        {"nomax", "<DefaultRolloverStrategy fileIndex='nomax'/>"},
        {"direct", "<DirectWriteRolloverStrategy/>"}
    };

    private Log4jTwins() {}

    static List<Twin> all() {
        return Stream.of(
                        TwinTexts.read(
                                "log4j",
                                "appenders",
                                "options",
                                "more",
                                "console",
                                "queues",
                                "routing",
                                "loggers",
                                "filters",
                                "asked",
                                "arbiters",
                                "patterns",
                                "json",
                                "shapes",
                                "properties"),
                        TwinTexts.read("log4j", "rolling", "delete"),
                        rollingCombinations(),
                        TwinTexts.read("log4j", "reloads"))
                .flatMap(List::stream)
                .toList();
    }

    /** Both appenders with each trigger, each compression and each numbering. */
    static List<Twin> rollingCombinations() {
        List<Twin> twins = new ArrayList<>();
        for (String type : new String[] {"RollingFile", "RollingRandomAccessFile"}) {
            for (String[] trigger : TRIGGERS) {
                for (String compression : new String[] {"", ".gz", ".zip"}) {
                    for (String[] strategy : STRATEGIES) {
                        boolean direct = strategy[0].equals("direct");
                        boolean size = trigger[0].equals("size");
                        // A direct write needs a date, and names of zip entries differ.
                        if (size && (direct || (compression.equals(".zip") && strategy[0].equals("min")))) {
                            continue;
                        }
                        twins.add(new Twin(
                                type + " by " + trigger[0] + ", "
                                        + (compression.isEmpty() ? "plain" : compression.substring(1)) + ", "
                                        + strategy[0],
                                trigger[0].contains("size") ? 30 : 5,
                                "<Appenders><" + type + " name='A' "
                                        + (direct ? "" : "fileName='F/app.log' append='true' ")
                                        + "filePattern='F/" + trigger[2] + compression
                                        + "'><PatternLayout pattern='%-5p [%t] %c{1.} - %m%n'/>"
                                        + trigger[1] + strategy[1] + "</" + type + "></Appenders>"
                                        + "<Loggers><Root level='trace'><AppenderRef ref='A'/></Root></Loggers>"));
                    }
                }
            }
        }
        return twins;
    }
}
