package dev.tailrace.slf4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Configurations of Logback that the real one and Tailrace have to do the same with. They stay away from what differs on purpose, which
 * docs/differences.md lists.
 */
final class LogbackTwins {
    /** What is supported, by element, class or option: each must occur in two configurations at least. */
    static final List<String> COVERED = List.of(
            "property",
            "variable",
            "include",
            "define",
            "timestamp",
            "if",
            "condition",
            "then",
            "else",
            "import",
            "contextname",
            "statuslistener",
            "shutdownhook",
            "logger additivity",
            "level",
            "param",
            "FileAppender",
            "RollingFileAppender",
            "AsyncAppender",
            "NOPAppender",
            "PatternLayoutEncoder",
            "LayoutWrappingEncoder",
            "PatternLayout",
            "ThresholdFilter",
            "LevelFilter",
            "FixedWindowRollingPolicy",
            "TimeBasedRollingPolicy",
            "SizeAndTimeBasedRollingPolicy",
            "SizeAndTimeBasedFNATP",
            "SizeBasedTriggeringPolicy",
            "append",
            "prudent",
            "buffersize",
            "immediateflush",
            "charset",
            "queuesize",
            "discardingthreshold",
            "neverblock",
            "includecallerdata",
            "maxflushtime",
            "onmatch",
            "onmismatch",
            "minindex",
            "maxindex",
            "maxfilesize",
            "checkincrement",
            "maxhistory",
            "totalsizecap",
            "cleanhistoryonstart");

    private static final String CORE = "ch.qos.logback.core.";
    private static final String ENCODER =
            "<encoder><pattern>%-5level [%thread] %logger{20} - %msg%n</pattern></encoder>";
    private static final String ROOT = root("TRACE", "A");

    private LogbackTwins() {}

    private static Twin twin(String name, String... inside) {
        return new Twin(name, 11, String.join("", inside));
    }

    private static String root(String level, String... appenders) {
        return "<root level='" + level + "'>" + references(appenders) + "</root>";
    }

    private static String references(String... appenders) {
        return Stream.of(appenders)
                .map(each -> "<appender-ref ref='" + each + "'/>")
                .collect(Collectors.joining());
    }

    private static String logger(String name, String attributes, String... appenders) {
        return "<logger name='" + name + "' " + attributes + ">" + references(appenders) + "</logger>";
    }

    private static String file(String name, String inside) {
        return "<appender name='" + name + "' class='" + CORE + "FileAppender'><file>F/" + name.toLowerCase(Locale.ROOT)
                + ".log</file>" + inside + "</appender>";
    }

    private static String pattern(String pattern) {
        return "<encoder><pattern>" + pattern + "</pattern></encoder>";
    }

    private static String async(String name, String target, String inside) {
        return "<appender name='" + name + "' class='ch.qos.logback.classic.AsyncAppender'>" + inside
                + references(target) + "</appender>";
    }

    private static String filter(String name, String inside) {
        return "<filter class='ch.qos.logback.classic.filter." + name + "'>" + inside + "</filter>";
    }

    static Stream<Twin> files() {
        return Stream.of(appenders(), loggers(), variables(), conditions(), patterns())
                .flatMap(each -> each);
    }

