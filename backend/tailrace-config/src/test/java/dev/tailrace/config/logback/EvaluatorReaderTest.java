package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings about evaluators; their replies are compared with Logback by twins. */
final class EvaluatorReaderTest {
    private static Configuration filtered(String evaluator) {
        return Reading.read("<configuration>\n<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>\n"
                + "<filter class='ch.qos.logback.core.filter.EvaluatorFilter'>\n" + evaluator
                + "<onMismatch>DENY</onMismatch></filter><encoder><pattern>%m</pattern></encoder></appender>"
                + "<root level='INFO'><appender-ref ref='A'/></root></configuration>");
    }

    private static Configuration expression(String expression) {
        return filtered("<evaluator>\n<expression>"
                + expression.replace("&", "&amp;").replace("<", "&lt;") + "</expression></evaluator>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            level >= WARN | A ThresholdFilter with <level>WARN</level> does the same.
            return level == INFO; | A LevelFilter with <level>INFO</level> does the same.
            marker.contains("SALE") | An OnMarkerEvaluator with <marker>SALE</marker> does the same.
            return markerList != null && markerList.contains("S"); | OnMarkerEvaluator with <marker>S</marker> does the same.
            """)
    void expression_thatAFilterEquals_namesTheFilter(String expression, String instead) {
        Configuration configuration = expression(expression);

        assertThat(codes(configuration)).containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        Finding finding = configuration.findings().get(0);
        assertThat(finding.cause())
                .contains("the filter filters nothing, as in Logback since 1.5.13.")
                .endsWith(instead);
        assertThat(finding.line()).isEqualTo(5);
        assertThat(configuration.appenders().get(0).filters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "level > WARN",
                "level >= WARN && true",
                "level >= WARNING",
                "marker.contains(\"A\") || marker.contains(\"B\")",
                "return message.contains(\"x\");"
            })
    void expression_thatNoFilterEquals_namesNone(String expression) {
        Configuration configuration = expression(expression);

        assertThat(codes(configuration)).containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        assertThat(configuration.findings().get(0).cause()).endsWith("as in Logback since 1.5.13.");
        assertThat(configuration.appenders().get(0).filters()).isEmpty();
    }

    @Test
    void evaluators_withoutWhatTheyNeed_areTold() {
        assertThat(codes(filtered(""))).containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        assertThat(codes(filtered("<evaluator class='ch.qos.logback.classic.boolex.ExceptionMatchEvaluator'/>")))
                .containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        assertThat(codes(filtered("<evaluator class='ch.qos.logback.classic.boolex.GEventEvaluator'/>")))
                .containsExactly(FindingCode.UNKNOWN_CLASS);
        assertThat(codes(filtered("<evaluator class='ch.qos.logback.classic.boolex.OnErrorEvaluator'>"
                        + "<marker>M</marker></evaluator>")))
                .containsExactly(FindingCode.UNKNOWN_OPTION);
        assertThat(codes(filtered("<evaluator/>"))).containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        assertThat(codes(filtered("<evaluator><matcher><name>m</name><regex>a</regex></matcher><marker>M</marker>"
                        + "<expression>m.matches(message)</expression></evaluator>")))
                .containsExactly(FindingCode.UNKNOWN_OPTION, FindingCode.EVALUATOR_UNUSABLE);
    }
}
