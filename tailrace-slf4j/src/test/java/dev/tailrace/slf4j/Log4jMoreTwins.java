package dev.tailrace.slf4j;

import static dev.tailrace.slf4j.Log4jTwins.BOTH;
import static dev.tailrace.slf4j.Log4jTwins.PATTERN;
import static dev.tailrace.slf4j.Log4jTwins.ROOT;
import static dev.tailrace.slf4j.Log4jTwins.SIZE;
import static dev.tailrace.slf4j.Log4jTwins.appenders;
import static dev.tailrace.slf4j.Log4jTwins.file;
import static dev.tailrace.slf4j.Log4jTwins.loggers;
import static dev.tailrace.slf4j.Log4jTwins.references;
import static dev.tailrace.slf4j.Log4jTwins.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** More of them: shapes that are common in public projects, each option once more, and each way to roll with each compression. */
final class Log4jMoreTwins {
    /** What is supported, by element and attribute: each must occur in two configurations at least. */
    static final List<String> COVERED = List.of(
            "file",
            "file filename",
            "file append",
            "file bufferedio",
            "file buffersize",
            "file immediateflush",
            "file ignoreexceptions",
            "file locking",
            "randomaccessfile",
            "randomaccessfile append",
            "randomaccessfile immediateflush",
            "rollingfile",
            "rollingfile append",
            "rollingrandomaccessfile",
            "console target",
            "null",
            "async",
            "async buffersize",
            "async blocking",
            "async includelocation",
            "async shutdowntimeout",
            "arrayblockingqueue",
            "linkedtransferqueue",
            "asynclogger",
            "asyncroot",
            "asynclogger includelocation",
            "logger additivity",
            "appenderref level",
            "thresholdfilter",
            "thresholdfilter onmatch",
            "thresholdfilter onmismatch",
            "levelmatchfilter",
            "levelrangefilter minlevel",
            "levelrangefilter maxlevel",
            "denyallfilter",
            "filters",
            "property",
            "select",
            "defaultarbiter",
            "systempropertyarbiter",
            "environmentarbiter",
            "patternlayout charset",
            "patternlayout alwayswriteexceptions",
            "patternlayout disableansi",
            "patternlayout noconsolenoansi",
            "replace",
            "policies",
            "sizebasedtriggeringpolicy",
            "timebasedtriggeringpolicy",
            "timebasedtriggeringpolicy modulate",
            "crontriggeringpolicy",
            "defaultrolloverstrategy max",
            "defaultrolloverstrategy min",
            "defaultrolloverstrategy fileindex",
            "defaultrolloverstrategy tempcompressedfilepattern",
            "defaultrolloverstrategy stopcustomactionsonerror",
            "directwriterolloverstrategy");

    private Log4jMoreTwins() {}

    private static String async(String attributes, String inside) {
        return appenders(file("B", PATTERN), "<Async name='A' " + attributes + ">" + inside + "</Async>") + ROOT;
    }

    private static String toB() {
        return references("B");
    }

    private static String plain(String attributes) {
        return appenders("<File name='A' fileName='F/a.log' " + attributes + ">" + PATTERN + "</File>") + ROOT;
    }

    private static String random(String attributes) {
        return appenders("<RandomAccessFile name='A' fileName='F/a.log' " + attributes + ">" + PATTERN
                        + "</RandomAccessFile>")
                + ROOT;
    }

    private static String filtered(String filter) {
        return appenders(file("A", filter + PATTERN)) + ROOT;
    }

    private static String layout(String layout) {
        return appenders(file("A", layout)) + ROOT;
    }

    static Stream<Twin> all() {
        return Stream.of(options(), queues(), filters(), shapes(), arbiters()).flatMap(each -> each);
    }

