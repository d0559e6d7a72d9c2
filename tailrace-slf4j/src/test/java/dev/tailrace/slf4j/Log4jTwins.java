package dev.tailrace.slf4j;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Configurations of Log4j 2 that the real one and Tailrace have to do the same with. They stay away from what differs on purpose, which
 * docs/differences.md lists, and from the boundaries of days.
 */
final class Log4jTwins {
    static final String PATTERN = "<PatternLayout pattern='%-5p [%t] %c{1.} - %m%n'/>";
    static final String ROOT = loggers("trace", "A");
    static final String SIZE = "<Policies><SizeBasedTriggeringPolicy size='4 KB'/></Policies>";
    static final String BOTH =
            "<Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size='4 KB'/></Policies>";

    private Log4jTwins() {}

    /** Those that write files only. */
    static List<Twin> all() {
        return Stream.of(
                        appendersAndLayouts(),
                        rolling(),
                        loggersAndFilters(),
                        patterns(),
                        Log4jMoreTwins.all(),
                        Log4jMoreTwins.rollingCombinations())
                .flatMap(each -> each)
                .toList();
    }

    /** Those that write to the console, too: each needs a process of its own. */
    static Stream<Twin> console() {
        return Stream.of(
                twin("console", appenders("<Console name='A'>" + PATTERN + "</Console>") + ROOT),
                twin("console without a layout", appenders("<Console name='A' target='SYSTEM_OUT'/>") + ROOT),
                twin(
                        "console that follows, and standard error",
                        appenders(
                                        "<Console name='A' follow='true' immediateFlush='true' bufferedIo='false' bufferSize='4096'"
                                                + " ignoreExceptions='true'>" + PATTERN + "</Console>",
                                        "<Console name='B' target='SYSTEM_ERR'>" + PATTERN + "</Console>")
                                + loggers("warn", "A", "B")),
                twin(
                        "no root",
                        appenders(file("A", PATTERN)) + "<Loggers><Logger name='com.example.db' level='info'>"
                                + "<AppenderRef ref='A'/></Logger></Loggers>"));
    }

    static String loggers(String level, String... appenders) {
        return "<Loggers><Root level='" + level + "'>" + references(appenders) + "</Root></Loggers>";
    }

    static String references(String... appenders) {
        return Stream.of(appenders)
                .map(each -> "<AppenderRef ref='" + each + "'/>")
                .collect(Collectors.joining());
    }

    static String appenders(String... all) {
        return "<Appenders>" + String.join("", all) + "</Appenders>";
    }

    static String file(String name, String inside) {
        return "<File name='" + name + "' fileName='F/" + name + ".log'>" + inside + "</File>";
    }

    private static String rolling(String pattern, String inside) {
        return appenders("<RollingFile name='A' fileName='F/app.log' filePattern='F/" + pattern + "'>" + PATTERN
                        + inside + "</RollingFile>")
                + ROOT;
    }

    private static String strategy(String attributes) {
        return SIZE + "<DefaultRolloverStrategy " + attributes + "/>";
    }

    static Twin twin(String name, String inside) {
        return new Twin(name, 12, inside);
    }

    static Stream<Twin> appendersAndLayouts() {
        return Stream.of(
                twin("file", appenders(file("A", PATTERN)) + ROOT),
                twin(
                        "file in a new folder",
                        appenders("<File name='A' fileName='F/x/y/a.log'>" + PATTERN + "</File>") + ROOT),
                twin(
                        "random access file",
                        appenders(
                                        "<RandomAccessFile name='A' fileName='F/a.log' immediateFlush='false' bufferSize='8192'>"
                                                + PATTERN + "</RandomAccessFile>")
                                + ROOT),
                twin(
                        "appends",
                        appenders("<File name='A' fileName='F/old.log' append='true'>" + PATTERN + "</File>") + ROOT),
                twin(
                        "empties",
                        appenders("<File name='A' fileName='F/old.log' append='false'>" + PATTERN + "</File>") + ROOT),
                twin(
                        "parameters as elements",
                        appenders(
                                        "<file><name>A</name><FILENAME>F/a.log</FILENAME><patternLayout><pattern>%p %m%n</pattern>"
                                                + "</patternLayout></file>")
                                + ROOT),
                twin("null appender", appenders("<Null name='A'/>", file("B", PATTERN)) + loggers("info", "A", "B")),
                twin(
                        "replace",
                        appenders(file(
                                        "A",
                                        "<PatternLayout pattern='%m%n'><replace regex='[aeiou]' replacement='*'/>"
                                                + "</PatternLayout>"))
                                + loggers("warn", "A")),
                twin(
                        "no exceptions",
                        appenders(file("A", "<PatternLayout pattern='%m%n' alwaysWriteExceptions='false'/>")) + ROOT),
                twin(
                        "two appenders of one file",
                        appenders(
                                        "<File name='A' fileName='F/a.log'><PatternLayout pattern='A %m%n'/></File>",
                                        "<File name='B' fileName='F/a.log'><PatternLayout pattern='B %m%n'/></File>")
                                + loggers("info", "A", "B")),
                twin(
                        "async",
                        appenders(
                                        file("B", PATTERN),
                                        "<Async name='A' bufferSize='10000'><AppenderRef ref='B'/></Async>")
                                + ROOT),
                twin(
                        "async to several",
                        appenders(
                                        file("B", PATTERN),
                                        file("C", PATTERN),
                                        "<Async name='A' blocking='false' bufferSize='10000'><AppenderRef ref='B' level='warn'/>"
                                                + "<AppenderRef ref='C'/></Async>")
                                + ROOT));
    }

