package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same log4j2.xml and the same program, once with the real Log4j 2 and once with Tailrace, each in a JVM of its own: the same files
 * with the same bytes, decompressed, and the same on standard output.
 *
 * <p>The configurations stay away from what differs on purpose and has its finding, and from the boundaries of days.
 */
@Tag("twin")
class Log4jTwinTest {
    private static final long DEADLINE_SECONDS = 240;
    private static final Path LOG4J = Path.of("target", "log4j");
    private static final String PATTERN = "<PatternLayout pattern='%-5p [%t] %c{1.} - %m%n'/>";
    private static final String ROOT = loggers("trace", "A");
    private static final String SIZE = "<Policies><SizeBasedTriggeringPolicy size='4 KB'/></Policies>";
    private static final String BOTH =
            "<Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size='4 KB'/></Policies>";

    /**
     * A configuration.
     *
     * @param rounds how often the program logs
     * @param inside what is inside of it; F stands for the folder
     */
    record Twin(String name, int rounds, String inside) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String loggers(String level, String... appenders) {
        return "<Loggers><Root level='" + level + "'>" + references(appenders) + "</Root></Loggers>";
    }

    private static String references(String... appenders) {
        return Stream.of(appenders)
                .map(each -> "<AppenderRef ref='" + each + "'/>")
                .collect(Collectors.joining());
    }

    private static String appenders(String... all) {
        return "<Appenders>" + String.join("", all) + "</Appenders>";
    }