    private static Stream<Twin> options() {
        return Stream.of(
                twin("unbuffered", plain("bufferedIo='false' immediateFlush='true'")),
                twin("small buffer", plain("bufferedIo='true' bufferSize='256' immediateFlush='false'")),
                twin("large buffer", plain("bufferSize='65536' immediateFlush='false' ignoreExceptions='true'")),
                twin("locked", plain("locking='true' append='true'")),
                twin("locked and unbuffered", plain("locking='true' bufferedIo='false' ignoreExceptions='false'")),
                twin("random, not appended", random("append='false' immediateFlush='true'")),
                twin("random, appended", random("append='true' immediateFlush='false' ignoreExceptions='false'")),
                twin("random over an old file", random("append='false'").replace("F/a.log", "F/old.log")),
                twin("charset", layout("<PatternLayout charset='UTF-8' pattern='%p %m \u00e4\u20ac%n'/>")),
                twin(
                        "charset as an element",
                        layout("<PatternLayout><charset>UTF-8</charset><pattern>%m%n</pattern></PatternLayout>")),
                twin("ansi not wanted", layout("<PatternLayout disableAnsi='true' pattern='%p %m%n'/>")),
                twin(
                        "ansi not wanted, either",
                        layout("<PatternLayout disableAnsi='false' noConsoleNoAnsi='true' pattern='%c %m%n'/>")),
                twin("no console, no ansi", layout("<PatternLayout noConsoleNoAnsi='true' pattern='%t %m%n'/>")),
                twin(
                        "exceptions only if asked for",
                        layout("<PatternLayout alwaysWriteExceptions='false' pattern='%m%n%ex{2}'/>")),
                twin("exceptions anyway", layout("<PatternLayout alwaysWriteExceptions='true' pattern='%p|%m%n'/>")),
                twin(
                        "replace in whole lines",
                        layout(
                                "<PatternLayout pattern='%p %c %m%n'><replace regex='\\d+' replacement='#'/></PatternLayout>")),
                twin("default layout", appenders("<File name='A' fileName='F/a.log'/>") + ROOT),
                twin("empty pattern", layout("<PatternLayout/>")),
                twin(
                        "attributes in other cases",
                        appenders("<FILE NAME='A' FileName='F/a.log'>" + PATTERN + "</FILE>") + ROOT),
                twin("null twice", appenders("<Null name='N'/>", file("A", PATTERN)) + loggers("warn", "N", "A")));
    }

    private static Stream<Twin> queues() {
        String located = "<PatternLayout pattern='%C{1} %M %F %L %m%n'/>";
        return Stream.of(
                twin("async with a filter", async("bufferSize='5000'", "<ThresholdFilter level='warn'/>" + toB())),
                twin("async with a level", async("bufferSize='5000'", "<AppenderRef ref='B' level='info'/>")),
                twin(
                        "async with a filter of its reference",
                        async("", "<AppenderRef ref='B'><LevelMatchFilter level='error'/></AppenderRef>")),
                twin("async with an array", async("bufferSize='5000'", toB() + "<ArrayBlockingQueue/>")),
                twin(
                        "async with another array",
                        async("bufferSize='9000' shutdownTimeout='5000'", toB() + "<ArrayBlockingQueue/>")),
                twin("async with a transfer queue", async("", toB() + "<LinkedTransferQueue/>")),
                twin(
                        "async with a transfer queue, timed",
                        async("shutdownTimeout='10000'", toB() + "<LinkedTransferQueue/>")),
                twin("small queue", async("bufferSize='8' blocking='true'", toB())),
                twin("queue that doesn't wait", async("bufferSize='20000' blocking='false'", toB())),
                twin(
                        "queue with the location",
                        appenders(file("B", located), "<Async name='A' includeLocation='true'>" + toB() + "</Async>")
                                + loggers("info", "A")),
                twin(
                        "queue with the location, filtered",
                        appenders(
                                        file("B", located),
                                        "<Async name='A' includeLocation='true' bufferSize='2000'><LevelRangeFilter minLevel='error'"
                                                + " maxLevel='warn'/>" + toB() + "</Async>")
                                + ROOT),
                twin(
                        "asynchronous loggers",
                        appenders(file("A", PATTERN)) + "<Loggers><AsyncLogger name='com.example' level='debug'"
                                + " additivity='false'>" + references("A") + "</AsyncLogger><AsyncRoot level='warn'>"
                                + references("A") + "</AsyncRoot></Loggers>"),
                twin(
                        "asynchronous root",
                        appenders(file("A", PATTERN)) + "<Loggers><AsyncRoot level='trace' includeLocation='false'>"
                                + references("A") + "</AsyncRoot></Loggers>"),
                twin(
                        "asynchronous loggers with the location",
                        appenders(file("A", located))
                                + "<Loggers><AsyncLogger name='com' level='info' includeLocation='true'"
                                + " additivity='false'>" + references("A")
                                + "</AsyncLogger><Root level='off'/></Loggers>"),
                twin(
                        "asynchronous logger among others",
                        appenders(file("A", PATTERN), file("B", located))
                                + "<Loggers><AsyncLogger name='com.example.db'"
                                + " level='trace' includeLocation='true' additivity='false'><AppenderRef ref='B' level='info'/></AsyncLogger>"
                                + "<Root level='info'>" + references("A") + "</Root></Loggers>"));
    }

