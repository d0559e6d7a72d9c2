package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files that are rolled each second, by the clock of this machine: the same files with the same names, each with the lines of its
 * second. Many appenders stand in one configuration, so that all of them roll in the same seconds.
 */
@Tag("twin")
class EachSecondTwinTest {
    private static final int SECONDS = 5;
    private static final int ATTEMPTS = 10;
    private static final String[] COMPRESSIONS = {"", ".gz", ".zip"};
    /** Schedules, and the suffixes of the file names. */
    private static final String[][] CRON = {
        {"* * * * * ?", "%d{yyyy-MM-dd_HH-mm-ss}.log"},
        {"*/2 * * ? * SUN-SAT", "%d{yyyy-MM-dd_HH-mm-ss}.log"},
        {"0/2 * * * * ?", "%d{HH-mm-ss}-%i.log.gz"},
        {"1/2 * * * * ?", "%d{yyyy}-%i.log"},
        {"0,2,3,5,7,11,13,17,19,23,29,30-59/4 * * L,1-30 * ?", "%i.log"},
        {"0/3 * * * * ? 2020-2099", "%d{HH-mm-ss}.log.zip"}
    };

    private static final String CORE = "ch.qos.logback.core.";

    @ParameterizedTest
    @EnumSource(
            value = TwinPair.Reference.class,
            names = {"LOG4J", "LOGBACK"})
    void rolling_eachSecond_leavesTheSameFiles(TwinPair.Reference reference, @TempDir Path folder) throws Exception {
        List<String> appenders = reference == TwinPair.Reference.LOG4J ? log4j() : logback();
        Twin twin = new Twin(
                "each second",
                reference == TwinPair.Reference.LOG4J ? log4j(appenders) : logback(appenders),
                "",
                Map.of("rounds", String.valueOf(SECONDS), "script", "seconds"));
        for (int i = 0; i < ATTEMPTS; i++) {
            TwinPair pair = new TwinPair(reference, List.of(twin), folder.resolve("attempt" + i));
            // If the machine is too busy to log within the second, the result is meaningless.
            if (pair.runInTime()) {
                pair.compare(twin);
                System.out.println("twins that roll each second: " + appenders.size() + " appenders of " + reference
                        + ", " + pair.comparedFiles() + " files and " + pair.comparedBytes() + " bytes compared");
                assertThat(pair.comparedFiles()).isGreaterThan(appenders.size());
                return;
            }
        }
        throw new AssertionError("in none of " + ATTEMPTS + " attempts did both log within the seconds they should");
    }

    private static List<String> log4j() {
        List<String> appenders = new ArrayList<>();
        for (String type : new String[] {"RollingFile", "RollingRandomAccessFile"}) {
            for (String compression : COMPRESSIONS) {
                for (String file : new String[] {"fileName='F/N/app.log' ", ""}) {
                    if (file.isEmpty() && !compression.isEmpty()) {
                        // Log4j sometimes loses a line in this case.
                        continue;
                    }
                    appenders.add("<" + type + " name='N' " + file
                            + "filePattern='F/N/app-%d{yyyy-MM-dd_HH-mm-ss}.log" + compression
                            + "'><PatternLayout pattern='%p %m%n'/><TimeBasedTriggeringPolicy/></" + type + ">");
                    if (!file.isEmpty()) {
                        // A file that is written directly has another index.
                        appenders.add("<" + type + " name='N' " + file
                                + "filePattern='F/N/app-%d{HH-mm-ss}-%i.log" + compression
                                + "'><PatternLayout pattern='%p %m%n'/><Policies><TimeBasedTriggeringPolicy modulate='true'/>"
                                + "<SizeBasedTriggeringPolicy size='10 MB'/></Policies></" + type + ">");
                    }
                }
            }
        }
        for (String pattern : new String[] {
            "%d{HH-mm}/app-%d{HH-mm-ss}.log.gz",
            "%d{yyyy-MM-dd_HH-mm-ss}{GMT+5}/app.log",
            "app-%d{HH-mm-ss}{UTC}.log",
            "app-%d{yyyyMMdd}-%d{HHmmss}.log",
            "$${date:yyyy}/app-%d{HH-mm-ss}.log"
        }) {
            appenders.add("<RollingFile name='N' fileName='F/N/app.log' filePattern='F/N/" + pattern
                    + "'><PatternLayout pattern='%p %m%n'/><TimeBasedTriggeringPolicy/></RollingFile>");
        }
        for (String[] cron : CRON) {
            appenders.add("<RollingFile name='N' fileName='F/N/app.log' filePattern='F/N/app-" + cron[1]
                    + "'><PatternLayout pattern='%p %m%n'/><CronTriggeringPolicy schedule='" + cron[0]
                    + "'/></RollingFile>");
        }
        return numbered(appenders);
    }