    static Stream<Twin> rolling() {
        String indexed = "app-%i.log";
        return Stream.of(
                new Twin("size, few files", 20, rolling(indexed, SIZE)),
                new Twin("size, default window is full", 120, rolling(indexed, SIZE)),
                new Twin("size, max 3", 60, rolling(indexed, strategy("max='3'"))),
                new Twin("size, min 3 to max 6", 60, rolling(indexed, strategy("min='3' max='6'"))),
                new Twin("size, max 1", 30, rolling(indexed, strategy("max='1'"))),
                new Twin("size, newest lowest", 60, rolling(indexed, strategy("fileIndex='min' max='4'"))),
                new Twin("size, no max", 60, rolling(indexed, strategy("fileIndex='nomax'"))),
                new Twin("size, gz", 60, rolling("app-%i.log.gz", strategy("max='4'"))),
                new Twin("size, gz, newest lowest", 60, rolling("app-%i.log.gz", strategy("max='4' fileIndex='min'"))),
                new Twin("size, zip", 30, rolling("old/app-%i.log.zip", strategy("max='4'"))),
                new Twin("size, padded index", 60, rolling("app-%03i.log", strategy("max='12'"))),
                new Twin("time", 20, rolling("app-%d{yyyy}.log", "<Policies><TimeBasedTriggeringPolicy/></Policies>")),
                new Twin("time and size", 40, rolling("app-%d{yyyy}-%i.log", BOTH)),
                new Twin(
                        "time and size, max 3, gz",
                        60,
                        rolling("app-%d{yyyy}-%i.log.gz", BOTH + "<DefaultRolloverStrategy max='3'/>")),
                new Twin(
                        "time and size, newest lowest",
                        60,
                        rolling("app-%d{yyyy}-%i.log", BOTH + "<DefaultRolloverStrategy max='3' fileIndex='min'/>")),
                new Twin(
                        "time and size, no max",
                        60,
                        rolling("app-%d{yyyy}-%i.log", BOTH + "<DefaultRolloverStrategy fileIndex='nomax'/>")),
                new Twin("date as a folder", 30, rolling("$${date:yyyy}/app-%d{yyyy}-%i.log.gz", BOTH)),
                new Twin("several dates", 30, rolling("%d{yyyy}/app-%d{yyyy}{UTC}-%i.log", BOTH)),
                new Twin(
                        "random access",
                        40,
                        appenders(
                                        "<RollingRandomAccessFile name='A' fileName='F/app.log' filePattern='F/app-%d{yyyy}-%i.log.gz'>"
                                                + PATTERN + BOTH + "</RollingRandomAccessFile>")
                                + ROOT),
                new Twin(
                        "direct write",
                        40,
                        appenders("<RollingFile name='A' filePattern='F/app-%d{yyyy}-%i.log'>" + PATTERN + BOTH
                                        + "<DirectWriteRolloverStrategy/></RollingFile>")
                                + ROOT),
                new Twin(
                        "direct write without a strategy",
                        20,
                        appenders("<RollingFile name='A' filePattern='F/x/app-%d{yyyy}.log'>" + PATTERN
                                        + "<TimeBasedTriggeringPolicy/></RollingFile>")
                                + ROOT),
                new Twin("appends to what there is", 30, rolling(indexed, SIZE).replace("F/app.log", "F/old.log")));
    }

