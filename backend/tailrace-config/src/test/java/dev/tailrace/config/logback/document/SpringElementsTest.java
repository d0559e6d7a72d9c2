package dev.tailrace.config.logback.document;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Without Spring's environment; profile expressions are tested by {@link dev.tailrace.config.spring.ProfileExpressionTest}. */
final class SpringElementsTest {
    private final Reading spring = new Reading();

    private Configuration read(String inside) {
        return spring.of("<configuration>\n" + inside + "\n</configuration>");
    }

    /** The level of the root logger, which each of these profiles sets to another one. */
    private @Nullable Threshold level(String... namesAndLevels) {
        StringBuilder inside = new StringBuilder();
        for (int i = 0; i < namesAndLevels.length; i += 2) {
            inside.append("<springProfile name='" + namesAndLevels[i].replace("&", "&amp;") + "'><root level='"
                    + namesAndLevels[i + 1] + "'/></springProfile>\n");
        }
        return read(inside.toString()).root().level();
    }

    private String cause(String inside) {
        return read(inside).findings().get(0).cause();
    }

    @Test
    void profile_active_itsElementsTakeItsPlace() {
        spring.property("spring.profiles.active", "prod, eu");

        assertThat(level("dev", "TRACE", "prod", "WARN", "test", "OFF")).isEqualTo(Threshold.WARN);
        assertThat(level("dev, eu", "ERROR")).isEqualTo(Threshold.ERROR);
        assertThat(level("prod & !dev", "ERROR")).isEqualTo(Threshold.ERROR);
        assertThat(level("default", "ERROR")).isEqualTo(Threshold.DEBUG);
    }

    @Test
    void profile_ofAVariable_isItsValue() {
        spring.property("spring.profiles.active", "prod");

        assertThat(
                        read("<property name='P' value='prod'/><springProfile name='${P}'><root level='OFF'/></springProfile>")
                                .root()
                                .level())
                .isEqualTo(Threshold.OFF);
    }

    @Test
    void profile_insideOfOtherElements_choosesToo() {
        spring.property("spring.profiles.active", "prod");
        Configuration configuration = read("<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<springProfile name='dev'><target>System.err</target></springProfile>"
                + "<encoder><springProfile name='prod'><pattern>%m of prod%n</pattern></springProfile></encoder></appender>"
                + "<root level='INFO'><springProfile name='prod'><appender-ref ref='A'/></springProfile>"
                + "<springProfile name='!prod'><appender-ref ref='B'/></springProfile></root>");

        assertThat(codes(configuration)).containsExactly(FindingCode.SPRING_ASSUMED);
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%m of prod%n");
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
        assertThat(configuration.root().appenders()).containsExactly("A");
    }

    @Test
    void absence_isReportedOnceAFile_withTheProfilesAndTheirSource() {
        String inside =
                "<springProfile name='prod'/>\n<springProfile name='dev'/><springProperty name='a' source='b'/>";

        assertThat(read(inside).findings()).hasSize(1).first().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.SPRING_ASSUMED);
            assertThat(finding.line()).isEqualTo(2);
            assertThat(finding.cause()).contains("\"default\"").contains("neither -Dspring.profiles.active");
            assertThat(finding.remedy()).contains("tailrace-spring-boot");
        });
        spring.variable("SPRING_PROFILES_ACTIVE", "one");
        assertThat(cause(inside)).contains("\"one\", from SPRING_PROFILES_ACTIVE");
        spring.property("spring.profiles.active", "two,three");
        assertThat(cause(inside)).contains("\"two, three\", from -Dspring.profiles.active");
    }

    @Test
    void profiles_comeFromTheStartOfTheJvmOnly() {
        spring.property("spring.profiles.active", " ").variable("SPRING_PROFILES_ACTIVE", "eu,, us ");
        assertThat(level("eu & us", "ERROR")).isEqualTo(Threshold.ERROR);

        spring.variable("SPRING_PROFILES_ACTIVE", "")
                .property("sun.java.command", "app.jar --spring.profiles.active=prod")
                .resource("application.properties", "spring.profiles.active=prod\n");
        assertThat(level("prod", "TRACE", "default", "ERROR")).isEqualTo(Threshold.ERROR);
    }

    @Test
    void profile_malformed_isNotReadAndTold() {
        Configuration configuration = read("<springProfile name='a | b &amp; c'><root level='OFF'/></springProfile>\n"
                + "<springProfile><root level='OFF'/></springProfile>");

        assertThat(codes(configuration))
                .containsExactly(
                        FindingCode.SPRING_ASSUMED,
                        FindingCode.CONDITION_NOT_UNDERSTOOD,
                        FindingCode.MISSING_ATTRIBUTE);
        assertThat(configuration.root().level()).isEqualTo(Threshold.DEBUG);
    }

    @Test
    void property_isItsDefault_orUndefined() {
        spring.property("x.y", "system").resource("application.properties", "x.y=file\n");
        Configuration configuration = read("<springProperty scope='context' name='v' source='x.y' defaultValue='d'/>"
                + "<springProperty scope='context' name='w' source='x.y'/>");

        assertThat(configuration.contextProperties()).containsEntry("v", "d").doesNotContainKey("w");
        assertThat(codes(configuration)).containsExactly(FindingCode.SPRING_ASSUMED);
        assertThat(codes(read("<springProperty name='v'/>"))).containsExactly(FindingCode.MISSING_ATTRIBUTE);
    }
}