    private static Stream<Twin> appenders() {
        return Stream.of(
                twin("file", file("A", ENCODER), ROOT),
                twin("file in a new folder", file("A", ENCODER).replace("F/a.log", "F/x/y/a.log"), ROOT),
                twin("appends", file("A", "<append>true</append>" + ENCODER).replace("a.log", "old.log"), ROOT),
                twin("empties", file("A", "<append>false</append>" + ENCODER).replace("a.log", "old.log"), ROOT),
                twin("prudent", file("A", "<prudent>true</prudent>" + ENCODER).replace("a.log", "old.log"), ROOT),
                twin(
                        "prudent, in capital letters",
                        file("A", "<prudent>TRUE</prudent><append>false</append>" + ENCODER),
                        ROOT),
                twin(
                        "buffered",
                        file("A", "<bufferSize>16KB</bufferSize><immediateFlush>false</immediateFlush>" + ENCODER),
                        ROOT),
                twin(
                        "small buffer",
                        file("A", "<bufferSize>256</bufferSize><immediateFlush>true</immediateFlush>" + ENCODER),
                        ROOT),
                twin(
                        "charset",
                        file("A", "<encoder><charset>UTF-8</charset><pattern>%p \u00e4\u20ac %m%n</pattern></encoder>"),
                        ROOT),
                twin(
                        "charset of a wrapped layout",
                        file(
                                "A",
                                "<encoder class='" + CORE + "encoder.LayoutWrappingEncoder'><charset>UTF-8</charset>"
                                        + "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>%c %m%n</pattern></layout>"
                                        + "</encoder>"),
                        ROOT),
                twin(
                        "wrapped layout",
                        file(
                                "A",
                                "<encoder class='" + CORE + "encoder.LayoutWrappingEncoder'><layout"
                                        + " class='ch.qos.logback.classic.PatternLayout'><pattern>%t %m%n</pattern></layout></encoder>"),
                        ROOT),
                twin(
                        "encoder by its class",
                        file(
                                "A",
                                "<encoder class='ch.qos.logback.classic.encoder.PatternLayoutEncoder'><pattern>%m%n</pattern></encoder>"),
                        ROOT),
                twin(
                        "param",
                        file("A", "<param name='append' value='false'/>" + ENCODER)
                                .replace("a.log", "old.log"),
                        ROOT),
                twin(
                        "params only",
                        "<appender name='A' class='" + CORE + "FileAppender'><param name='File' value='F/p.log'/>"
                                + ENCODER + "</appender>",
                        ROOT),
                twin(
                        "no operation",
                        "<appender name='N' class='" + CORE + "helpers.NOPAppender'/>",
                        file("A", ENCODER),
                        root("WARN", "N", "A")),
                twin(
                        "no operation for a logger",
                        "<appender name='N' class='" + CORE + "helpers.NOPAppender'/>",
                        file("A", ENCODER),
                        logger("com.example", "additivity='false'", "N"),
                        root("INFO", "A")),
                twin("threshold", file("A", filter("ThresholdFilter", "<level>WARN</level>") + ENCODER), ROOT),
                twin(
                        "level",
                        file(
                                "A",
                                filter(
                                                "LevelFilter",
                                                "<level>INFO</level><onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch>")
                                        + ENCODER),
                        ROOT),
                twin(
                        "level denied",
                        file(
                                "A",
                                filter(
                                                "LevelFilter",
                                                "<level>DEBUG</level><onMatch>DENY</onMatch><onMismatch>NEUTRAL</onMismatch>")
                                        + ENCODER),
                        ROOT),
                twin("level without answers", file("A", filter("LevelFilter", "<level>ERROR</level>") + ENCODER), ROOT),
                twin(
                        "filters one after the other",
                        file(
                                "A",
                                filter(
                                                "LevelFilter",
                                                "<level>ERROR</level><onMatch>ACCEPT</onMatch><onMismatch>NEUTRAL</onMismatch>")
                                        + filter("LevelFilter", "<level>INFO</level><onMatch>DENY</onMatch>")
                                        + filter("ThresholdFilter", "<level>DEBUG</level>")
                                        + ENCODER),
                        ROOT),
                twin(
                        "queue",
                        file("B", ENCODER),
                        async("A", "B", "<queueSize>5000</queueSize><discardingThreshold>0</discardingThreshold>"),
                        ROOT),
                twin(
                        "queue that never blocks",
                        file("B", ENCODER),
                        async(
                                "A",
                                "B",
                                "<queueSize>9000</queueSize><discardingThreshold>0</discardingThreshold><neverBlock>true</neverBlock>"),
                        ROOT),
                twin(
                        "queue with the caller",
                        file("B", pattern("%C{0} %M %F %L %m%n")),
                        async(
                                "A",
                                "B",
                                "<queueSize>5000</queueSize><discardingThreshold>0</discardingThreshold>"
                                        + "<includeCallerData>true</includeCallerData><maxFlushTime>5000</maxFlushTime>"),
                        root("INFO", "A")),
                twin(
                        "queue with the caller, unblocked",
                        file("B", pattern("%class{1} %line %m%n")),
                        async(
                                "A",
                                "B",
                                "<queueSize>5000</queueSize><discardingThreshold>0</discardingThreshold>"
                                        + "<includeCallerData>true</includeCallerData><neverBlock>false</neverBlock><maxFlushTime>0</maxFlushTime>"),
                        root("INFO", "A")),
                twin(
                        "queue with a filter",
                        file("B", ENCODER),
                        async(
                                "A",
                                "B",
                                "<queueSize>5000</queueSize><discardingThreshold>0</discardingThreshold>"
                                        + filter("ThresholdFilter", "<level>INFO</level>")),
                        ROOT),
                twin(
                        "a file for each level",
                        file(
                                "INFO",
                                filter(
                                                "LevelFilter",
                                                "<level>INFO</level><onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch>")
                                        + ENCODER),
                        file(
                                "WARN",
                                filter(
                                                "LevelFilter",
                                                "<level>WARN</level><onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch>")
                                        + ENCODER),
                        file("ERROR", filter("ThresholdFilter", "<level>ERROR</level>") + ENCODER),
                        root("INFO", "INFO", "WARN", "ERROR")));
    }

