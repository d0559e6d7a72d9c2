package dev.tailrace.config.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.LimitConfig.By;
import dev.tailrace.config.model.LimitConfig.Scope;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LimitReaderTest {
    private static Configuration limited(String limits) throws Exception {
        return Reading.read("<configuration>\n<tailrace>\n" + limits + "\n</tailrace></configuration>");
    }

    @Test
    void limit_allAttributes_areRead() throws Exception {
        Configuration configuration = limited("<limit logger='com.acme' level='warn' by='mdc:user' rate='120 / min'"
                + " burst='7' sample='100' window='2 min' protect='true'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.settings().limits())
                .containsExactly(new LimitConfig(
                        "com.acme",
                        Threshold.WARN,
                        By.CONTEXT,
                        "user",
                        500_000_000L,
                        7,
                        100,
                        120_000,
                        true,
                        Scope.ALL));
    }

    @Test
    void limit_onlyARate_takesTheDefaults() throws Exception {
        Configuration configuration = limited("<limit rate='10/s'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.settings().limits())
                .containsExactly(new LimitConfig(
                        "", Threshold.ERROR, By.TEMPLATE, "", 100_000_000L, 10, 0, 10_000, false, Scope.ALL));
    }

    @Test
    void limit_inLog4jsDialect_isTheSame() throws Exception {
        Configuration configuration = Reading.read("""
                <Configuration>
                  <tailrace memory="32MB"><limit logger="a" rate="10/s"/></tailrace>
                  <Appenders><Console name="C">
                    <PatternLayout pattern="%m%n"/><tailrace><limit rate="1/h" by="logger"/></tailrace>
                  </Console></Appenders>
                  <Loggers><Root level="info"><AppenderRef ref="C"/></Root></Loggers>
                </Configuration>""");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).settings().limits())
                .extracting(LimitConfig::logger, LimitConfig::by, LimitConfig::scope)
                .containsExactlyInAnyOrder(tuple("", By.LOGGER, Scope.APPENDER), tuple("a", By.TEMPLATE, Scope.ALL));
    }

    /** A level that can't be read never holds errors back. */
    @ParameterizedTest
    @CsvSource({
        "level, loud, is none of TRACE",
        "by, colour, is none of template",
        "by, mdc:, is none of template",
        "burst, 0, is not a whole number from 1",
        "sample, 1, is not a whole number from 2",
        "window, 10 ms, is not a duration from 1 s",
        "protect, maybe, is neither true nor false"
    })
    void unusableValue_isAFindingWithItsLine_andTheDefaultHolds(String name, String value, String problem)
            throws Exception {
        Configuration configuration = limited("<limit rate='10/s' " + name + "='" + value + "'/>");

        assertThat(configuration.findings()).hasSize(1);
        Finding finding = configuration.findings().get(0);
        assertThat(finding.code()).isEqualTo(FindingCode.BAD_LIMIT_VALUE);
        assertThat(finding.format()).contains("TR1151", name, problem, ":3");
        assertThat(configuration.settings().limits())
                .isEqualTo(limited("<limit rate='10/s'" + (name.equals("level") ? " level='WARN'" : "") + "/>")
                        .settings()
                        .limits());
    }

    @ParameterizedTest
    @CsvSource({"0/s", "10", "10/day", "-1/s", "fast", "''", "2000000/s"})
    void unusableRate_isAFinding_andNothingIsLimited(String rate) throws Exception {
        Configuration configuration = limited("<limit rate='" + rate + "'/>");

        assertThat(configuration.findings()).extracting(Finding::code).containsExactly(FindingCode.LIMIT_WITHOUT_RATE);
        assertThat(configuration.findings().get(0).format()).contains("TR1150", ":3");
        assertThat(configuration.settings().limits()).isEmpty();
    }

    @Test
    void burst_thatTakesLongerThanADay_isAFinding() throws Exception {
        Configuration configuration = limited("<limit rate='1/h' burst='25'/>");

        assertThat(configuration.findings()).extracting(Finding::code).containsExactly(FindingCode.BAD_LIMIT_VALUE);
    }

    @Test
    void unknownAttributeAndElement_areFindings() throws Exception {
        assertThat(List.of(
                        limited("<limit rate='10/s' speed='3'/>").findings().size(),
                        limited("<limits rate='10/s'/>").findings().size(),
                        limited("<limit rate='10/s'><a/></limit>").findings().size()))
                .containsOnly(1);
    }
}
