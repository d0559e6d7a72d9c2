package dev.tailrace.config.logback.document;

import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.JulLevels;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words by the names of classes; nothing is loaded. */
final class ConversionRulesTest {
    private static Configuration read(String rule, String pattern) {
        return Reading.inside(
                Reading.appender("ConsoleAppender", "<encoder><pattern>" + pattern + "</pattern></encoder>") + rule);
    }

    private static String rule(String word, String className) {
        return "<conversionRule conversionWord='" + word + "' converterClass='" + className + "'/>";
    }

    @ParameterizedTest
    @CsvSource({
        "org.springframework.boot.logging.logback.ColorConverter, clr",
        "org.springframework.boot.logging.logback.WhitespaceThrowableProxyConverter, wex",
        "org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter, wEx",
        "org.springframework.boot.logging.logback.CorrelationIdConverter, correlationId",
        "org.springframework.boot.logging.logback.EnclosedInSquareBracketsConverter, esb",
        "org.springframework.boot.logging.logback.ApplicationNameConverter, applicationName",
        "org.apache.seata.server.logging.logback.ExtendedWhitespaceThrowableProxyConverter, wEx",
        "com.example.config.CRLFLogConverter, crlf",
        "ch.qos.logback.classic.pattern.MessageConverter, msg",
        "ch.qos.logback.core.pattern.color.BoldRedCompositeConverter, boldRed"
    })
    void class_thatIsKnown_isItsWord(String className, String word) {
        Configuration configuration = read(rule("mine", className), "%-5mine{a} %mine(%m) \\%mine %miner%n");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).pattern())
                .isEqualTo("%-5" + word + "{a} %" + word + "(%m) \\%mine %miner%n");
    }

    @Test
    void class_inTheNewerAttribute_isKnown_too() {
        assertThat(read(
                                "<conversionRule conversionWord='x' class='org.springframework.boot.logging.logback.ColorConverter'/>",
                                "%x(%m)%n")
                        .appenders()
                        .get(0)
                        .pattern())
                .isEqualTo("%clr(%m)%n");
    }

    @Test
    void class_thatHidesMessages_saysThatTheyAreNotHidden() {
        Configuration configuration = read(rule("msg", "com.acme.Masking"), "%msg%n");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.NOT_SUPPORTED);
        assertThat(only(configuration).cause())
                .contains("%msg", "com.acme.Masking", "without what the class changes or hides");
        assertThat(only(configuration).remedy()).contains("%replace(%msg)");
    }

    @Test
    void levelChangePropagator_isDone() {
        Configuration configuration =
                read("<contextListener class='ch.qos.logback.classic.jul.LevelChangePropagator'/>", "%m%n");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.julLevels()).isEqualTo(JulLevels.FOLLOW);
    }

    @Test
    void jmxConfigurator_isOneNoteThatNamesWhatSetsLevels() {
        Finding finding = only(read("<jmxConfigurator/>", "%m%n"));

        assertThat(finding.severity()).isEqualTo(FindingCode.Severity.INFO);
        assertThat(finding.remedy()).contains("./tailrace level", "/actuator/loggers");
    }
}