    static Stream<Twin> loggersAndFilters() {
        String two = appenders(file("A", PATTERN), file("B", PATTERN));
        return Stream.of(
                twin(
                        "levels",
                        appenders(file("A", PATTERN))
                                + "<Loggers><Logger name='com.example' level='warn'/><Logger name='com.example.db.Pool'"
                                + " level='trace'/><Logger name='org.other' level='off'/><Logger name='Plain' level='fatal'/>"
                                + "<Root level='info'><AppenderRef ref='A'/></Root></Loggers>"),
                twin(
                        "additivity",
                        two
                                + "<Loggers><Logger name='com.example.db' level='debug' additivity='false'><AppenderRef ref='B'/>"
                                + "</Logger><Logger name='com.example.shop'><AppenderRef ref='A'/><AppenderRef ref='B'/></Logger>"
                                + "<Root level='info'><AppenderRef ref='A'/></Root></Loggers>"),
                twin(
                        "no level",
                        appenders(file("A", PATTERN))
                                + "<Loggers><Logger name='com.example'><AppenderRef ref='A'/></Logger><Root>"
                                + "<AppenderRef ref='A'/></Root></Loggers>"),
                twin(
                        "root as a logger",
                        appenders(file("A", PATTERN)) + "<Loggers><Logger name='root' level='warn'>"
                                + "<AppenderRef ref='A'/></Logger></Loggers>"),
                twin(
                        "a logger twice",
                        two
                                + "<Loggers><Logger name='Plain' level='trace'><AppenderRef ref='B'/></Logger><Logger name='Plain'"
                                + " level='debug'/><Root level='warn'><AppenderRef ref='A'/><AppenderRef ref='B'/></Root></Loggers>"),
                twin("an appender twice", appenders(file("A", PATTERN)) + loggers("info", "A", "A")),
                twin(
                        "levels of references",
                        two
                                + "<Loggers><Logger name='com.example.db' level='debug'><AppenderRef ref='A' level='debug'/></Logger>"
                                + "<Root level='trace'><AppenderRef ref='A' level='warn'/><AppenderRef ref='B'>"
                                + "<LevelMatchFilter level='info' onMatch='ACCEPT' onMismatch='DENY'/></AppenderRef></Root>"
                                + "</Loggers>"),
                twin(
                        "filters of appenders",
                        appenders(
                                        file("A", "<ThresholdFilter level='warn'/>" + PATTERN),
                                        file("B", "<LevelRangeFilter minLevel='WARN' maxLevel='DEBUG'/>" + PATTERN),
                                        file(
                                                "C",
                                                "<ThresholdFilter level='info' onMatch='DENY' onMismatch='ACCEPT'/>"
                                                        + PATTERN),
                                        file(
                                                "D",
                                                "<Filters><LevelMatchFilter level='debug' onMatch='ACCEPT' onMismatch='NEUTRAL'/>"
                                                        + "<ThresholdFilter level='error'/></Filters>" + PATTERN))
                                + loggers("all", "A", "B", "C", "D")),
                twin(
                        "filters of loggers",
                        two + "<Loggers><Logger name='com.example' level='trace'><ThresholdFilter level='info'/>"
                                + "<AppenderRef ref='B'/></Logger><Logger name='com.example.db' level='trace'>"
                                + "<LevelMatchFilter level='warn' onMatch='DENY' onMismatch='NEUTRAL'/></Logger>"
                                + "<Root level='debug'><ThresholdFilter level='debug'/><AppenderRef ref='A'/></Root></Loggers>"),
                twin("a filter of all", "<ThresholdFilter level='warn'/>" + appenders(file("A", PATTERN)) + ROOT),
                twin(
                        "properties",
                        "<Properties><Property name='file' value='${dir}/${name:-x}-${sys:twin:-none}-${env:TWIN_NONE:-e}.log'/>"
                                + "<Property name='dir'>F/p</Property><Property name='level'>warn</Property></Properties>"
                                + appenders(
                                        "<File name='A' fileName='${file}'><PatternLayout><Pattern>${level} ${lower:ABC} "
                                                + "$${ctx:user:-none} $${ctx:none} %m%n</Pattern></PatternLayout></File>")
                                + loggers("${level}", "A")),
                twin(
                        "arbiters",
                        appenders(file("A", PATTERN))
                                + "<Loggers><Root level='warn'><AppenderRef ref='A'/></Root><Select><SystemPropertyArbiter"
                                + " propertyName='twin' propertyValue='no'><Logger name='Plain' level='trace'/>"
                                + "</SystemPropertyArbiter><DefaultArbiter><Logger name='org.other' level='debug'/></DefaultArbiter>"
                                + "</Select></Loggers>"));
    }

    static Stream<Twin> patterns() {
        return Stream.of(
                patterns("plain words", Log4jTwinPatterns.PLAIN),
                patterns("colours", Log4jTwinPatterns.COLOURS),
                patterns("throwables", Log4jTwinPatterns.THROWABLES),
                patterns("dates", Log4jTwinPatterns.DATES));
    }

    private static Twin patterns(String name, String... patterns) {
        List<String> files = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < patterns.length; i++) {
            String pattern =
                    patterns[i].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
            names.add("P" + i);
            files.add("<File name='P" + i + "' fileName='F/" + i + ".log'><PatternLayout><Pattern>" + pattern
                    + "</Pattern></PatternLayout></File>");
        }
        return new Twin(
                name, 2, appenders(files.toArray(String[]::new)) + loggers("trace", names.toArray(String[]::new)));
    }
}