    private static Stream<Twin> loggers() {
        String two = file("A", ENCODER) + file("B", ENCODER);
        return Stream.of(
                twin(
                        "levels",
                        file("A", ENCODER),
                        logger("com.example", "level='WARN'"),
                        logger("com.example.db.Pool", "level='TRACE'"),
                        logger("org", "level='OFF'"),
                        root("INFO", "A")),
                twin(
                        "additivity",
                        two,
                        logger("com.example.db", "level='DEBUG' additivity='false'", "B"),
                        logger("com.example", "", "B"),
                        root("INFO", "A")),
                twin(
                        "level elements",
                        file("A", ENCODER),
                        "<logger name='com'><level value='ERROR'/></logger><root><level value='INFO'/>"
                                + references("A") + "</root>"),
                twin(
                        "inherited",
                        file("A", ENCODER),
                        logger("com", "level='ERROR'"),
                        "<logger name='com.example'><level value='INHERITED'/></logger>",
                        logger("com.example.db", "level='NULL'"),
                        root("INFO", "A")),
                twin("root by its name", file("A", ENCODER), logger("ROOT", "level='WARN'", "A")),
                twin("root without a level", file("A", ENCODER), "<root>" + references("A") + "</root>"),
                twin(
                        "logged twice",
                        file("A", ENCODER),
                        logger("com.example", "level='INFO' additivity='true'", "A"),
                        root("WARN", "A")),
                twin(
                        "an audit log of its own",
                        two,
                        logger("com.example.shop", "level='INFO' additivity='false'", "B"),
                        root("WARN", "A")),
                twin("everything off but one", file("A", ENCODER), logger("Plain", "level='ALL'"), root("OFF", "A")),
                twin(
                        "a logger twice",
                        two,
                        logger("Plain", "level='TRACE'", "B"),
                        logger("Plain", "level='ERROR'"),
                        root("INFO", "A")),
                twin(
                        "in small letters",
                        "<Appender name='A' class='" + CORE
                                + "FileAppender'><File>F/a.log</File><Encoder><Pattern>%p %m%n</Pattern></Encoder></Appender>"
                                + "<Root level='info'>" + references("A") + "</Root>"));
    }

