package dev.tailrace.config.log4j;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Spring Boot and Minecraft add to Log4j 2's configurations. */
final class Log4jSpringTest {
    private final Reading spring = new Reading();

    private Configuration read(String appender, String rest) {
        return spring.of("<Configuration><Appenders>" + appender + "</Appenders><Loggers><Root level='info'>"
                + "<AppenderRef ref='A'/></Root></Loggers>" + rest + "</Configuration>");
    }

    private AppenderConfig appender(String xml) {
        return read(xml, "").appenders().get(0);
    }

    private Rolling rolling(String policy, String pattern) {
        DestinationConfig destinationConfig = appender("<RollingFile name='A' fileName='/l/a.log' filePattern='"
                        + pattern + "'><Policies>" + policy + "</Policies></RollingFile>")
                .destination();
        return Objects.requireNonNull(((DestinationConfig.File) Objects.requireNonNull(destinationConfig)).rolling());
    }

    @Test
    void profile_active_isRead() {
        spring.property("spring.profiles.active", "prod");
        Configuration configuration = spring.of("<Configuration><Loggers>"
                + "<SpringProfile name='prod | staging'><Root level='error'/></SpringProfile>"
                + "<SpringProfile name='!prod'><Root level='trace'/></SpringProfile></Loggers></Configuration>");

        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
        assertThat(codes(configuration)).doesNotContain(FindingCode.UNKNOWN_CLASS);
    }

    @Test
    void springLookup_withoutSpring_knowsTheProfilesOnly() {
        spring.property("spring.profiles.active", "a,b");

        assertThat(appender("<Console name='A'><PatternLayout pattern='${spring:spring.application.name:-none}"
                                + " ${spring:profiles.active[1]} ${spring:none:-otherwise} %m%n'/></Console>")
                        .pattern())
                .isEqualTo("none b otherwise %m%n");
    }

    @ParameterizedTest
    @CsvSource({"size, 5242881", "size-and-time, 5242881", "SIZE_AND_TIME, 5242881", "time, 0"})
    void triggeringPolicy_rollsByItsStrategy(String strategy, long size) {
        Rolling rolling = rolling(
                "<SpringBootTriggeringPolicy strategy='" + strategy + "' maxFileSize='5MB' timeInterval='1'/>",
                "/l/a.%d{yyyy-MM-dd}.%i.log.gz");

        assertThat(rolling)
                .isInstanceOfSatisfying(
                        Rolling.Numbered.class,
                        numbered -> assertThat(numbered.maxFileSize()).isEqualTo(size));
    }

    @Test
    void triggeringPolicy_ofAnUnknownStrategy_isAFinding() {
        Configuration configuration = read(
                "<RollingFile name='A' fileName='/l/a.log' filePattern='/l/a.%i.log'><SpringBootTriggeringPolicy"
                        + " strategy='weekly'/></RollingFile>",
                "");

        assertThat(codes(configuration)).containsExactly(FindingCode.BAD_VALUE);
    }

    @Test
    void structuredLayout_isItsFormat_inTheShapeForLog4j() {
        AppenderConfig appender =
                appender("<Console name='A'><StructuredLogLayout format='logstash' charset='UTF-8'/></Console>");

        assertThat(appender.layout().syntax()).isEqualTo(PatternSyntax.JSON);
        assertThat(appender.pattern()).contains("tailrace:log4jLevel", "\"java\"");
    }

    @Test
    void variablesOfSpringBoot_haveValues() {
        spring.spring(new Environment());
        Configuration configuration = read(
                "<File name='A' fileName='${sys:LOG_FILE}'><PatternLayout pattern='${sys:PID} %m%n'"
                        + " charset='${sys:FILE_LOG_CHARSET}'/></File>",
                "");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("42 %m%n");
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("/l/app.log", true, null));
    }

    @Test
    void selectors_becomeOnePattern() {
        assertThat(appender(
                                "<Console name='A'><PatternLayout><LevelPatternSelector defaultPattern='%m%n'>"
                                        + "<PatternMatch key='WARN' pattern='! %m%n'/></LevelPatternSelector></PatternLayout></Console>")
                        .pattern())
                .isEqualTo("%selectByLevel{%m%n}{WARN}{! %m%n}");
        assertThat(appender("<TerminalConsole name='A'><PatternLayout><LoggerNamePatternSelector defaultPattern='%m%n'"
                                + " alwaysWriteExceptions='false'><PatternMatch key='a.' pattern='a %m%n'/>"
                                + "</LoggerNamePatternSelector></PatternLayout></TerminalConsole>")
                        .pattern())
                .isEqualTo("%selectByLogger{%m%n%ex{none}}{a.}{a %m%n%ex{none}}");
    }

    /** Spring's own environment. */
    private static final class Environment implements SpringSource {
        @Override
        public @Nullable String property(String name) {
            return Map.of(
                            "spring.application.name", "asked",
                            "spring.profiles.active", "asked",
                            "logging.file.name", "/l/app.log",
                            "spring.application.pid", "42")
                    .get(name);
        }

        @Override
        public boolean acceptsProfiles(String... expressions) {
            return List.of(expressions).contains("asked");
        }

        @Override
        public StructuredSettings structured() {
            return StructuredSettings.of(null);
        }
    }

    @Test
    void environment_atHand_isAskedAndNothingAssumed() {
        spring.spring(new Environment());
        Configuration configuration = read(
                "<Console name='A'><PatternLayout pattern='${spring:spring.application.name}"
                        + " ${spring:profiles.active} %m%n'/></Console>",
                "<SpringProfile name='asked'><Properties/></SpringProfile>");
        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("asked asked %m%n");

        Configuration logback = spring.of("<configuration><springProperty name='N' source='spring.application.name'"
                + " scope='context'/><springProperty name='O' source='none'/><springProfile name='no, asked'>"
                + "<root level='ERROR'/></springProfile></configuration>");
        assertThat(logback.findings()).isEmpty();
        assertThat(logback.contextProperties()).containsEntry("N", "asked");
        assertThat(logback.root().level()).isEqualTo(Threshold.ERROR);
    }

    @Test
    void structuredFormat_ofAClass_waitsForWhatWritesIt() {
        spring.spring(new Environment());

        AppenderConfig appender =
                appender("<Console name='A'><StructuredLogLayout format='com.acme.Format'/></Console>");
        assertThat(appender.layout().syntax()).isEqualTo(PatternSyntax.STRUCTURED);
        assertThat(appender.pattern()).startsWith("com.acme.Format\n{");
    }
}