    private static String file(String name, String inside) {
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

    private static Twin twin(String name, String inside) {
        return new Twin(name, 12, inside);
    }

    private static Twin routing(String name, String routes) {
        String routing = "<Routing name='A'><Routes pattern='$${ctx:user:-nobody}'>" + routes + "</Routes></Routing>";
        return twin(name, appenders(routes.contains("ref='N'") ? file("N", PATTERN) + routing : routing) + ROOT);
    }

    private static String routed(String value) {
        return "<File name='F-${ctx:user}' fileName='F/by/" + value + ".log'>" + PATTERN + "</File>";
    }

    static Stream<Twin> appendersAndLayouts() {
        return Stream.of(
                twin("console", appenders("<Console name='A'>" + PATTERN + "</Console>") + ROOT),
                twin("console without a layout", appenders("<Console name='A' target='SYSTEM_OUT'/>") + ROOT),
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
                routing("routes, one by the value", "<Route>" + routed("${ctx:user:-nobody}") + "</Route>"),
                routing(
                        "routes, some by themselves",
                        "<Route key='bob'>" + file("B", PATTERN) + "</Route><Route key='nobody' ref='N'/><Route>"
                                + routed("${ctx:user}") + "</Route>"),
                routing("routes, without one for all others", "<Route key='ann' ref='N'/><Route key='bob' ref='N'/>"),
                routing("routes, one file for all", "<Route>" + file("B", PATTERN) + "</Route>"),
                routing(
                        "routes, rolled",
                        "<Route><RollingFile name='R' fileName='F/${ctx:user:-nobody}/a.log'"
                                + " filePattern='F/${ctx:user:-nobody}/old-%i.log.gz'>"
                                + "<PatternLayout pattern='%p %m ${ctx:user:-nobody}%n'/>" + SIZE
                                + "<DefaultRolloverStrategy max='9'/></RollingFile></Route>"),
                twin(
                        "routes by what is missing, behind a queue",
                        appenders(
                                        file("N", PATTERN),
                                        "<Routing name='R'><Routes pattern='$${ctx:user}'><Route key='$${ctx:user}' ref='N'/>"
                                                + "<Route>" + routed("${ctx:user}")
                                                + "</Route></Routes><IdlePurgePolicy timeToLive='1'/></Routing>",
                                        "<Async name='A' bufferSize='10000'><AppenderRef ref='R'/></Async>")
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
                        "no root",
                        appenders(file("A", PATTERN)) + "<Loggers><Logger name='com.example.db' level='info'>"
                                + "<AppenderRef ref='A'/></Logger></Loggers>"),
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

    @ParameterizedTest
    @MethodSource("appendersAndLayouts")
    void appenders_andLayouts_writeTheSame(Twin twin, @TempDir Path folder) throws Exception {
        same(twin, folder, text -> text);
    }

    @ParameterizedTest
    @MethodSource("rolling")
    void rolling_leavesTheSameFiles(Twin twin, @TempDir Path folder) throws Exception {
        same(twin, folder, text -> text);
    }

    @ParameterizedTest
    @MethodSource("loggersAndFilters")
    void loggers_andFilters_letTheSamePass(Twin twin, @TempDir Path folder) throws Exception {
        // Without a root logger Log4j writes to the console with the time.
        same(twin, folder, text -> twin.name.equals("no root") ? text.replaceAll("(?m)^[-0-9T:.]+Z ", "") : text);
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

    @ParameterizedTest
    @MethodSource("patterns")
    void patterns_everyWord_writesTheSame(Twin twin, @TempDir Path folder) throws Exception {
        boolean dates = twin.name.equals("dates");
        same(twin, folder, text -> dates ? text.replaceAll("[0-9]", "0") : text);
    }

    /** Lines of JSON have the same fields with the same values, but for the time and the class that logs on behalf of SLF4J. */
    @Test
    void json_everyLayout_hasTheSameFields(@TempDir Path folder) throws Exception {
        String template = "<JsonTemplateLayout locationInfoEnabled='true' eventTemplateUri='classpath:";
        String[] layouts = {
            "<JsonTemplateLayout/>",
            template + "LogstashJsonEventLayoutV1.json'/>",
            template
                    + "GelfLayout.json'><EventTemplateAdditionalField key='_app' value='${sys:twin}'/></JsonTemplateLayout>",
            template + "GcpLayout.json'/>",
            template + "JsonLayout.json'/>",
            "<EcsLayout serviceName='shop' includeMarkers='true' includeOrigin='true'><KeyValuePair key='k' value='%c{1}'/></EcsLayout>",
            "<JsonTemplateLayout><EventTemplate>{\"user\":\"$${ctx:user:-nobody}\",\"text\":{\"$resolver\":\"pattern\","
                    + "\"pattern\":\"%-5p %c{1.} %X{id} %m\",\"stackTraceEnabled\":false}}</EventTemplate></JsonTemplateLayout>"
        };
        List<String> files = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < layouts.length; i++) {
            names.add("J" + i);
            files.add(file("J" + i, layouts[i]));
        }
        Twin twin = new Twin(
                "json", 2, appenders(files.toArray(String[]::new)) + loggers("trace", names.toArray(String[]::new)));

        same(twin, folder, text -> text.lines().map(JsonFields::of).collect(Collectors.joining("\n")));
    }

    static Stream<Twin> restarts() {
        return rolling()
                .filter(twin -> twin.name.matches(
                        "size, default window is full|size, gz, newest lowest|time and size, no max|direct write"));
    }

    /** Where the first process ended the second goes on, in the same period. */
    @ParameterizedTest
    @MethodSource("restarts")
    void rolling_afterARestart_leavesTheSameFiles(Twin twin, @TempDir Path folder) throws Exception {
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path ours = Files.createDirectory(folder.resolve("ours"));
        run(twin, theirs, ours);
        run(twin, theirs, ours);
        compare(twin, theirs, ours, text -> text);
    }

    private static void same(Twin twin, Path folder, UnaryOperator<String> masked) throws Exception {
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path ours = Files.createDirectory(folder.resolve("ours"));
        for (Path each : new Path[] {theirs, ours}) {
            Files.writeString(each.resolve("old.log"), "from before\n");
        }
        run(twin, theirs, ours);
        compare(twin, theirs, ours, masked);
    }

    private static void run(Twin twin, Path theirs, Path ours) throws Exception {
        try (Stream<Path> jars = Files.list(LOG4J)) {
            String log4j =
                    jars.map(jar -> jar.toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
            Process reference = start(twin, theirs, log4j);
            Process tested = start(
                    twin, ours, origin(Tailrace.class) + File.pathSeparator + origin(TailraceServiceProvider.class));
            finish(reference, theirs);
            finish(tested, ours);
        }
    }

    private static void compare(Twin twin, Path theirs, Path ours, UnaryOperator<String> masked) throws IOException {
        Map<String, String> expected = tree(theirs);
        Map<String, String> actual = tree(ours);
        assertThat(actual.keySet())
                .as(twin.inside + Files.readString(ours.resolve("stderr")))
                .isEqualTo(expected.keySet());
        expected.forEach((name, text) ->
                assertThat(masked.apply(actual.get(name))).as(name).isEqualTo(masked.apply(text)));
        // A comparison of nothing with nothing proves nothing.
        assertThat(expected.values().stream().mapToInt(String::length).sum()).isPositive();
    }

    private static Process start(Twin twin, Path folder, String backend) throws IOException {
        Path config = Files.writeString(
                folder.resolve("log4j2.xml"),
                "<Configuration>" + twin.inside.replace("F/", folder + "/") + "</Configuration>");
        String classes = String.join(
                File.pathSeparator, backend, origin(org.slf4j.Logger.class), origin(Log4jTwinProgram.class));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlog4j2.configurationFile=" + config,
                        "-Dtwin=yes",
                        "-Dtailrace.shutdown=60s",
                        "-cp",
                        classes,
                        Log4jTwinProgram.class.getName(),
                        String.valueOf(twin.rounds))
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile())
                .start();
    }

    private static void finish(Process process, Path folder) throws Exception {
        try {
            assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("stderr")))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String origin(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(type.getName(), impossible);
        }
    }

    /** All visible files but the configuration and standard error, decompressed, by their path below the folder. */
    private static Map<String, String> tree(Path folder) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.equals("log4j2.xml")
                        && !name.equals("stderr")
                        && !file.getFileName().toString().startsWith(".")) {
                    tree.put(name, read(file));
                }
            }
        }
        return tree;
    }

    private static String read(Path file) throws IOException {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            if (name.endsWith(".gz")) {
                return text(new GZIPInputStream(in));
            }
            if (name.endsWith(".zip")) {
                ZipInputStream zip = new ZipInputStream(in);
                return zip.getNextEntry().getName() + ": " + text(zip);
            }
            return text(in);
        }
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