    private static Stream<Twin> filters() {
        return Stream.of(
                twin(
                        "deny all",
                        appenders(file("A", "<DenyAllFilter/>" + PATTERN), file("B", PATTERN))
                                + loggers("warn", "A", "B")),
                twin(
                        "deny all at a logger",
                        appenders(file("A", PATTERN))
                                + "<Loggers><Logger name='com.example.db'><DenyAllFilter/></Logger>"
                                + "<Root level='info'>" + references("A") + "</Root></Loggers>"),
                twin(
                        "range",
                        filtered(
                                "<LevelRangeFilter minLevel='warn' maxLevel='info' onMatch='ACCEPT' onMismatch='DENY'/>")),
                twin(
                        "range turned round",
                        filtered(
                                "<LevelRangeFilter minLevel='error' maxLevel='warn' onMatch='DENY' onMismatch='NEUTRAL'/>")),
                twin(
                        "threshold accepts",
                        filtered("<ThresholdFilter level='warn' onMatch='ACCEPT' onMismatch='DENY'/>")),
                twin(
                        "threshold denies",
                        filtered("<ThresholdFilter level='warn' onMatch='DENY' onMismatch='ACCEPT'/>")),
                twin("match", filtered("<LevelMatchFilter level='info' onMatch='ACCEPT' onMismatch='DENY'/>")),
                twin("match denies", filtered("<LevelMatchFilter level='info' onMatch='DENY' onMismatch='ACCEPT'/>")),
                twin(
                        "one after the other",
                        filtered("<Filters><ThresholdFilter level='error' onMatch='ACCEPT' onMismatch='NEUTRAL'/>"
                                + "<LevelMatchFilter level='debug' onMatch='ACCEPT' onMismatch='DENY'/></Filters>")),
                twin(
                        "info and warnings only",
                        filtered("<Filters><ThresholdFilter level='error' onMatch='DENY' onMismatch='NEUTRAL'/>"
                                + "<ThresholdFilter level='info' onMatch='ACCEPT' onMismatch='DENY'/></Filters>")),
                twin(
                        "filters of a reference",
                        appenders(file("A", PATTERN))
                                + "<Loggers><Root level='trace'><AppenderRef ref='A' level='debug'>"
                                + "<Filters><LevelMatchFilter level='warn' onMatch='DENY' onMismatch='NEUTRAL'/>"
                                + "</Filters></AppenderRef></Root></Loggers>"),
                twin(
                        "filters of all",
                        "<Filters><ThresholdFilter level='info'/><LevelMatchFilter level='warn' onMatch='DENY'"
                                + " onMismatch='NEUTRAL'/></Filters>" + appenders(file("A", PATTERN)) + ROOT));
    }

