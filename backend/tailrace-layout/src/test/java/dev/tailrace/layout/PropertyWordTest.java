package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Sample;
import dev.tailrace.layout.event.TextRules;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that show properties of the configuration and the system, compared with the real Logback. */
class PropertyWordTest {
    private static final Map<String, String> PROPERTIES =
            Map.of("CONTEXT_NAME", "shop", "k", "v", "long", "abcdefghij", "empty", "");

    private final LoggerContext logback = new LoggerContext();

    PropertyWordTest() {
        logback.setName("shop");
        PROPERTIES.forEach((name, value) -> {
            if (!name.equals("CONTEXT_NAME")) {
                logback.putProperty(name, value);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%property{k}",
                "%property{nope}",
                "%property{nope:-d}",
                "%property{empty}|",
                "%property{java.version}",
                "%property",
                "%property{}",
                "%-5property{k}|",
                "%.3property{long}|",
                "%20.3property{long}|%property{k}",
                "%property{k, x}",
                "%contextName|%cn|%8cn|",
            })
    void word_samePattern_sameLine(String pattern) throws Exception {
        PatternLayout theirs = new PatternLayout();
        theirs.setContext(logback);
        theirs.setPattern(pattern);
        theirs.start();
        Sample sample = Sample.of("m");

        assertThat(sample.ours(compile(pattern).encoder())).isEqualTo(theirs.doLayout(sample.logback(logback)));
    }

    @Test
    void property_notThere_isAProblem() {
        assertThat(compile("%property{nope} %property").problems())
                .extracting(Problem::kind)
                .containsExactly(Problem.Kind.BAD_OPTION, Problem.Kind.BAD_OPTION);
        assertThat(compile("%property{k} %property{empty}").problems()).isEmpty();
    }

    @Test
    void contextName_notConfigured_isDefault() throws Exception {
        assertThat(Sample.of("m").ours(PatternEncoder.compile("%cn").encoder())).isEqualTo("default");
    }

    @Test
    void sequence_growsByOne() throws Exception {
        PatternEncoder encoder = compile("%lsn").encoder();
        long first = Long.parseLong(Sample.of("m").ours(encoder));

        assertThat(Long.parseLong(Sample.of("m").ours(encoder))).isEqualTo(first + 1);
        assertThat(first).isGreaterThan(1_500_000_000_000L);
    }

    private static PatternEncoder.Compiled compile(String pattern) {
        return PatternEncoder.compile(
                pattern,
                name -> {
                    String value = PROPERTIES.get(name);
                    return value == null ? System.getProperty(name) : value;
                },
                TextRules.FILE);
    }
}