    private static String log4j(List<String> appenders) {
        StringBuilder references = new StringBuilder();
        for (int i = 0; i < appenders.size(); i++) {
            references.append("<AppenderRef ref='A").append(i).append("'/>");
        }
        return "<Appenders>" + String.join("", appenders) + "</Appenders><Loggers><Root level='info'>" + references
                + "</Root></Loggers>";
    }

    private static List<String> logback() {
        List<String> appenders = new ArrayList<>();
        for (String compression : COMPRESSIONS) {
            for (String file : new String[] {"<file>F/N/app.log</file>", ""}) {
                for (String history : new String[] {"", "<maxHistory>2</maxHistory>"}) {
                    appenders.add(logback(
                            file, "TimeBasedRollingPolicy", "app.%d{yyyy-MM-dd_HH-mm-ss}.log" + compression, history));
                    appenders.add(logback(
                            file,
                            "SizeAndTimeBasedRollingPolicy",
                            "app.%d{yyyy-MM-dd_HH-mm-ss}.%i.log" + compression,
                            "<maxFileSize>10MB</maxFileSize>" + history));
                }
            }
        }
        String active = "<file>F/N/app.log</file>";
        for (String pattern : new String[] {
            "%d{HH-mm, aux}/app.%d{yyyy-MM-dd_HH-mm-ss}.log.gz",
            "%d{yyyy-MM-dd_HH-mm-ss}/app.log",
            "%d{HH/mm/ss}/app.log",
            "app.%d{yyyy-MM-dd_HH-mm-ss, Asia/Tokyo}.log",
            "app.%d{yyyyMMdd, aux}-%d{yyyyMMddHHmmss, UTC}.log.gz"
        }) {
            appenders.add(logback(active, "TimeBasedRollingPolicy", pattern, "<maxHistory>2</maxHistory>"));
        }
        for (String pattern : new String[] {
            "%d{yyyy-MM-dd_HH-mm-ss}/app.%i.log",
            "%d{yyyy-MM-dd_HH-mm-ss, UTC}/%i/app.log.gz",
            "parts/%i/app.%d{yyyy-MM-dd_HH-mm-ss}.log"
        }) {
            appenders.add(logback(active, "SizeAndTimeBasedRollingPolicy", pattern, "<maxFileSize>10MB</maxFileSize>"));
        }
        return numbered(appenders);
    }

    private static String logback(String file, String policy, String pattern, String inside) {
        return "<appender name='N' class='" + CORE + "rolling.RollingFileAppender'>" + file + "<rollingPolicy class='"
                + CORE + "rolling." + policy + "'><fileNamePattern>F/N/" + pattern + "</fileNamePattern>" + inside
                + "</rollingPolicy><encoder><pattern>%p %m%n</pattern></encoder></appender>";
    }

    private static String logback(List<String> appenders) {
        StringBuilder references = new StringBuilder();
        for (int i = 0; i < appenders.size(); i++) {
            references.append("<appender-ref ref='A").append(i).append("'/>");
        }
        return String.join("", appenders) + "<root level='INFO'>" + references + "</root>";
    }

    private static List<String> numbered(List<String> appenders) {
        List<String> numbered = new ArrayList<>();
        for (int i = 0; i < appenders.size(); i++) {
            numbered.add(appenders.get(i).replace("'N'", "'A" + i + "'").replace("F/N/", "F/A" + i + "/"));
        }
        return numbered;
    }
}
