package dev.tailrace.config.log4j;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class Log4jFiltersTest {
    private static Configuration read(String inside) {
        return Reading.read("<Configuration>" + inside + "</Configuration>");
    }

    private static Configuration appender(String appender) {
        return read("<Appenders>" + appender
                + "</Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers>");
    }

    static Stream<Arguments> filters() {
        return Stream.of(
                Arguments.of("<ThresholdFilter level='warn'/>", "WARN ERROR"),
                Arguments.of("<ThresholdFilter level='warn' onMatch='DENY' onMismatch='NEUTRAL'/>", "TRACE DEBUG INFO"),
                Arguments.of("<LevelMatchFilter level='info' onMatch='ACCEPT' onMismatch='DENY'/>", "INFO"),
                Arguments.of(
                        "<LevelMatchFilter level='info' onMatch='DENY' onMismatch='NEUTRAL'/>",
                        "TRACE DEBUG WARN ERROR"),
                Arguments.of("<LevelRangeFilter minLevel='WARN' maxLevel='DEBUG'/>", "DEBUG INFO WARN"),
                Arguments.of("<ThresholdFilter level='fatal'/>", ""),
                Arguments.of("<DenyAllFilter/>", ""),
                Arguments.of(
                        "<Filters><LevelMatchFilter level='debug' onMatch='ACCEPT' onMismatch='NEUTRAL'/>"
                                + "<ThresholdFilter level='error'/></Filters>",
                        "DEBUG ERROR"));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void filters_ofLevels_letTheSameLevelsPass(String filter, String passing) {
        Configuration configuration = appender("<Console name='A'>" + filter + "</Console>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(passing(configuration.appenders().get(0).filters())).isEqualTo(passing);
    }

    @Test
    void filterOfTheConfiguration_acceptsLevels_loggersLogThemToo() {
        Configuration configuration = whole("<ThresholdFilter level='info' onMatch='ACCEPT' onMismatch='NEUTRAL'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().level()).isEqualTo(Threshold.INFO);
        assertThat(configuration.loggers()).extracting(LoggerConfig::level).containsExactly(Threshold.DEBUG);
    }

    @Test
    void filterOfTheConfiguration_acceptsWithGaps_isAskedForEachCallAndLoggersKeepTheirLevels() {
        Configuration configuration = whole("<LevelMatchFilter level='trace' onMatch='ACCEPT' onMismatch='NEUTRAL'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
        assertThat(configuration.loggers()).extracting(LoggerConfig::level).containsExactly(Threshold.DEBUG);
        assertThat(configuration.turboFilters())
                .containsExactly(new TurboFilterConfig.OfEvents(List.of(new FilterConfig.LevelReplies(
                        List.of(Reply.ACCEPT, Reply.NEUTRAL, Reply.NEUTRAL, Reply.NEUTRAL, Reply.NEUTRAL)))));
    }

    private static Configuration whole(String filter) {
        return read(filter + "<Appenders><Console name='A'/></Appenders><Loggers><Logger name='a' level='debug'/>"
                + "<Root level='error'><AppenderRef ref='A'/></Root></Loggers>");
    }

    private static String passing(List<FilterConfig> filters) {
        return String.join(
                " ",
                Stream.of(Threshold.TRACE, Threshold.DEBUG, Threshold.INFO, Threshold.WARN, Threshold.ERROR)
                        .filter(level -> filters.stream().allMatch(filter -> passes(filter, level)))
                        .map(Threshold::name)
                        .toList());
    }

    private static boolean passes(FilterConfig filter, Threshold level) {
        if (filter instanceof FilterConfig.ThresholdFilter threshold) {
            return level.code() >= threshold.level().code();
        }
        return ((FilterConfig.LevelFilter) filter).level() != level;
    }

    @Test
    void filters_others_areTold() {
        assertThat(codes(appender("<Console name='A'><TimeFilter start='05:00:00' end='05:30:00'/></Console>")))
                .containsExactly(FindingCode.UNKNOWN_CLASS);
        assertThat(codes(appender(
                        "<Console name='A'><ThresholdFilter level='x'/><ThresholdFilter level='warn'/></Console>")))
                .containsExactly(FindingCode.BAD_LEVEL, FindingCode.FILTER_IGNORED);
    }

    @Test
    void filters_withoutWhatTheyNeed_areLeftOutAndTold() {
        for (String filter :
                new String[] {"<MarkerFilter/>", "<RegexFilter/>", "<StringMatchFilter/>", "<ThreadContextMapFilter/>"
                }) {
            Configuration configuration = appender("<Console name='A'>" + filter + "</Console>");
            assertThat(codes(configuration)).as(filter).containsExactly(FindingCode.MISSING_ATTRIBUTE);
            assertThat(configuration.appenders().get(0).filters()).isEmpty();
        }
        assertThat(codes(appender("<Console name='A'><RegexFilter regex='('/></Console>")))
                .containsExactly(FindingCode.BAD_VALUE);
        assertThat(codes(appender("<Console name='A'><BurstFilter rate='x'/></Console>")))
                .containsExactly(FindingCode.BAD_NUMBER);
        assertThat(codes(appender("<Console name='A'><BurstFilter maxBurst='2000000'/></Console>")))
                .containsExactly(FindingCode.BAD_NUMBER);
    }

    @Test
    void burst_withoutSettings_isLog4js() {
        Configuration configuration = appender("<Console name='A'><BurstFilter/></Console>");

        EventTest.Burst burst = new EventTest.Burst(1, Threshold.WARN, 1_000, (long) (1_000_000_000L * (1_000 / 10f)));
        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(new FilterConfig.Chain(
                        List.of(new FilterConfig.Asking(burst, Reply.NEUTRAL, Reply.DENY)), null));
    }

    @Test
    void burst_atAReferenceWithALevel_isAskedBeforeTheLevel() {
        Configuration configuration = read("<Appenders><Console name='A'/></Appenders><Loggers><Root level='info'>"
                + "<AppenderRef ref='A' level='warn'><BurstFilter/></AppenderRef></Root></Loggers>");

        assertThat(configuration.appenders().get(0).filters())
                .hasSize(2)
                .last()
                .isEqualTo(new FilterConfig.ThresholdFilter(Threshold.WARN));
    }

    @Test
    void burst_ofALogger_isOneForAllItsAppenders() {
        Configuration configuration = read(
                "<Appenders><Console name='A'/><File name='B' fileName='b'/></Appenders>"
                        + "<Loggers><Root level='info'><BurstFilter/><AppenderRef ref='A'/><AppenderRef ref='B'/></Root></Loggers>");

        FilterConfig.Chain chain =
                (FilterConfig.Chain) configuration.appenders().get(0).filters().get(0);
        assertThat(chain.once()).isNotNull();
        assertThat(configuration.appenders().get(1).filters()).containsExactly(chain);
    }

    @Test
    void filters_ofLoggers_holdForTheLoggersAbove() {
        Configuration configuration = read("<Appenders><Console name='A'/><File name='B' fileName='b'/></Appenders>"
                + "<Loggers><Logger name='x.y' level='all'><ThresholdFilter level='warn'/><AppenderRef ref='B'/></Logger>"
                + "<Root level='info'><AppenderRef ref='A'/></Root></Loggers>");

        assertThat(configuration.findings()).isEmpty();
        LoggerConfig logger = configuration.loggers().get(0);
        assertThat(logger.additive()).isFalse();
        assertThat(logger.appenders()).containsExactly("B", "A");
        assertThat(configuration.root().appenders()).containsExactly("A (2)");
        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(new FilterConfig.ThresholdFilter(Threshold.WARN));
    }
}