    private static Stream<Twin> variables() {
        return Stream.of(
                twin(
                        "properties",
                        "<property name='dir' value='F/p'/><property name='name' value='${app:-shop}'/><appender name='A' class='"
                                + CORE + "FileAppender'><file>${dir}/${name}.log</file>" + ENCODER + "</appender>",
                        ROOT),
                twin(
                        "variables",
                        "<variable name='level' value='warn'/><variable name='p' value='%p %m%n' scope='context'/>",
                        file("A", pattern("${p}")),
                        root("${level}", "A")),
                twin(
                        "nested defaults",
                        "<variable name='b' value='B'/>",
                        file("A", pattern("${a:-${b:-c}} ${x:-${y:-z}} %m%n")),
                        root("INFO", "A")),
                twin(
                        "definers",
                        "<define name='there' class='" + CORE
                                + "property.FileExistsPropertyDefiner'><path>F/old.log</path></define>"
                                + "<define name='not' class='" + CORE
                                + "property.FileExistsPropertyDefiner'><path>F/none</path></define>",
                        file("A", pattern("${there} ${not} %m%n")),
                        root("WARN", "A")),
                twin(
                        "resource definer",
                        "<define name='r' class='" + CORE
                                + "property.ResourceExistsPropertyDefiner'><resource>none</resource></define>",
                        file("A", pattern("${r} %m%n")),
                        root("WARN", "A")),
                twin(
                        "timestamp",
                        "<timestamp key='t' datePattern='yyyy'/>",
                        file("A", pattern("${t} %m%n")),
                        root("WARN", "A")),
                twin(
                        "timestamp of the birth",
                        "<timestamp key='t' datePattern=\"yyyy'x'\" timeReference='contextBirth'/>",
                        file("A", pattern("${t} %m%n")),
                        root("WARN", "A")),
                twin(
                        "context name",
                        "<contextName>shop</contextName>",
                        file("A", pattern("%contextName %cn ${CONTEXT_NAME} %m%n")),
                        root("WARN", "A")),
                twin(
                        "context name in a path",
                        "<contextName>billing</contextName>",
                        file("A", ENCODER).replace("F/a", "F/${CONTEXT_NAME}"),
                        root("INFO", "A")),
                twin(
                        "imports",
                        "<import class='" + CORE
                                + "FileAppender'/><import class='ch.qos.logback.classic.encoder.PatternLayoutEncoder'/>"
                                + "<appender name='A' class='FileAppender'><file>F/a.log</file><encoder class='PatternLayoutEncoder'><pattern>%m%n</pattern></encoder></appender>",
                        root("INFO", "A")),
                twin(
                        "imported filter",
                        "<import class='ch.qos.logback.classic.filter.ThresholdFilter'/>",
                        file("A", "<filter class='ThresholdFilter'><level>WARN</level></filter>" + ENCODER),
                        ROOT),
                twin(
                        "listeners",
                        "<statusListener class='" + CORE + "status.NopStatusListener'/><shutdownHook/>",
                        file("A", ENCODER),
                        root("INFO", "A")),
                twin(
                        "listeners once more",
                        "<statusListener class='" + CORE + "status.NopStatusListener'/><shutdownHook class='" + CORE
                                + "hook.DefaultShutdownHook'/>",
                        file("A", ENCODER),
                        root("WARN", "A")),
                twin(
                        "optional includes",
                        "<include file='F/none.xml' optional='true'/><include resource='none.xml' optional='true'/>",
                        file("A", ENCODER),
                        root("WARN", "A")),
                twin(
                        "an include that isn't there",
                        "<include optional='true' file='${dir:-F/x}/none.xml'/>",
                        file("A", ENCODER),
                        root("INFO", "A")));
    }

    private static String condition(String name, String inside) {
        return "<condition class='" + CORE + "boolex." + name + "'>" + inside + "</condition>";
    }