    /** As they are found in public projects, in our own words. */
    private static Stream<Twin> shapes() {
        return Stream.of(
                twin(
                        "a file for each level",
                        appenders(
                                        file(
                                                "info",
                                                "<Filters><ThresholdFilter level='warn' onMatch='DENY' onMismatch='NEUTRAL'/>"
                                                        + "<ThresholdFilter level='info' onMatch='ACCEPT' onMismatch='DENY'/></Filters>"
                                                        + PATTERN),
                                        file(
                                                "warn",
                                                "<LevelMatchFilter level='warn' onMatch='ACCEPT' onMismatch='DENY'/>"
                                                        + PATTERN),
                                        file(
                                                "error",
                                                "<ThresholdFilter level='error' onMatch='ACCEPT' onMismatch='DENY'/>"
                                                        + PATTERN))
                                + loggers("all", "info", "warn", "error")),
                twin(
                        "paths in properties",
                        "<Properties><Property name='home'>F/logs</Property><Property name='app'>shop</Property>"
                                + "<Property name='layout'>%p [%t] %c{1.} %m%n</Property></Properties>"
                                + appenders(
                                        "<File name='A' fileName='${home}/${app}.log'><PatternLayout pattern='${layout}'/></File>")
                                + loggers("${sys:shop.level:-info}", "A")),
                twin(
                        "environment with defaults",
                        "<Properties><Property name='dir' value='F/${env:TWIN_DIR:-${sys:twin.dir:-logs}}'/></Properties>"
                                + appenders("<File name='A' fileName='${dir}/a.log'>" + PATTERN + "</File>")
                                + loggers("info", "A")),
                twin(
                        "an audit log of its own",
                        appenders(
                                        file("A", PATTERN),
                                        file("audit", "<PatternLayout pattern='%X{user} %X{id} %marker %m%n'/>"))
                                + "<Loggers><Logger name='com.example.shop' level='warn' additivity='false'>"
                                + references("audit") + "</Logger><Root level='info'>" + references("A")
                                + "</Root></Loggers>"),
                twin(
                        "quiet libraries",
                        appenders(file("A", PATTERN))
                                + "<Loggers><Logger name='org' level='error'/><Logger name='com.example.db' level='warn'/>"
                                + "<Root level='debug'>" + references("A") + "</Root></Loggers>"),
                twin(
                        "everything off but one",
                        appenders(file("A", PATTERN)) + "<Loggers><Logger name='Plain' level='all'/><Root level='off'>"
                                + references("A") + "</Root></Loggers>"),
                twin(
                        "logged twice",
                        appenders(file("A", PATTERN)) + "<Loggers><Logger name='com.example' level='info'>"
                                + references("A") + "</Logger><Root level='warn'>" + references("A")
                                + "</Root></Loggers>"),
                twin(
                        "three floors of loggers",
                        appenders(file("A", PATTERN), file("B", PATTERN), file("C", PATTERN))
                                + "<Loggers><Logger name='com' level='warn'>" + references("A")
                                + "</Logger><Logger name='com.example' level='info'>" + references("B")
                                + "</Logger><Logger name='com.example.db' level='trace'>" + references("C")
                                + "</Logger><Root level='error'>" + references("A") + "</Root></Loggers>"),
                twin(
                        "rolled by the day or by size",
                        appenders(
                                        "<RollingFile name='A' fileName='F/app.log' filePattern='F/$${date:yyyy}/app-%d{yyyy}-%i.log.gz'"
                                                + " append='true'><PatternLayout pattern='%p %m%n'/><Policies>"
                                                + "<TimeBasedTriggeringPolicy interval='1' modulate='true'/>"
                                                + "<SizeBasedTriggeringPolicy size='3 KB'/></Policies><DefaultRolloverStrategy max='4'/>"
                                                + "</RollingFile>")
                                + loggers("info", "A")),
                twin(
                        "random access behind a queue",
                        appenders(
                                        "<RollingRandomAccessFile name='R' fileName='F/r.log' filePattern='F/r-%d{yyyy}-%i.log'"
                                                + " immediateFlush='false' append='true'>" + PATTERN
                                                + "<Policies><TimeBasedTriggeringPolicy modulate='true'/>"
                                                + "<SizeBasedTriggeringPolicy size='5KB'/></Policies></RollingRandomAccessFile>",
                                        "<Async name='A' bufferSize='4096' includeLocation='false'>" + references("R")
                                                + "</Async>")
                                + ROOT));
    }

