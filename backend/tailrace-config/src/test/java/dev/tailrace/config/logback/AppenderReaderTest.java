package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.appender;
import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.inside;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.dialect.AppenderFallback;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.LevelFilter;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.FilterConfig.ThresholdFilter;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AppenderReaderTest {
    private static final String ENCODER = "<encoder><pattern>%m%n</pattern></encoder>";
    private static final String CONSOLE =
            "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>" + ENCODER + "</appender>";

    @Test
    void read_aSpaceThatIsNoWhiteSpace_isNoText() {
        String appender =
                "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'>\u3000\u00a0" + ENCODER + "</appender>";
        String root = "<root><appender-ref ref='C'/></root>";
        assertThat(new Reading()
                        .of("<configuration>\u00a0" + appender + root + "</configuration>")
                        .findings())
                .isEmpty();
    }

    @Test
    void console_target_isReadWithoutRegardToCase() {
        assertThat(console("<target>system.ERR</target>").appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.Console(true));
        assertThat(console("<target> System.out </target>").findings()).isEmpty();
    }

    @Test
    void console_unknownTarget_isStandardOutput() {
        Configuration configuration = console("<target>stdout</target>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_VALUE);
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<encoder class='ch.qos.logback.classic.encoder.PatternLayoutEncoder'><pattern>%m%n</pattern></encoder>",
                "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'>"
                        + "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>%m%n</pattern></layout></encoder>",
                "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>%m%n</pattern></layout>",
                "<layout><Pattern>%m%n</Pattern></layout>",
                "<encoder><param name='Pattern' value='%m%n'/></encoder>",
                "<encoder><pattern>%m<!-- no -->%n</pattern></encoder>",
                "<encoder><pattern><![CDATA[%m%n]]></pattern></encoder>",
                "<encoder><charset>utf8</charset><pattern>%m%n</pattern><immediateFlush>true</immediateFlush></encoder>",
                // Logback's encoder makes its own layout, and takes no other.
                "<encoder><pattern>%m%n</pattern><layout><pattern>%p%n</pattern></layout></encoder>",
                "<encoder><layout><pattern>%p%n</pattern></layout><pattern>%m%n</pattern></encoder>",
            })
    void pattern_inAnyOfItsPlaces_isFound(String encoder) {
        Configuration configuration = inside(appender("ConsoleAppender", encoder));

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%m%n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<encoder/>", "<encoder><pattern>  </pattern></encoder>", "<layout/>"})
    void pattern_missing_isTheDefault(String encoder) {
        Configuration configuration = inside(appender("ConsoleAppender", encoder));

        assertThat(only(configuration).code()).isEqualTo(FindingCode.NO_PATTERN);
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo(Configuration.DEFAULT_PATTERN);
    }

    @Test
    void encoder_unknownClass_keepsItsPattern() {
        Configuration configuration =
                inside(appender("ConsoleAppender", "<encoder class='com.acme.E'><x/><pattern>%m</pattern></encoder>"));

        assertThat(only(configuration).code()).isEqualTo(FindingCode.UNKNOWN_CLASS);
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%m");
    }

    @Test
    void encoder_unknownClassWithoutPattern_isOneFinding() {
        Configuration configuration =
                inside(appender("ConsoleAppender", "<encoder class='com.acme.XmlEncoder'><a>b</a></encoder>"));

        assertThat(only(configuration).cause()).contains("com.acme.XmlEncoder");
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo(Configuration.DEFAULT_PATTERN);
    }

    @Test
    void encoder_charset_isReadByAnyOfItsNames() {
        Configuration latin = inside(
                appender("ConsoleAppender", "<encoder><pattern>%m</pattern><charset>Latin1</charset></encoder>"));
        assertThat(latin.findings()).isEmpty();
        assertThat(latin.appenders().get(0).layout().charset()).isEqualTo(StandardCharsets.ISO_8859_1);
        Configuration utf8 =
                inside(appender("ConsoleAppender", "<encoder><pattern>%m</pattern><charset>utf8</charset></encoder>"));
        assertThat(utf8.findings()).isEmpty();
        assertThat(utf8.appenders().get(0).layout().charset()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32", "Cp1047", "nope", ""})
    void encoder_charsetThatCantBeWritten_isAFinding(String name) {
        Configuration configuration = inside(
                appender("ConsoleAppender", "<encoder><pattern>%m</pattern><charset>" + name + "</charset></encoder>"));
        assertThat(only(configuration).code()).isEqualTo(FindingCode.CHARSET_NOT_SUPPORTED);
        assertThat(configuration.appenders().get(0).layout().charset()).isNull();
    }

    @Test
    void encoder_otherCharsetOrHeader_isAFinding() {
        assertThat(codes(inside(appender(
                        "ConsoleAppender",
                        "<encoder><pattern>%m</pattern><charset>UTF-16</charset>"
                                + "<outputPatternAsHeader>true</outputPatternAsHeader></encoder>"))))
                .containsExactly(FindingCode.CHARSET_NOT_SUPPORTED, FindingCode.NOT_SUPPORTED);
    }

    @Test
    void file_options_areAccepted() {
        Configuration configuration = file("<file>\n x.log </file><append>true</append><prudent>false</prudent>"
                + "<immediateFlush>false</immediateFlush><bufferSize>8KB</bufferSize>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("x.log", true, null));
    }

    @Test
    void file_firstLetterInEitherCase_isTheSameOption() {
        assertThat(file("<File>x.log</File><Append>false</Append>")
                        .appenders()
                        .get(0)
                        .destination())
                .isEqualTo(new DestinationConfig.File("x.log", false, null));
        assertThat(codes(file("<file>x.log</file><APPEND>false</APPEND>"))).containsExactly(FindingCode.UNKNOWN_OPTION);
    }

    @Test
    void file_badBoolean_isTheDefault() {
        Configuration configuration = file("<file>x.log</file><append>maybe</append>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_BOOLEAN);
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("x.log", true, null));
    }

    @Test
    void file_prudent_isNeverEmptied_andNeedsNothing() {
        Configuration configuration = file("<file>x.log</file><append>false</append><prudent>true</prudent>");

        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("x.log", true, null));
        assertThat(configuration.findings()).isEmpty();
    }

    @Test
    void file_missing_goesToTheConsole() {
        Configuration configuration = file("");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.NO_FILE);
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
    }

    /** Two appenders A and B with these elements, in this order. */
    private static Configuration two(String first, String second) {
        String rolling = "' class='ch.qos.logback.core.rolling.RollingFileAppender'>" + ENCODER;
        return inside("<appender name='A" + rolling + first + "</appender><appender name='B" + rolling + second
                + "</appender><root><appender-ref ref='B'/><appender-ref ref='A'/></root>");
    }

    private static String windowed(String file, String pattern, int max) {
        return "<file>" + file + "</file><rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                + "<fileNamePattern>" + pattern + "</fileNamePattern><minIndex>1</minIndex><maxIndex>" + max
                + "</maxIndex></rollingPolicy><triggeringPolicy"
                + " class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'><maxFileSize>1MB</maxFileSize>"
                + "</triggeringPolicy>";
    }

    @Test
    void appenders_withOneFileOrOnePattern_theSecondIsRefusedAndGoesToTheConsole() {
        for (Configuration configuration : List.of(
                two(windowed("x.log", "x.%i.log", 9), windowed("x.log", "y.%i.log", 9)),
                two(windowed("x.log", "x.%i.log", 9), windowed("y.log", "x.%i.log", 9)))) {
            assertThat(only(configuration).code()).isEqualTo(FindingCode.FILE_USED_TWICE);
            assertThat(only(configuration).consumer()).isEqualTo("B");
            assertThat(only(configuration).format()).contains("refused, as in Logback", "go to the console");
            assertThat(configuration.root().appenders()).containsExactly("B", "A");
            assertThat(configuration.appenders().get(1).destination()).isEqualTo(new DestinationConfig.Console(false));
        }
    }

    @Test
    void appenders_withTwoPathsOfOneFile_shareItsTarget_andTheFirstsRollingHolds() {
        Configuration same = two(windowed("x.log", "x.%i.log", 9), windowed("./y/../x.log", "x.%i.log", 9));
        assertThat(same.findings()).isEmpty();
        assertThat(same.appenders().get(1).destination())
                .isEqualTo(same.appenders().get(0).destination());

        Configuration other = two(windowed("x.log", "x.%i.log", 9), windowed("./y/../x.log", "x.%i.log", 5));
        assertThat(only(other).code()).isEqualTo(FindingCode.FILE_USED_TWICE);
        assertThat(only(other).format()).contains("how that one rolls it holds for both");
        assertThat(other.appenders().get(1).destination())
                .isEqualTo(other.appenders().get(0).destination());
    }

    @Test
    void filters_bothKinds_areRead() {
        Configuration configuration = console("""
                <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>warn</level></filter>
                <filter class="ch.qos.logback.classic.filter.LevelFilter">
                  <level>INFO</level><onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch></filter>
                """);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(
                        new ThresholdFilter(Threshold.WARN), new LevelFilter(Threshold.INFO, Reply.ACCEPT, Reply.DENY));
    }

    @Test
    void filters_unusable_letEverythingPass() {
        Configuration configuration = console("<filter class='com.acme.F'><x/></filter>"
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'/>");

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS, FindingCode.FILTER_WITHOUT_LEVEL);
        assertThat(configuration.appenders().get(0).filters()).isEmpty();
    }

    @Test
    void filters_badReplyAndLevel_areFindings() {
        Configuration configuration = console(
                "<filter class='ch.qos.logback.classic.filter.LevelFilter'><level>loud</level><onMatch>yes</onMatch></filter>"
                        + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>info</level><onMatch>DENY</onMatch></filter>");

        assertThat(codes(configuration))
                .containsExactly(FindingCode.BAD_LEVEL, FindingCode.BAD_VALUE, FindingCode.UNKNOWN_OPTION);
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(
                        new LevelFilter(Threshold.DEBUG, Reply.NEUTRAL, Reply.NEUTRAL),
                        new ThresholdFilter(Threshold.INFO));
    }

    @Test
    void async_isResolvedAway() {
        Configuration configuration = inside(CONSOLE + """
                <appender name="S" class="ch.qos.logback.classic.AsyncAppender">
                  <queueSize>256</queueSize><discardingThreshold>0</discardingThreshold><neverBlock>true</neverBlock>
                  <includeCallerData>true</includeCallerData><maxFlushTime>1000</maxFlushTime><appender-ref ref="A"/>
                </appender>
                <root level="INFO"><appender-ref ref="S"/></root>
                """);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().appenders()).containsExactly("A");
        assertThat(configuration.appenders()).extracting(AppenderConfig::name).containsExactly("A");
    }

    private static Configuration async(String options, String target, String more) {
        return inside(CONSOLE.replace("</appender>", target + "</appender>")
                + "<appender name='S' class='ch.qos.logback.classic.AsyncAppender'>" + options
                + "<appender-ref ref='A'/></appender><root><appender-ref ref='S'/>" + more + "</root>");
    }

    @Test
    void async_neverBlockAndDiscarding_sayWhatHappensWhenItsTargetIsFull() {
        TailraceSettings never = settings(async("<neverBlock>true</neverBlock>", "", ""));
        assertThat(never.overflow().whenFull()).isEqualTo(TailraceSettings.WhenFull.DROP);

        TailraceSettings discarding = settings(async("<discardingThreshold>20</discardingThreshold>", "", ""));
        assertThat(discarding.overflow().whenFull()).isEqualTo(TailraceSettings.WhenFull.DROP_BELOW);
        assertThat(discarding.overflow().dropBelow()).isEqualTo(Threshold.WARN);

        assertThat(settings(async("<discardingThreshold>0</discardingThreshold>", "", ""))
                        .overflow()
                        .whenFull())
                .isEqualTo(TailraceSettings.WhenFull.WAIT);
        assertThat(settings(async("<queueSize>8</queueSize>", "", ""))
                        .overflow()
                        .whenFull())
                .isEqualTo(TailraceSettings.WhenFull.WAIT);
    }

    @Test
    void async_neverBlock_doesNotOverruleTheTargetsOwnWord() {
        TailraceSettings own = settings(async("<neverBlock>true</neverBlock>", "<tailrace whenFull='wait'/>", ""));
        assertThat(own.overflow().whenFull()).isEqualTo(TailraceSettings.WhenFull.WAIT);
    }

    @Test
    void async_neverBlockOfASharedTarget_isAFinding() {
        Configuration configuration = async("<neverBlock>true</neverBlock>", "", "<appender-ref ref='A'/>");
        assertThat(codes(configuration)).contains(FindingCode.ASYNC_POLICY);
        assertThat(configuration.appenders().get(0).settings().overflow().whenFull())
                .isEqualTo(TailraceSettings.WhenFull.WAIT);
    }

    private static TailraceSettings settings(Configuration configuration) {
        assertThat(configuration.findings()).isEmpty();
        return configuration.appenders().get(0).settings();
    }

    @Test
    void async_filter_movesToItsTarget() {
        Configuration configuration = inside(CONSOLE
                + "<appender name='S' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>"
                + "<appender-ref ref='A'/></appender><root><appender-ref ref='S'/></root>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).filters()).containsExactly(new ThresholdFilter(Threshold.WARN));
    }

    @Test
    void async_filterOfASharedTarget_isAFinding() {
        Configuration configuration = inside(CONSOLE
                + "<appender name='S' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>"
                + "<appender-ref ref='A'/></appender><logger name='x'><appender-ref ref='A'/></logger>"
                + "<root><appender-ref ref='S'/></root>");

        assertThat(codes(configuration)).containsExactly(FindingCode.ASYNC_FILTER);
        assertThat(configuration.appenders().get(0).filters()).isEmpty();
    }

    @Test
    void async_toNothingOrItself_isAFinding() {
        assertThat(codes(inside("<appender name='S' class='ch.qos.logback.classic.AsyncAppender'/>"
                        + "<root><appender-ref ref='S'/></root>")))
                .contains(FindingCode.ASYNC_WITHOUT_TARGET, FindingCode.NO_APPENDER_LEFT);
        assertThat(codes(inside("<appender name='S' class='ch.qos.logback.classic.AsyncAppender'>"
                        + "<appender-ref ref='S'/></appender><root><appender-ref ref='S'/></root>")))
                .contains(FindingCode.ASYNC_WITHOUT_TARGET);
    }

    @Test
    void appender_alsoBehindAnAsyncOne_isAFinding() {
        Configuration configuration = inside(
                CONSOLE + "<appender name='S' class='ch.qos.logback.classic.AsyncAppender'><appender-ref ref='A'/>"
                        + "</appender><root><appender-ref ref='S'/><appender-ref ref='A'/></root>");

        assertThat(codes(configuration)).containsExactly(FindingCode.REFERENCED_TWICE);
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void async_secondTarget_isIgnoredAsInLogback() {
        Configuration configuration = inside(CONSOLE + CONSOLE.replace("'A'", "'B'")
                + "<appender name='S' class='ch.qos.logback.classic.AsyncAppender'><appender-ref ref='A'/>"
                + "<appender-ref ref='B'/></appender><root><appender-ref ref='S'/></root>");

        assertThat(codes(configuration)).containsExactly(FindingCode.REFERENCED_TWICE);
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void appender_unknownClass_leavesTheOthersWorking() {
        Configuration configuration =
                inside(CONSOLE + "<appender name='M' class='ch.qos.logback.classic.net.SMTPAppender'>"
                        + "<to>x</to></appender><root><appender-ref ref='M'/><appender-ref ref='A'/></root>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.UNKNOWN_CLASS);
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void appender_unknownClassThatRefersToOthers_handsItsEventsOn() {
        Configuration configuration = inside("<appender name='M' class='com.acme.Mdc'><addBaggage>true</addBaggage>"
                + "<filter class='ThresholdFilter'><level>WARN</level></filter>"
                + "<appender-ref ref='A'/><appender-ref ref='Y'/></appender>"
                + "<appender name='Y' class='ch.qos.logback.classic.AsyncAppender'><appender-ref ref='B'/></appender>"
                + appender("ConsoleAppender", ENCODER)
                        .replace("ref=\"A\"", "ref=\"M\"")
                        .replace(
                                "</appender>",
                                "</appender><appender name='B' class='ConsoleAppender'>" + ENCODER + "</appender>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS, FindingCode.ASYNC_FILTER);
        assertThat(configuration.findings().get(0).cause()).contains("hands its events on");
        assertThat(configuration.root().appenders()).containsExactly("A", "B");
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.WARN));
    }

    @Test
    void appender_unknownClassThatRefersToItself_writesNothing() {
        Configuration configuration =
                inside("<appender name='M' class='com.acme.Mdc'><appender-ref ref='M'/></appender>"
                        + "<root><appender-ref ref='M'/></root>");

        assertThat(codes(configuration))
                .containsExactly(
                        FindingCode.UNKNOWN_CLASS, FindingCode.ASYNC_WITHOUT_TARGET, FindingCode.NO_APPENDER_LEFT);
    }

    @Test
    void appender_noneUsable_isReplacedByTheConsole() {
        Configuration configuration =
                inside("<appender name='M' class='com.acme.M'/><root level='WARN'><appender-ref ref='M'/></root>");

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS, FindingCode.NO_APPENDER_LEFT);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
        assertThat(configuration.root().appenders()).containsExactly(AppenderFallback.LAST_RESORT);
        assertThat(configuration.appenders())
                .extracting(AppenderConfig::name)
                .containsExactly(AppenderFallback.LAST_RESORT);
    }

    @Test
    void appender_doingNothingByItsNature_isLeftSilent() {
        Configuration configuration = inside("<appender name='N' class='ch.qos.logback.core.helpers.NOPAppender'/>"
                + "<root level='WARN'><appender-ref ref='N'/></root>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders()).isEmpty();
    }

    @Test
    void appender_withoutNameOrClass_isIgnored() {
        assertThat(codes(inside("<appender class='ch.qos.logback.core.ConsoleAppender'/>")))
                .containsExactly(FindingCode.MISSING_ATTRIBUTE);
        assertThat(codes(inside(
                        CONSOLE + "<appender name='X'/><root><appender-ref ref='X'/><appender-ref ref='A'/></root>")))
                .containsExactly(FindingCode.UNKNOWN_CLASS);
    }

    @Test
    void appender_definedTwice_isTheLaterOne() {
        Configuration configuration =
                inside(CONSOLE + appender("ConsoleAppender", "<encoder><pattern>2</pattern></encoder>"));

        assertThat(only(configuration).code()).isEqualTo(FindingCode.APPENDER_DEFINED_TWICE);
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("2");
    }

    @Test
    void appender_importedShortName_isUnderstood() {
        Configuration configuration = inside("<import class='ch.qos.logback.core.ConsoleAppender'/>"
                + "<import class='ch.qos.logback.classic.encoder.PatternLayoutEncoder'/>"
                + "<appender name='A' class='ConsoleAppender'><encoder class='PatternLayoutEncoder'><pattern>%m</pattern>"
                + "</encoder></appender><root><appender-ref ref='A'/></root>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders()).hasSize(1);
    }

    @Test
    void appender_shortNameImportedFromElsewhere_isNotLogbacks() {
        assertThat(codes(inside("<import class='com.acme.ConsoleAppender'/><appender name='A' class='ConsoleAppender'/>"
                        + "<root><appender-ref ref='A'/></root>")))
                .contains(FindingCode.UNKNOWN_CLASS);
    }

    private static Configuration console(String inside) {
        return inside(appender("ConsoleAppender", inside + ENCODER));
    }

    private static Configuration file(String inside) {
        return inside(appender("FileAppender", inside + ENCODER));
    }
}