    private static Stream<Twin> conditions() {
        String branches = "<if><then>" + root("WARN", "A") + "</then><else>" + root("DEBUG", "A") + "</else></if>";
        String type = "<property name='type' value='staging'/>" + file("A", ENCODER);
        return Stream.of(
                twin(
                        "condition that holds",
                        type,
                        condition("PropertyEqualityCondition", "<key>type</key><value>staging</value>"),
                        branches),
                twin(
                        "condition that doesn't",
                        type,
                        condition("PropertyEqualityCondition", "<key>type</key><value>live</value>"),
                        branches),
                twin("defined", type, condition("IsPropertyDefinedCondition", "<key>type</key>"), branches),
                twin("not defined", type, condition("IsPropertyNullCondition", "<key>none</key>"), branches),
                twin(
                        "expression",
                        type,
                        condition(
                                "ExpressionPropertyCondition",
                                "<expression>isDefined(\"type\") &amp;&amp; !propertyContains(\"type\", \"live\")</expression>"),
                        branches));
    }

    /** With conditions as Logback compiled them up to 1.5.36. */
    static Stream<Twin> scripted() {
        String[] conditions = {
            "property(\"type\").contains(\"staging\")",
            "p(\"type\").equals(\"live\")",
            "isDefined(\"type\") &amp;&amp; !isNull(\"type\")",
            "isNull(\"none\") || p(\"type\").startsWith(\"x\")",
            "!property(\"type\").equalsIgnoreCase(\"STAGING\")",
            "property(\"none\").isEmpty()",
            "p(\"type\").toUpperCase().endsWith(\"ING\") &amp;&amp; (isDefined(\"none\") || true)"
        };
        List<Twin> twins = new ArrayList<>();
        for (int i = 0; i < conditions.length; i++) {
            twins.add(twin(
                    "scripted " + i,
                    "<property name='type' value='staging'/>",
                    file("A", ENCODER),
                    "<if condition='" + conditions[i] + "'><then>" + root("WARN", "A") + "</then><else>"
                            + root("DEBUG", "A") + "</else></if>"));
        }
        return twins.stream();
    }

