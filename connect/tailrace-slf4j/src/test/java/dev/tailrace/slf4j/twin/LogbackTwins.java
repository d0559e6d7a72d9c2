package dev.tailrace.slf4j.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Logback configurations with which Logback and Tailrace must give the same result. They avoid the intended differences, listed in
 * docs/reference/differences.md.
 */
final class LogbackTwins {
    private static final String CORE = "ch.qos.logback.core.";
    private static final String SIZE = "<maxFileSize>1KB</maxFileSize><checkIncrement>0 milliseconds</checkIncrement>";
    private static final String TRIGGER =
            "<triggeringPolicy class='" + CORE + "rolling.SizeBasedTriggeringPolicy'>" + SIZE + "</triggeringPolicy>";
    private static final String[] COMPRESSIONS = {"", ".gz", ".zip"};

    private LogbackTwins() {}

    /** All configurations except those only for older versions. */
    static List<Twin> all() {
        return Stream.of(plain(), TwinTexts.read("logback", "json"), rolled(), reloaded())
                .flatMap(List::stream)
                .toList();
    }

    /** Configurations that only need Logback itself, of any version. */
    static List<Twin> plain() {
        return TwinTexts.read(
                "logback",
                "appenders",
                "console",
                "loggers",
                "variables",
                "conditions",
                "patterns",
                "filters",
                "evaluators",
                "sifting",
                "shapes");
    }

    /** Configurations with conditions that Logback compiled up to 1.5.36. */
    static List<Twin> scripted() {
        return TwinTexts.read("logback", "scripted");
    }

    /** Configurations that change while the program runs. */
    static List<Twin> reloaded() {
        return TwinTexts.read("logback", "reloads");
    }

    /** Each policy with each possible trigger and each compression; a period is a month. */
    static List<Twin> rolled() {
        List<Twin> twins = new ArrayList<>(TwinTexts.read("logback", "rolling"));
        for (String compression : COMPRESSIONS) {
            String suffix = compression.isEmpty() ? "plain" : compression.substring(1);
            String month = "app.%d{yyyy-MM}.log" + compression;
            String part = "app.%d{yyyy-MM}.%i.log" + compression;
            String file = "<file>F/app.log</file>";
            for (String[] window : new String[][] {{"1", "3", "app.%i.log"}, {"0", "5", "old/app-%i.log"}}) {
                twins.add(rolled(
                        "window from " + window[0] + ", " + suffix,
                        file,
                        policy(
                                        "FixedWindowRollingPolicy",
                                        window[2] + compression,
                                        "<minIndex>" + window[0] + "</minIndex><maxIndex>" + window[1] + "</maxIndex>")
                                + TRIGGER));
            }
            for (String direct : new String[] {"", ", no file"}) {
                String active = direct.isEmpty() ? file : "";
                twins.add(rolled(
                        "time, " + suffix + direct,
                        active,
                        policy("TimeBasedRollingPolicy", month, "<maxHistory>3</maxHistory>")));
                twins.add(
                        rolled(
                                "time, all options, " + suffix + direct,
                                active,
                                policy(
                                        "TimeBasedRollingPolicy",
                                        month,
                                        "<maxHistory>3</maxHistory><totalSizeCap>1GB</totalSizeCap><cleanHistoryOnStart>true</cleanHistoryOnStart>")));
                twins.add(rolled(
                        "size and time, " + suffix + direct,
                        active,
                        policy("SizeAndTimeBasedRollingPolicy", part, SIZE)));
                twins.add(
                        rolled(
                                "size and time, all options, " + suffix + direct,
                                active,
                                policy(
                                        "SizeAndTimeBasedRollingPolicy",
                                        "%d{yyyy,aux}/" + part,
                                        SIZE
                                                + "<maxHistory>3</maxHistory><totalSizeCap>1GB</totalSizeCap><cleanHistoryOnStart>true</cleanHistoryOnStart>")));
                for (String type :
                        new String[] {"SizeAndTimeBasedFNATP", "SizeAndTimeBasedFileNamingAndTriggeringPolicy"}) {
                    twins.add(rolled(
                            "size and time by " + type + ", " + suffix + direct,
                            active,
                            policy(
                                    "TimeBasedRollingPolicy",
                                    part,
                                    "<timeBasedFileNamingAndTriggeringPolicy class='" + CORE + "rolling." + type + "'>"
                                            + SIZE + "</timeBasedFileNamingAndTriggeringPolicy>")));
                }
            }
            twins.add(rolled(
                    "size and time, appended, " + suffix,
                    "<file>F/old.log</file>",
                    policy("SizeAndTimeBasedRollingPolicy", part, SIZE + "<maxHistory>2</maxHistory>")));
        }
        return twins;
    }

    private static String policy(String name, String pattern, String inside) {
        return "<rollingPolicy class='" + CORE + "rolling." + name + "'><fileNamePattern>F/" + pattern
                + "</fileNamePattern>" + inside + "</rollingPolicy>";
    }

    /** A configuration with a pause: Logback checks the size of a file once a millisecond. */
    private static Twin rolled(String name, String file, String inside) {
        return new Twin(
                name,
                "<appender name='A' class='" + CORE + "rolling.RollingFileAppender'>" + file + inside
                        + "<encoder><pattern>%-5level [%thread] %logger{20} - %msg%n</pattern></encoder></appender>"
                        + "<root level='DEBUG'><appender-ref ref='A'/></root>",
                "",
                Map.of("rounds", "4", "pause", "2"));
    }
}
