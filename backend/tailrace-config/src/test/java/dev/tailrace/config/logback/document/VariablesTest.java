package dev.tailrace.config.logback.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.ValueBounds;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VariablesTest {
    private final Findings findings = new Findings("f.xml");
    private final Variables variables = new Variables(
            new Reading()
                    .property("a", "system")
                    .property("s", "system")
                    .variable("a", "env")
                    .variable("s", "env")
                    .variable("e", "env"),
            findings);

    VariablesTest() {
        variables.define("a", "1");
        variables.define("n", "a");
        variables.define("b", "<${a}>");
        variables.define("empty", "");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "x, x",
                "${a}, 1",
                "${s}, system",
                "${e}, env",
                "${HOSTNAME}, machine",
                "${b}, <1>",
                "${${n}}, 1",
                "${no:-d}, d",
                "${no:-${a}}, 1",
                "${no:-${no2:-q}}, q",
                "${no${a}:-k}, k",
                "x${a}y${a}z, x1y1z",
                "[${empty}], []",
                "[${empty:-d}], []",
                "[${no:-}], []",
                "${no:-{x}}, {x}",
                "${hostname}, machine",
                "${HostName:-d}, machine",
                "{x:-${a}}, {x:-1}",
                "%X{k:-v} ${a}, %X{k:-v} 1",
                "${no:-%X{k:-v}}, %X{k:-v}",
                "$a $ {a}, $a $ {a}",
                "$${a}, $${a}",
                "\\${a}, \\1",
            })
    void resolve_wellFormed_isReplaced(String text, String result) {
        assertThat(variables.resolve(text, 1)).isEqualTo(result);
        assertThat(findings.list()).isEmpty();
    }

    @Test
    void resolve_undefined_isMarkedAsInLogback() {
        assertThat(variables.resolve("x ${nope} y", 7)).isEqualTo("x nope_IS_UNDEFINED y");
        assertThat(codes()).containsExactly(FindingCode.UNDEFINED_VARIABLE);
        assertThat(findings.list().get(0).line()).isEqualTo(7);
        assertThat(findings.list().get(0).cause()).contains("nope");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "%wEx}}, %wEx",
                "${a}/job}/${a}, 1/job",
                "${a} :- x, \"1 \"",
                "${a} {${a}, ${a} {${a}",
                "${a} ${a:}, ${a} ${a:}",
                "${no:-$}, ${no:-$}",
                "${no:-b:-${a}}, ${no:-b:-${a}}"
            })
    void resolve_bracesThatDontMatch_asInLogback15(String text, String result) {
        assertThat(variables.resolve(text, 1)).isEqualTo(result);
        assertThat(codes()).containsExactly(FindingCode.MALFORMED_VARIABLE);
    }

    @Test
    void resolve_unclosed_staysAsItIs() {
        assertThat(variables.resolve("x ${a", 1)).isEqualTo("x ${a");
        assertThat(codes()).containsExactly(FindingCode.MALFORMED_VARIABLE);
    }

    @Test
    void resolve_nameless_staysAsItIs() {
        assertThat(variables.resolve("x ${} ${:-d}", 1)).isEqualTo("x ${} ${:-d}");
        assertThat(codes()).containsExactly(FindingCode.MALFORMED_VARIABLE);
    }

    @Test
    void resolve_circle_staysAsItIs() {
        variables.define("p", "${q}");
        variables.define("q", "${p}");

        assertThat(variables.resolve("${p}", 1)).isEqualTo("${p}");
        assertThat(codes()).containsExactly(FindingCode.CIRCULAR_VARIABLE);
    }

    @Test
    void resolve_doublingProperties_areCutOff() {
        variables.define("x0", "ha");
        for (int i = 1; i < 60; i++) {
            variables.define("x" + i, "${x" + (i - 1) + "}${x" + (i - 1) + "}");
        }

        assertThat(variables.resolve("${x40}", 1)).hasSizeLessThanOrEqualTo(ValueBounds.LONGEST_VALUE);
        assertThat(codes()).containsExactly(FindingCode.VALUE_TOO_LONG);
    }

    @Test
    void resolve_doublingEmptiness_endsToo() {
        variables.define("x0", "");
        for (int i = 1; i < 60; i++) {
            variables.define("x" + i, "${x" + (i - 1) + "}${x" + (i - 1) + "}");
        }

        assertThat(variables.resolve("${x40}", 1)).isEqualTo("${x40}");
        assertThat(codes()).containsExactly(FindingCode.VALUE_TOO_LONG);
    }

    @Test
    void resolve_deepNesting_ends() {
        String text = "${no:-".repeat(5_000) + "}".repeat(5_000);

        assertThat(variables.resolve(text, 1)).isEqualTo(text);
        assertThat(codes()).containsExactly(FindingCode.VALUE_TOO_LONG);
    }

    @Test
    void resolve_afterATooLongValue_worksAgain() {
        variables.define("long", "x".repeat(ValueBounds.LONGEST_VALUE));

        variables.resolve("${long}${long}", 1);

        assertThat(variables.resolve("${a}", 1)).isEqualTo("1");
    }

    @Test
    void property_valueIsTrimmed_andUsableLaterOnly() {
        Configuration configuration = Reading.inside(
                "<property name='p' value='  WARN  '/><variable name='q' value='x.${p}'/><logger name='${q}' level='${p}'/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.loggers().get(0).name()).isEqualTo("x.WARN");
        assertThat(configuration.loggers().get(0).level()).isEqualTo(Threshold.WARN);
    }

    @Test
    void property_belowItsUse_isKnownAllTheSame() {
        assertThat(Reading.inside("<root level='${p}'/><property name='p' value='ERROR'/>")
                        .root()
                        .level())
                .isEqualTo(Threshold.ERROR);
    }

    @Test
    void property_insideAnAppender_holdsFromThereOn() {
        Configuration configuration = Reading.inside("<property name='p' value='1'/>"
                + Reading.appender(
                        "ConsoleAppender", "<property name='p' value='2'/><encoder><pattern>${p}</pattern></encoder>"));

        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("2");
    }

    @Test
    void property_withoutAValue_isAFindingAndNotDefined() {
        for (String attributes : new String[] {"name='a'", "name='a' value=' '", "value='b'", "name='' value='b'"}) {
            assertThat(Reading.codes(Reading.inside("<property " + attributes + "/>")))
                    .containsExactly(FindingCode.MISSING_ATTRIBUTE);
        }
        assertThat(Reading.codes(Reading.inside("<property name='a' value='b' scope='global'/>")))
                .containsExactly(FindingCode.BAD_VALUE);
    }

    private List<FindingCode> codes() {
        return findings.list().stream().map(Finding::code).distinct().toList();
    }
}
