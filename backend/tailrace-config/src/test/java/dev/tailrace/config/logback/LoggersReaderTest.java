package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.inside;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.FindingCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoggersReaderTest {
    private static final String CONSOLE = "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>"
            + "<encoder><pattern>%m%n</pattern></encoder></appender>";

    @ParameterizedTest
    @ValueSource(strings = {"INHERITED", "null", "Inherited", ""})
    void level_inherited_isNone(String word) {
        Configuration configuration = inside("<logger name='x' level='" + word + "'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.loggers().get(0).level()).isNull();
    }

    @Test
    void level_unknown_isDebugAndAFinding() {
        Configuration configuration = inside("<logger name='x' level='verbose'/>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_LEVEL);
        assertThat(only(configuration).cause()).contains("verbose");
        assertThat(configuration.loggers().get(0).level()).isEqualTo(Threshold.DEBUG);
    }

    @Test
    void level_ofRoot_canNotBeInherited() {
        Configuration configuration = inside("<root level='INHERITED'/>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_LEVEL);
        assertThat(configuration.root().level()).isEqualTo(Threshold.DEBUG);
    }

    @Test
    void level_asAnElement_isTheOldForm() {
        Configuration configuration = inside(
                "<logger name='x' level='info'><level value='ERROR'/></logger><root><level value='WARN'/></root>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.loggers().get(0).level()).isEqualTo(Threshold.ERROR);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
    }

    @Test
    void additivity_otherThanTrueAndFalse_isTrue() {
        Configuration configuration =
                inside("<logger name='x' additivity='no'/><logger name='y' additivity=' FALSE '/>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_BOOLEAN);
        assertThat(configuration.loggers()).extracting(LoggerConfig::additive).containsExactly(true, false);
    }

    @Test
    void logger_namedRoot_isTheRoot() {
        Configuration configuration = inside("<logger name='root' level='ERROR'/>");

        assertThat(configuration.loggers()).isEmpty();
        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
    }

    @Test
    void logger_sameLevelTwice_isNoFinding() {
        assertThat(inside("<logger name='x' level='WARN'/><logger name='x' level='warn'/>")
                        .findings())
                .isEmpty();
    }

    @Test
    void logger_configuredTwice_addsUp() {
        Configuration configuration = inside(CONSOLE + "<logger name='x' level='WARN' additivity='false'/>"
                + "<logger name='x'><appender-ref ref='A'/></logger>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.loggers()).hasSize(1);
        LoggerConfig logger = configuration.loggers().get(0);
        assertThat(logger.level()).isEqualTo(Threshold.WARN);
        assertThat(logger.additive()).isFalse();
        assertThat(logger.appenders()).containsExactly("A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"level='INFO'/>", "><level value='INFO'/></logger>", "additivity='true'/>"})
    void logger_configuredTwice_isAFinding(String second) {
        Configuration configuration = inside("<logger name='x' level='WARN'/><logger name='x' " + second);

        assertThat(only(configuration).code()).isEqualTo(FindingCode.LOGGER_DEFINED_TWICE);
        assertThat(configuration.loggers())
                .extracting(LoggerConfig::level)
                .containsExactly(second.contains("INFO") ? Threshold.INFO : Threshold.WARN);
    }

    @Test
    void logger_withoutName_isIgnored() {
        Configuration configuration = inside("<logger level='WARN'/>");

        assertThat(codes(configuration)).containsExactly(FindingCode.MISSING_ATTRIBUTE);
        assertThat(configuration.loggers()).isEmpty();
    }

    @Test
    void reference_toNoAppender_isAFindingWithItsLine() {
        Configuration configuration =
                inside(CONSOLE + "\n<root>\n<appender-ref ref='B'/><appender-ref ref='A'/></root>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.UNKNOWN_APPENDER);
        assertThat(only(configuration).line()).isEqualTo(3);
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void reference_withoutRef_isAFinding() {
        assertThat(codes(inside("<root><appender-ref>A</appender-ref></root>")))
                .containsExactly(FindingCode.MISSING_ATTRIBUTE);
    }

    @Test
    void reference_twice_writesOnce_asInLogback() {
        Configuration configuration = inside(CONSOLE + "<root><appender-ref ref='A'/><appender-ref ref='A'/></root>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void appender_withoutReference_isNotOpened() {
        Configuration configuration = inside(CONSOLE);

        assertThat(only(configuration).code()).isEqualTo(FindingCode.APPENDER_NOT_USED);
        assertThat(only(configuration).severity()).isEqualTo(FindingCode.Severity.INFO);
        assertThat(configuration.appenders()).isEmpty();
    }
}
