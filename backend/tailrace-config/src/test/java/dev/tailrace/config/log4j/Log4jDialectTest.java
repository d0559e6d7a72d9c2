package dev.tailrace.config.log4j;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.Reading;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.CronSchedule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.finding.FindingCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Log4jDialectTest {
    private static final String ROOT = "<Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers>";

    private static Configuration read(String inside) {
        return Reading.read("<Configuration>" + inside + "</Configuration>");
    }

    /** One appender "A" that the root logger refers to. */
    private static Configuration appender(String appender) {
        return read("<Appenders>" + appender + "</Appenders>" + ROOT);
    }

    private static Configuration rolling(String attributes, String inside) {
        return appender(
                "<RollingFile name='A' " + attributes + "><PatternLayout pattern='%m%n'/>" + inside + "</RollingFile>");
    }

    private static @Nullable Rolling rollingOf(Configuration configuration) {
        DestinationConfig destinationConfig = configuration.appenders().get(0).destination();
        assertThat(destinationConfig).isInstanceOf(DestinationConfig.File.class);
        return ((DestinationConfig.File) destinationConfig).rolling();
    }

    private static final String SIZE = "<Policies><SizeBasedTriggeringPolicy size='1 KB'/></Policies>";
    private static final String TIME = "<Policies><TimeBasedTriggeringPolicy/></Policies>";
    private static final String BOTH =
            "<Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size='1 KB'/></Policies>";

    @Test
    void console_concise_hasPatternAndLevel() {
        Configuration configuration =
                appender("<Console name='A' target='SYSTEM_ERR'><PatternLayout pattern='%d %m%n'/></Console>");

        assertThat(configuration.findings()).isEmpty();
        AppenderConfig appender = configuration.appenders().get(0);
        assertThat(appender.destination()).isEqualTo(new DestinationConfig.Console(true));
        assertThat(appender.pattern()).isEqualTo("%d %m%n");
        assertThat(appender.layout().syntax()).isEqualTo(PatternSyntax.LOG4J);
        assertThat(configuration.root().level()).isEqualTo(Threshold.INFO);
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void strict_typesAreAttributes() {
        Configuration configuration = Reading.read("""
                <configuration strict="true" status="warn">
                  <properties><property name="file">logs/a.log</property></properties>
                  <appenders>
                    <appender type="File" name="A" fileName="${file}">
                      <layout type="PatternLayout" pattern="%m%n"/>
                      <filter type="ThresholdFilter" level="WARN"/>
                    </appender>
                  </appenders>
                  <loggers>
                    <logger name="com.x" level="debug" additivity="false"><appender-ref ref="A"/></logger>
                    <root level="error"><appenderRef ref="A"/></root>
                  </loggers>
                </configuration>""");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("logs/a.log", true, null));
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.WARN));
        assertThat(configuration.loggers())
                .containsExactly(new LoggerConfig("com.x", Threshold.DEBUG, false, List.of("A"), 10));
    }

    @Test
    void parameters_nestedElements_areAttributes() {
        Configuration configuration = appender("<FILE NAME='A'><FileName> a.log </FileName><append>false</append>"
                + "<patternlayout><Pattern>%m %p%n</Pattern></patternlayout></FILE>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("a.log", false, null));
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%m %p%n");
    }

    @Test
    void layout_missing_isLog4jsDefault() {
        assertThat(appender("<Console name='A'/>").appenders().get(0).pattern()).isEqualTo("%m%n");
        assertThat(appender("<Console name='A'><PatternLayout/></Console>").findings())
                .isEmpty();
    }

    @Test
    void layout_charset_isRead() {
        Configuration latin = appender("<Console name='A'><PatternLayout pattern='%m' charset='Latin1'/></Console>");
        assertThat(latin.findings()).isEmpty();
        assertThat(latin.appenders().get(0).layout().charset()).isEqualTo(StandardCharsets.ISO_8859_1);
    }

    @Test
    void layout_options_areHonouredOrTold() {
        Configuration quiet = appender("<Console name='A'><PatternLayout pattern='%m' alwaysWriteExceptions='false'"
                + " charset='utf-8' noConsoleNoAnsi='true'/></Console>");
        assertThat(quiet.findings()).isEmpty();
        assertThat(quiet.appenders().get(0).pattern()).isEqualTo("%m%ex{none}");

        assertThat(codes(appender("<Console name='A'><PatternLayout pattern='%highlight{%m}' charset='UTF-16'"
                        + " header='H' disableAnsi='true'/></Console>")))
                .containsExactly(
                        FindingCode.CHARSET_NOT_SUPPORTED, FindingCode.NOT_SUPPORTED, FindingCode.NOT_SUPPORTED);
        Configuration html = appender("<Console name='A'><HtmlLayout/></Console>");
        assertThat(only(html).code()).isEqualTo(FindingCode.UNKNOWN_CLASS);
        assertThat(html.appenders().get(0).pattern()).contains("%msg");
        assertThat(appender("<Console name='A'><PatternLayout pattern='%m'><replace regex='a' replacement='b'/>"
                                + "</PatternLayout></Console>")
                        .appenders()
                        .get(0)
                        .pattern())
                .isEqualTo("%replace{%m%notEmpty{%n%ex}}{a}{b}");
    }

    static Stream<Arguments> strategies() {
        return Stream.of(
                Arguments.of("a-%i.log", SIZE, new Rolling.Numbered("a-%i.log", 1, 7, true, 1025, 0, 0)),
                Arguments.of(
                        "a-%i.log",
                        SIZE + "<DefaultRolloverStrategy max='3' min='2'/>",
                        new Rolling.Numbered("a-%i.log", 2, 3, true, 1025, 0, 0)),
                Arguments.of(
                        "a-%i.log.gz",
                        SIZE + "<DefaultRolloverStrategy fileIndex='min' max='20'/>",
                        new Rolling.FixedWindow("a-%i.log.gz", 1, 20, 1025)),
                Arguments.of(
                        "a-%i.log",
                        SIZE + "<DefaultRolloverStrategy fileIndex='nomax'/>",
                        new Rolling.Numbered("a-%i.log", 1, Integer.MAX_VALUE, true, 1025, 0, 0)),
                Arguments.of("a-%d.log", TIME, new Rolling.TimeBased("a-%d{yyyy-MM-dd}.log", 0, 0, 0, false)),
                Arguments.of(
                        "a-%d{yyyy-MM-dd-HH}{UTC}.log",
                        TIME, new Rolling.TimeBased("a-%d{yyyy-MM-dd-HH, UTC}.log", 0, 0, 0, false)),
                Arguments.of(
                        "$${date:yyyy-MM}/a-%d{MM-dd}-%i.log.gz",
                        BOTH, new Rolling.Numbered("%d{yyyy-MM, aux}/a-%d{MM-dd}-%i.log.gz", 1, 7, true, 1025, 0, 0)),
                Arguments.of(
                        "%d{yyyy}/a-%d{MM-dd}.log",
                        TIME, new Rolling.TimeBased("%d{yyyy, aux}/a-%d{MM-dd}.log", 0, 0, 0, false)),
                Arguments.of(
                        "a-%d{yyyy-MM-dd}-%i.log",
                        BOTH + "<DefaultRolloverStrategy fileIndex='min'/>",
                        new Rolling.Numbered("a-%d{yyyy-MM-dd}-%i.log", 1, 7, false, 1025, 0, 0)),
                Arguments.of(
                        "a-%d{yyyy-MM-dd}.log",
                        "<CronTriggeringPolicy schedule='0 0 0 * * ?'/>",
                        new Rolling.TimeBased("a-%d{yyyy-MM-dd}.log", 0, 0, 0, false)));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void rolling_strategies_becomeTheEnginesOwn(String pattern, String inside, Rolling expected) {
        Configuration configuration = rolling("fileName='a.log' filePattern='" + pattern + "'", inside);

        assertThat(configuration.findings()).isEmpty();
        assertThat(rollingOf(configuration)).isEqualTo(expected);
    }

    @Test
    void rolling_aDateWithoutAPolicyForTime_isThatOfTheRoll() {
        for (String pattern : new String[] {"a-%d{yyyy-MM-dd}-%i.log", "a-$${date:yyyy-MM-dd}-%i.log"}) {
            Configuration configuration = rolling("fileName='a.log' filePattern='" + pattern + "'", SIZE);

            assertThat(configuration.findings()).isEmpty();
            assertThat(rollingOf(configuration))
                    .isEqualTo(new Rolling.Numbered("a-%d{yyyy-MM-dd}-%i.log", 1, 7, true, 1025, 0, 0));
            assertThat(optionsOf(configuration).datedByRoll()).as(pattern).isTrue();
        }
        assertThat(optionsOf(rolling("fileName='a.log' filePattern='a-%d-%i.log'", BOTH))
                        .datedByRoll())
                .isFalse();
    }

    @Test
    void rolling_withoutFileName_writesDirectly() {
        Configuration configuration = rolling("filePattern='a-%d{yyyy-MM-dd}-%i.log'", BOTH);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File(
                        null,
                        true,
                        new Rolling.Numbered("a-%d{yyyy-MM-dd}-%i.log", 1, Integer.MAX_VALUE, true, 1025, 0, 0)));
    }

    static Stream<Arguments> problems() {
        String size = "fileName='a.log' filePattern='a-%i.log'";
        String time = "fileName='a.log' filePattern='a-%d.log'";
        return Stream.of(
                Arguments.of(time, "<TimeBasedTriggeringPolicy interval='86400'/>", FindingCode.ROLLS_OTHERWISE),
                Arguments.of(time, "<CronTriggeringPolicy schedule='at noon'/>", FindingCode.ROLLS_OTHERWISE),
                Arguments.of(time, "<CronTriggeringPolicy schedule='0 0 0 * * ? 2001'/>", FindingCode.ROLLS_OTHERWISE),
                Arguments.of(
                        time,
                        "<Policies><CronTriggeringPolicy/><TimeBasedTriggeringPolicy/></Policies>",
                        FindingCode.ROLLS_OTHERWISE),
                Arguments.of(
                        time,
                        "<Policies><CronTriggeringPolicy/><CronTriggeringPolicy/></Policies>",
                        FindingCode.ROLLS_OTHERWISE),
                Arguments.of(
                        "fileName='a.log' filePattern='a-%d-%i.log'",
                        "<DirectWriteRolloverStrategy/>" + SIZE, FindingCode.FILE_NAME_WITH_DIRECT_WRITE),
                Arguments.of("fileName='a.log' filePattern='$${date:yyyy}-%i.log'", TIME, FindingCode.DATE_MISSING),
                Arguments.of(size, "", FindingCode.NO_TRIGGER),
                Arguments.of("fileName='a.log'", SIZE, FindingCode.NO_FILE_NAME_PATTERN),
                Arguments.of("fileName='a.log' filePattern='a.log.1'", SIZE, FindingCode.INDEX_MISSING),
                Arguments.of("fileName='a.log' filePattern='a-%d.log'", BOTH, FindingCode.INDEX_MISSING),
                Arguments.of("fileName='a.log' filePattern='a-%i.log'", BOTH, FindingCode.DATE_MISSING),
                Arguments.of("fileName='a.log' filePattern='a-%i.log.xz'", SIZE, FindingCode.COMPRESSION_MISSING),
                Arguments.of("fileName='a.log' filePattern='a-${x}-%i.log'", SIZE, FindingCode.UNDEFINED_VARIABLE),
                Arguments.of(size + " append='false'", SIZE, FindingCode.APPEND_REQUIRED),
                Arguments.of(size + " filePermissions='rw-------'", SIZE, FindingCode.NOT_SUPPORTED),
                Arguments.of(size, "<SizeBasedTriggeringPolicy size='x'/>", FindingCode.BAD_SIZE),
                Arguments.of(size, "<MyTriggeringPolicy/>" + SIZE, FindingCode.UNKNOWN_CLASS),
                Arguments.of(size, SIZE + "<DefaultRolloverStrategy min='5' max='3'/>", FindingCode.BAD_WINDOW),
                Arguments.of(size, SIZE + "<DefaultRolloverStrategy compressionLevel='9'/>", FindingCode.NOT_SUPPORTED),
                Arguments.of(size + " colour='red'", SIZE, FindingCode.UNKNOWN_ATTRIBUTE),
                Arguments.of(size, SIZE + "<Colour/>", FindingCode.UNKNOWN_OPTION),
                Arguments.of("", SIZE, FindingCode.NO_FILE));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void rolling_whatCantBeExpressed_isOneFinding(String attributes, String inside, FindingCode code) {
        Configuration configuration = rolling(attributes, inside);

        assertThat(only(configuration).code()).isEqualTo(code);
        assertThat(only(configuration).line()).isEqualTo(1);
        assertThat(configuration.appenders()).hasSize(1);
    }

    private static RollingOptions optionsOf(Configuration configuration) {
        return ((DestinationConfig.File) configuration.appenders().get(0).destination()).options();
    }

    private static RollingOptions.@Nullable Schedule scheduleOf(Configuration configuration) {
        return optionsOf(configuration).schedule();
    }

    @Test
    void cron_anySchedule_isFollowed() {
        Configuration configuration = rolling(
                "fileName='a.log' filePattern='a-%d{yyyy-MM-dd-HH}.log'",
                "<CronTriggeringPolicy schedule='0 0 9,12 ? * mon-fri' evaluateOnStartup='true'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(scheduleOf(configuration))
                .isEqualTo(new RollingOptions.Schedule(
                        CronSchedule.parse("0 0 9,12 ? * MON-FRI", ZoneId.systemDefault()), true));
    }

    @Test
    void cron_withoutADate_needsNone() {
        Configuration configuration = rolling(
                "fileName='a.log' filePattern='a-%i.log'", "<CronTriggeringPolicy schedule='0 0 9,12 ? * MON-FRI'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(rollingOf(configuration)).isEqualTo(new Rolling.Numbered("a-%i.log", 1, 7, true, 0, 0, 0));
    }

    @Test
    void cron_severalFilesOfADate_getAnIndex() {
        Configuration configuration =
                rolling("fileName='a.log' filePattern='a-%d.log'", "<CronTriggeringPolicy schedule='0 0 0,12 * * ?'/>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.INDEX_MISSING);
        assertThat(rollingOf(configuration))
                .isInstanceOfSatisfying(
                        Rolling.Numbered.class,
                        by -> assertThat(by.fileNamePattern()).contains("%i"));
    }

    @ParameterizedTest
    @CsvSource({"10MB, 10485760", "1.5 k, 1536", "2G, 2147483648", "7, 7", "1 TB, 1099511627776", "3 mb, 3145728"})
    void size_log4jsSyntax_isBytes(String text, long bytes) {
        assertThat(Log4jRolling.size(text)).hasValue(bytes);
    }

    @Test
    void loggers_levelsAdditivityAndDuplicates() {
        Configuration configuration = read("<Appenders><Console name='A'/></Appenders><Loggers>"
                + "<Logger name='a' level='fatal'/><Logger name='b' additivity='false'/><Logger name='b' level='off'/>"
                + "<AsyncLogger name='c' level='trace' includeLocation='true'/>"
                + "<AsyncRoot><AppenderRef ref='A'/></AsyncRoot></Loggers>");

        assertThat(codes(configuration)).containsExactly(FindingCode.LOGGER_DEFINED_TWICE);
        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
        assertThat(configuration.loggers())
                .containsExactly(
                        new LoggerConfig("a", Threshold.OFF, true, List.of(), 1),
                        new LoggerConfig("b", Threshold.OFF, true, List.of(), 1),
                        new LoggerConfig("c", Threshold.TRACE, true, List.of(), 1));
    }

    @Test
    void rootLogger_missing_isTheConsoleAtError() {
        Configuration configuration =
                read("<Appenders><Console name='A'/></Appenders><Loggers><Logger name='a' level='info'/></Loggers>");

        assertThat(codes(configuration)).containsExactly(FindingCode.NO_ROOT_LOGGER, FindingCode.APPENDER_NOT_USED);
        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
        assertThat(configuration.appenders()).extracting(AppenderConfig::name).containsExactly("DefaultConsole");
    }

    @Test
    void references_withLevels_areSeveralAppendersOfOneTarget() {
        Configuration configuration = read("<Appenders><File name='A' fileName='a.log'/></Appenders><Loggers>"
                + "<Logger name='x' additivity='false'><AppenderRef ref='A' level='debug'/></Logger>"
                + "<Root level='trace'><AppenderRef ref='A' level='warn'/></Root></Loggers>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders()).extracting(AppenderConfig::name).containsExactly("A", "A (2)");
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.DEBUG));
        assertThat(configuration.appenders().get(1).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.WARN));
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(configuration.appenders().get(1).destination());
        assertThat(configuration.root().appenders()).containsExactly("A (2)");
    }

    @Test
    void references_nothingAndTwice_areTold() {
        assertThat(codes(read("<Appenders><Console name='A'/></Appenders><Loggers><Root level='info'>"
                        + "<AppenderRef ref='A'/><AppenderRef ref='A'/><AppenderRef ref='B'/></Root></Loggers>")))
                .containsExactly(FindingCode.REFERENCED_TWICE, FindingCode.UNKNOWN_APPENDER);
        Configuration none = read("<Loggers><Root><AppenderRef ref='B'/></Root></Loggers>");
        assertThat(codes(none)).containsExactly(FindingCode.UNKNOWN_APPENDER, FindingCode.NO_APPENDER_LEFT);
        assertThat(none.appenders()).hasSize(1);
    }

    @Test
    void async_vanishes_withItsFiltersAndPolicy() {
        Configuration configuration = read("<Appenders><File name='A' fileName='a.log'/><Console name='B'/>"
                + "<Async name='Q' blocking='false' bufferSize='10'><AppenderRef ref='A'/>"
                + "<AppenderRef ref='B' level='error'/><ThresholdFilter level='info'/></Async></Appenders>"
                + "<Loggers><Root level='all'><AppenderRef ref='Q'/></Root></Loggers>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().appenders()).containsExactly("A", "B");
        assertThat(configuration.appenders())
                .allSatisfy(
                        appender -> assertThat(appender.settings().overflow().whenFull())
                                .isEqualTo(TailraceSettings.WhenFull.DROP));
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.INFO));
        assertThat(configuration.appenders().get(1).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.ERROR));
    }

    @Test
    void async_problems_areTold() {
        String head = "<Appenders><Console name='A'/><Async name='Q' blocking='false' errorRef='A'>"
                + "<AppenderRef ref='A'/></Async><Async name='E'/></Appenders>";
        assertThat(codes(read(head + "<Loggers><Root><AppenderRef ref='A'/><AppenderRef ref='Q'/></Root></Loggers>")))
                .containsExactly(
                        FindingCode.NOT_SUPPORTED,
                        FindingCode.ASYNC_WITHOUT_TARGET,
                        FindingCode.APPENDER_NOT_USED,
                        FindingCode.ASYNC_POLICY);
        assertThat(codes(read("<Appenders><Async name='A'><AppenderRef ref='A'/></Async></Appenders>" + ROOT)))
                .containsExactly(FindingCode.ASYNC_WITHOUT_TARGET, FindingCode.NO_APPENDER_LEFT);
    }

    @Test
    void variables_propertiesSystemEnvironmentAndDefaults() {
        Configuration configuration = new Reading()
                .property("dir", "d")
                .variable("HOME_DIR", "h")
                .of(
                        "<Configuration><Properties><Property name='a' value='${b}/x'/><Property name='b'>${sys:dir}</Property>"
                                + "</Properties><Appenders><File name='A' fileName='${a}-${env:HOME_DIR}-${c:-${b}}-${sys:z:-q}-"
                                + "${upper:u}.log'><PatternLayout pattern='%m $${ctx:u} ${ctx:v}%n'/></File></Appenders>"
                                + ROOT
                                + "</Configuration>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("d/x-h-d-q-U.log", true, null));
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%m ${ctx:u} ${ctx:v}%n");
    }

    @ParameterizedTest
    @CsvSource({
        "${nope}, UNDEFINED_VARIABLE",
        "${jndi:ldap://x}, LOOKUP_NOT_SUPPORTED",
        "${main:0:-x}, LOOKUP_NOT_SUPPORTED",
        "${date:nonsense:-x}, BAD_VALUE",
        "${open, MALFORMED_VARIABLE",
    })
    void variables_problems_areTold(String value, FindingCode code) {
        assertThat(codes(appender("<File name='A' fileName='a" + value + "'/>")))
                .contains(code);
    }

    @Test
    void variables_circleWithADefault_isTheDefault() {
        Configuration configuration = read("<Properties><Property name='dir'>${sys:dir:-logs}</Property></Properties>"
                + "<Appenders><File name='A' fileName='${dir}/a.log'/></Appenders>" + ROOT);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("logs/a.log", true, null));
    }

    @Test
    void variables_circle_ends() {
        assertThat(codes(read(
                        "<Properties><Property name='a'>${b}</Property><Property name='b'>${a}</Property></Properties>"
                                + "<Appenders><File name='A' fileName='${a}'/></Appenders>" + ROOT)))
                .containsExactly(FindingCode.CIRCULAR_VARIABLE);
    }

    @Test
    void variables_laughs_areBounded() {
        StringBuilder properties = new StringBuilder("<Property name='p0'>ha</Property>");
        for (int i = 1; i < 40; i++) {
            properties.append("<Property name='p%d'>${p%d}${p%d}</Property>".formatted(i, i - 1, i - 1));
        }
        assertThat(codes(read("<Properties>" + properties
                        + "</Properties><Appenders><File name='A' fileName='${p39}'/></Appenders>" + ROOT)))
                .contains(FindingCode.VALUE_TOO_LONG);
    }

    @Test
    void arbiters_choose() {
        String xml = "<Configuration><Appenders><Console name='A'/></Appenders><Loggers><Root level='info'>"
                + "<AppenderRef ref='A'/></Root><Select><SystemPropertyArbiter propertyName='env' propertyValue='dev'>"
                + "<Logger name='dev'/></SystemPropertyArbiter><DefaultArbiter><Logger name='other'/></DefaultArbiter>"
                + "</Select></Loggers></Configuration>";

        assertThat(new Reading().property("env", "dev").of(xml).loggers())
                .extracting(LoggerConfig::name)
                .containsExactly("dev");
        assertThat(Reading.read(xml).loggers()).extracting(LoggerConfig::name).containsExactly("other");
        assertThat(codes(appender("<ClassArbiter className='x'><Console name='A'/></ClassArbiter>")))
                .contains(FindingCode.UNKNOWN_CLASS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<JMS name='A' topic='t'/>", "<com.example.Own name='A'/>"})
    void appenders_others_writeNothingAndAreTold(String appender) {
        Configuration configuration = appender(appender);

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS, FindingCode.NO_APPENDER_LEFT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<OpenTelemetry name='M'><Level>x</Level><AppenderRef ref='A' level='warn'/></OpenTelemetry>",
                "<Rewrite name='M'><AppenderRef ref='A' level='warn'/><MapRewritePolicy/></Rewrite>",
                "<Failover name='M' primary='A'><ThresholdFilter level='warn'/><Failovers><AppenderRef ref='B'/></Failovers></Failover>"
            })
    void appenders_others_handTheirEventsOnToThoseTheyReferTo(String appender) {
        Configuration configuration =
                read("<Appenders><Console name='A'/>" + appender + "</Appenders>" + ROOT.replace("ref='A'", "ref='M'"));

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS);
        assertThat(only(configuration).cause()).contains("hands its events on");
        assertThat(configuration.root().appenders()).containsExactly("A");
        assertThat(configuration.appenders().get(0).filters()).isNotEmpty();
    }

    @Test
    void lookup_ofTheConfigurationsOwnPlace_isItsPath(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("log4j2.xml"),
                "<Configuration><Appenders><File name='A' fileName='${log4j:configParentLocation}/logs/a.log'>"
                        + "<PatternLayout pattern='${log4j:configLocation} %m%n'/></File></Appenders>" + ROOT
                        + "</Configuration>");
        Configuration configuration = ConfigurationReader.read(file, new Reading());

        assertThat(configuration.findings()).isEmpty();
        AppenderConfig appender = configuration.appenders().get(0);
        assertThat(appender.destination()).isEqualTo(new DestinationConfig.File(folder + "/logs/a.log", true, null));
        assertThat(appender.pattern()).isEqualTo(file + " %m%n");
        assertThat(codes(appender("<File name='A' fileName='${log4j:configParentLocation}/a.log'/>")))
                .contains(FindingCode.LOOKUP_NOT_SUPPORTED);
    }

    @Test
    void configuration_optionsOfLog4jItself() {
        Configuration configuration = Reading.read("<Configuration status='debug' name='x' shutdownHook='disable'"
                + " monitorInterval='30' packages='com.x' colour='red'><Appenders><Null name='A'/></Appenders><CustomLevels>"
                + "<CustomLevel name='NOTICE' intLevel='350'/></CustomLevels><xi:include href='x.xml'/><Colour/>" + ROOT
                + "</Configuration>");

        assertThat(codes(configuration))
                .containsExactly(
                        FindingCode.NOT_WATCHED,
                        FindingCode.NOT_SUPPORTED,
                        FindingCode.NOT_SUPPORTED,
                        FindingCode.INCLUDE_NOT_READ,
                        FindingCode.UNKNOWN_ATTRIBUTE,
                        FindingCode.UNKNOWN_OPTION);
        assertThat(configuration.appenders()).isEmpty();
    }

    @Test
    void tailrace_settings_holdHereToo() {
        Configuration configuration = read("<tailrace memory='32MB'/><Appenders><Console name='A'>"
                + "<tailrace whenFull='drop'/></Console></Appenders>" + ROOT);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.settings().engine().memory()).isEqualTo(32 << 20);
        assertThat(configuration.appenders().get(0).settings().overflow().whenFull())
                .isEqualTo(TailraceSettings.WhenFull.DROP);
    }

    @Test
    void appenders_ofOneFile_shareItsTarget() {
        Configuration configuration = read("<Appenders><File name='A' fileName='a.log'/>"
                + "<RollingFile name='B' fileName='./a.log' filePattern='a-%i.log'>" + SIZE
                + "</RollingFile></Appenders>"
                + "<Loggers><Root><AppenderRef ref='A'/><AppenderRef ref='B'/></Root></Loggers>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.FILE_USED_TWICE);
        assertThat(configuration.appenders())
                .extracting(AppenderConfig::destination)
                .containsOnly(new DestinationConfig.File("a.log", true, null));
    }
}
