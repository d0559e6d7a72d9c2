package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can't be used and how that is told; what evaluators reply is compared with Logback. */
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
            '' | has no <expression>
            message | is neither true nor false
            message.length() > 10 | length()
            message == "x" | strings by equals
            level = WARN | neither true nor false
            level >= | a name
            level >= "WARN" | only the level
            message.contains(logger) | contains(...)
            message.contains("x" | ) was expected
            message.matches("(") | matches(...)
            return System.exit(1); | "System"
            event.getArgumentArray() != null | getArgumentArray()
            mdc.get(message) != null | get(...)
            new Object() != null | "new"
            return message.contains("x"); return true; | an operator or the end
            if (level > INFO) return true; | if
            level > 99999999999 | no whole number
            """)
    void expression_notUnderstood_isToldWithItsLineAndFiltersNothing(String expression, String why) {
        Configuration configuration = expression(expression);

        assertThat(codes(configuration)).containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        Finding finding = configuration.findings().get(0);
        assertThat(finding.cause()).contains(why).endsWith("; the filter filters nothing.");
        assertThat(finding.line()).isBetween(4, 5);
        assertThat(configuration.appenders().get(0).filters()).isEmpty();
    }

    @Test
    void expression_nestedDeeplyOrLong_isTold() {
        for (String open : new String[] {"(", "!"}) {
            assertThat(codes(expression(open.repeat(200) + "true" + ")".repeat(200))))
                    .containsExactly(FindingCode.EVALUATOR_UNUSABLE);
            assertThat(codes(expression(open.repeat(9_000)))).containsExactly(FindingCode.EVALUATOR_UNUSABLE);
        }
        assertThat(codes(expression("true || ".repeat(2_000) + "true")))
                .containsExactly(FindingCode.EVALUATOR_UNUSABLE);
    }

    @Test
    void expression_understood_isToldToo() {
        Configuration configuration = expression("level >= WARN && message.contains(\"x\")");

        assertThat(codes(configuration)).containsExactly(FindingCode.EXPRESSION_EVALUATED);
        assertThat(configuration.findings().get(0).line()).isEqualTo(5);
        assertThat(configuration.appenders().get(0).filters()).hasSize(1);
    }

    @Test
    void matcher_whoseNameBeginsWithAWordOfJava_isStillAMatcher() {
        for (String name : List.of("returned", "Strings", "instanceofs")) {
            assertThat(codes(filtered("<evaluator><matcher><name>" + name + "</name><regex>a</regex></matcher>"
                            + "<expression>" + name + ".matches(message) || (" + name
                            + ".matches(formattedMessage))</expression></evaluator>")))
                    .as(name)
                    .containsExactly(FindingCode.EXPRESSION_EVALUATED);
        }
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
        assertThat(codes(filtered("<evaluator><matcher><name>m</name><regex>(</regex></matcher>"
                        + "<expression>m.matches(message)</expression></evaluator>")))
                .containsExactly(FindingCode.EVALUATOR_UNUSABLE, FindingCode.EVALUATOR_UNUSABLE);
        assertThat(codes(filtered("<evaluator><matcher><name>m</name><regex>a</regex><canonEq>true</canonEq></matcher>"
                        + "<expression>true</expression></evaluator>")))
                .containsExactly(FindingCode.UNKNOWN_OPTION, FindingCode.EXPRESSION_EVALUATED);
        assertThat(codes(filtered(
                        "<evaluator><matcher><name>m</name><regex>a</regex><caseSensitive>maybe</caseSensitive>"
                                + "</matcher><expression>true</expression></evaluator>")))
                .containsExactly(FindingCode.BAD_BOOLEAN, FindingCode.EXPRESSION_EVALUATED);
    }
}