    private static Stream<Twin> patterns() {
        String[] words = {
            "%p|%le|%level|%-7p|%7p|%.2p|%.-2p%n",
            "%c|%lo|%logger|%c{0}|%c{1}|%c{10}|%c{36}|%-40logger{15}|%.10c|%.-10c|%20.20c%n",
            "%t|%thread|%-10t|%m|%msg|%message|%-60m|%.10m%n",
            "%X{user}|%X{none}|%X{none:-nobody}|%mdc{id}|%X|%marker|%kvp%n",
            "%C|%C{0}|%class{10}|%M|%method|%F|%file|%L|%line%n",
            "%replace(%msg){'[aeiou]', '_'}|%replace(%c %m){'\\.', '/'}%n",
            "\\(%m\\)|100\\%|%-20(%p %t)|%.12(%p %c{0} %m)%n",
            "%caller{1}|%caller{2..3}%n",
            "%m%n%ex{2}",
            "%m %ex{short}%n",
            "%m%n%ex{full, java.lang}",
            "%m%nopex%n",
            "%m%n%rEx",
            "%m%n%rEx{3}",
            "%highlight(%p) %red(%m) %boldGreen(%c) %gray(a)%n"
        };
        List<String> appenders = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            appenders.add(file("P" + i, pattern(words[i].replace("<", "&lt;"))));
            names.add("P" + i);
        }
        return Stream.of(
                twin("words", String.join("", appenders), root("TRACE", names.toArray(String[]::new))),
                twin(
                        "dates",
                        file(
                                "A",
                                pattern(
                                        "%d|%d{HH:mm:ss.SSS}|%d{ISO8601}|%date{yyyy-MM-dd HH:mm:ss, UTC}|%d{yyyy MMM}%n")),
                        ROOT));
    }

    /** Each policy with each compression; one period lasts a month. */
    static Stream<Twin> rolled() {
        List<Twin> twins = new ArrayList<>();
        String trigger = "<triggeringPolicy class='" + CORE
                + "rolling.SizeBasedTriggeringPolicy'><maxFileSize>1KB</maxFileSize><checkIncrement>0 milliseconds</checkIncrement>"
                + "</triggeringPolicy>";
        String size = "<maxFileSize>1KB</maxFileSize><checkIncrement>0 milliseconds</checkIncrement>";
        for (String compression : new String[] {"", ".gz", ".zip"}) {
            String suffix = compression.isEmpty() ? "plain" : compression.substring(1);
            twins.add(rolled(
                    "window, " + suffix,
                    "F/app.log",
                    policy(
                                    "FixedWindowRollingPolicy",
                                    "app.%i.log" + compression,
                                    "<minIndex>1</minIndex><maxIndex>3</maxIndex>")
                            + trigger));
            twins.add(rolled(
                    "window from nought, " + suffix,
                    "F/app.log",
                    policy(
                                    "FixedWindowRollingPolicy",
                                    "old/app-%i.log" + compression,
                                    "<minIndex>0</minIndex><maxIndex>5</maxIndex>")
                            + trigger));
            twins.add(rolled(
                    "time, " + suffix,
                    "F/app.log",
                    policy(
                            "TimeBasedRollingPolicy",
                            "app.%d{yyyy-MM}.log" + compression,
                            "<maxHistory>3</maxHistory>")));
            twins.add(
                    rolled(
                            "time, all options, " + suffix,
                            "F/app.log",
                            policy(
                                    "TimeBasedRollingPolicy",
                                    "app.%d{yyyy-MM}.log" + compression,
                                    "<maxHistory>3</maxHistory><totalSizeCap>1GB</totalSizeCap><cleanHistoryOnStart>true</cleanHistoryOnStart>")));
            twins.add(rolled(
                    "size and time, " + suffix,
                    "F/app.log",
                    policy("SizeAndTimeBasedRollingPolicy", "app.%d{yyyy-MM}.%i.log" + compression, size)));
            twins.add(rolled(
                    "size and time, all options, " + suffix,
                    "F/app.log",
                    policy(
                            "SizeAndTimeBasedRollingPolicy",
                            "%d{yyyy,aux}/app.%d{yyyy-MM}.%i.log" + compression,
                            size + "<maxHistory>3</maxHistory><totalSizeCap>1GB</totalSizeCap>")));
            twins.add(rolled(
                    "size and time, no file, " + suffix,
                    "",
                    policy("SizeAndTimeBasedRollingPolicy", "app.%d{yyyy-MM}.%i.log" + compression, size)));
            twins.add(rolled(
                    "size and time as it was, " + suffix,
                    "F/app.log",
                    policy(
                            "TimeBasedRollingPolicy",
                            "app.%d{yyyy-MM}.%i.log" + compression,
                            "<timeBasedFileNamingAndTriggeringPolicy class='" + CORE + "rolling.SizeAndTimeBasedFNATP'>"
                                    + size + "</timeBasedFileNamingAndTriggeringPolicy>")));
            twins.add(rolled(
                    "size and time, appended, " + suffix,
                    "F/old.log",
                    policy(
                            "SizeAndTimeBasedRollingPolicy",
                            "app.%d{yyyy-MM}.%i.log" + compression,
                            size + "<maxHistory>2</maxHistory>")));
        }
        return twins.stream();
    }

    private static String policy(String name, String pattern, String inside) {
        return "<rollingPolicy class='" + CORE + "rolling." + name + "'><fileNamePattern>F/" + pattern
                + "</fileNamePattern>" + inside + "</rollingPolicy>";
    }

    private static Twin rolled(String name, String file, String inside) {
        return new Twin(
                name,
                4,
                "<appender name='A' class='" + CORE + "rolling.RollingFileAppender'>"
                        + (file.isEmpty() ? "" : "<file>" + file + "</file>") + inside + ENCODER + "</appender>"
                        + root("DEBUG", "A"));
    }
}