    private static Stream<Twin> arbiters() {
        String a = appenders(file("A", PATTERN));
        return Stream.of(
                twin(
                        "arbiter that holds",
                        a + "<Loggers><Root level='warn'>" + references("A")
                                + "</Root><SystemPropertyArbiter propertyName='twin'"
                                + " propertyValue='yes'><Logger name='Plain' level='trace'/></SystemPropertyArbiter></Loggers>"),
                twin(
                        "arbiter that asks for any value",
                        a + "<Loggers><Root level='warn'>" + references("A")
                                + "</Root><SystemPropertyArbiter propertyName='twin'>"
                                + "<Logger name='org.other' level='debug'/></SystemPropertyArbiter></Loggers>"),
                twin(
                        "environment arbiter",
                        a + "<Loggers><Root level='warn'>" + references("A") + "</Root><EnvironmentArbiter"
                                + " propertyName='TWIN_NONE' propertyValue='x'><Logger name='Plain' level='trace'/>"
                                + "</EnvironmentArbiter></Loggers>"),
                twin(
                        "select between environments",
                        a + "<Loggers><Root level='error'>" + references("A") + "</Root><Select><EnvironmentArbiter"
                                + " propertyName='TWIN_NONE'><Logger name='Plain' level='off'/></EnvironmentArbiter>"
                                + "<DefaultArbiter><Logger name='Plain' level='info'/></DefaultArbiter></Select></Loggers>"),
                twin(
                        "arbiter around appenders",
                        "<Appenders><Select><SystemPropertyArbiter propertyName='twin' propertyValue='yes'>"
                                + file("A", PATTERN)
                                + "</SystemPropertyArbiter><DefaultArbiter><Null name='A'/></DefaultArbiter>"
                                + "</Select></Appenders>" + ROOT));
    }

    /** Each of both appenders with each trigger, each compression and each way to number. */
    static Stream<Twin> rollingCombinations() {
        List<Twin> twins = new ArrayList<>();
        String[][] triggers = {
            {"size", SIZE, "app-%i.log"},
            {"time and size", BOTH, "app-%d{yyyy}-%i.log"},
            {
                "cron and size",
                "<Policies><CronTriggeringPolicy schedule='0 0 0 1 1 ?'/><SizeBasedTriggeringPolicy size='4 KB'/></Policies>",
                "app-%d{yyyy}-%i.log"
            }
        };
        String[][] strategies = {
            {"max", "<DefaultRolloverStrategy max='4' tempCompressedFilePattern='F/tmp-%i'/>"},
            {"min", "<DefaultRolloverStrategy min='2' max='5' fileIndex='min' stopCustomActionsOnError='true'/>"},
            {"nomax", "<DefaultRolloverStrategy fileIndex='nomax'/>"},
            {"direct", "<DirectWriteRolloverStrategy/>"}
        };
        for (String type : new String[] {"RollingFile", "RollingRandomAccessFile"}) {
            for (String[] trigger : triggers) {
                for (String compression : new String[] {"", ".gz", ".zip"}) {
                    for (String[] strategy : strategies) {
                        boolean direct = strategy[0].equals("direct");
                        boolean size = trigger[0].equals("size");
                        // Without a date there is nothing to write to directly; what a zip's entry is called differs.
                        if (size && (direct || (compression.equals(".zip") && strategy[0].equals("min")))) {
                            continue;
                        }
                        String name = type + " by " + trigger[0] + ", "
                                + (compression.isEmpty() ? "plain" : compression.substring(1)) + ", " + strategy[0];
                        twins.add(new Twin(
                                name,
                                30,
                                appenders("<" + type + " name='A' "
                                                + (direct ? "" : "fileName='F/app.log' append='true' ")
                                                + "filePattern='F/" + trigger[2] + compression + "'>" + PATTERN
                                                + trigger[1]
                                                + strategy[1] + "</" + type + ">")
                                        + ROOT));
                    }
                }
            }
        }
        return twins.stream();
    }
}
