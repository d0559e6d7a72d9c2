package dev.tailrace.config.document;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** There is no Spring to compare with: what its manual says holds. */
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
    void profiles_whatIsAssumed_isToldOnceWithItsPlace() {
        String profile = "<springProfile name='prod'/>\n<springProfile name='dev'/>";

        assertThat(read(profile).findings()).hasSize(1).first().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.SPRING_ASSUMED);
            assertThat(finding.line()).isEqualTo(2);
            assertThat(finding.cause()).contains("\"default\"").contains("none of them names others");
        });
        spring.resource("application.properties", "spring.profiles.active=fromFile\n");
        assertThat(cause(profile)).contains("\"fromFile\", from application.properties on the class path");
        spring.variable("SPRING_PROFILES_ACTIVE", "fromEnvironment");
        assertThat(cause(profile))
                .contains("\"fromEnvironment\", from the environment variable SPRING_PROFILES_ACTIVE");
        spring.property("spring.profiles.active", "fromProperty");
        assertThat(cause(profile)).contains("\"fromProperty\", from the system property spring.profiles.active");
        spring.property("sun.java.command", "app.jar x --spring.profiles.active=fromArgument,two --other");
        assertThat(cause(profile))
                .contains("\"fromArgument, two\", from the program argument --spring.profiles.active");
    }

    @Test
    void profiles_ofTheDefault_areThoseThatSpringSays() {
        assertThat(level("default", "ERROR")).isEqualTo(Threshold.ERROR);
        spring.property("spring.profiles.default", "local");
        assertThat(level("default", "ERROR")).isEqualTo(Threshold.DEBUG);
        assertThat(level("local", "ERROR")).isEqualTo(Threshold.ERROR);
    }

    @Test
    void profiles_includedAndGroups_areActiveToo() {
        spring.resource("application.properties", """
                spring.profiles.active=prod
                spring.profiles.include=common
                spring.profiles.group.prod=db, mail
                spring.profiles.group.mail=prod,smtp
                """);

        assertThat(level("common & prod & db & mail & smtp", "ERROR")).isEqualTo(Threshold.ERROR);
    }

    @Test
    void yamlOnTheClassPath_isToldWhereSomethingIsMissing() {
        spring.resource("application.yml", "spring.profiles.active: prod");
        assertThat(codes(read("<springProfile name='prod'/><springProperty name='a' source='b' defaultValue='c'/>")))
                .containsExactly(FindingCode.SPRING_ASSUMED, FindingCode.SPRING_NOT_READ, FindingCode.SPRING_ASSUMED);

        spring.property("spring.profiles.active", "prod");
        assertThat(codes(read("<springProfile name='prod'/>"))).containsExactly(FindingCode.SPRING_ASSUMED);
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

    private String file(String property) {
        Configuration configuration = read(
                property
                        + "<appender name='A' class='ch.qos.logback.core.FileAppender'><file>${v:-none}</file>"
                        + "<encoder><pattern>%m</pattern></encoder></appender><root level='INFO'><appender-ref ref='A'/></root>");
        return String.valueOf(
                ((DestinationConfig.File) configuration.appenders().get(0).destination()).file());
    }

    @Test
    void property_fromWhereSpringLooks_theNearestHolds() {
        String property = "<springProperty name='v' source='log-dir.main' defaultValue='d'/>";
        assertThat(file(property)).isEqualTo("d");
        spring.resource("application.properties", "logDir.main=file\nspring.profiles.active=p\n");
        assertThat(file(property)).isEqualTo("file");
        spring.resource("application-p.properties", "log-dir.main=profile");
        assertThat(file(property)).isEqualTo("profile");
        spring.variable("LOG_DIR_MAIN", "legacy");
        assertThat(file(property)).isEqualTo("legacy");
        spring.variable("LOGDIR_MAIN", "environment");
        assertThat(file(property)).isEqualTo("environment");
        spring.property("log-dir.main", "property");
        assertThat(file(property)).isEqualTo("property");
        spring.property("sun.java.command", "Main --logDir.main=argument");
        assertThat(file(property)).isEqualTo("argument");
    }

    @Test
    void property_inScopeOfTheContext_isShownByPatterns() {
        spring.property("app.name", "shop");
        Configuration configuration = read("<springProperty scope='context' name='APP' source='app.name'/>");

        assertThat(configuration.properties()).containsEntry("APP", "shop");
        assertThat(configuration.findings()).isEmpty();
    }

    @Test
    void property_thatNobodyHas_isToldAndItsDefaultHolds() {
        assertThat(read("<springProperty name='v' source='x.y' defaultValue='d'/>")
                        .findings())
                .hasSize(1)
                .first()
                .satisfies(finding -> assertThat(finding.cause()).contains("\"x.y\" is taken to be \"d\""));
        assertThat(cause("<springProperty name='v' source='x.y'/>")).contains("undefined");
        assertThat(codes(read("<springProperty name='v'/>"))).containsExactly(FindingCode.MISSING_ATTRIBUTE);
    }

    @Test
    void properties_withVariablesAndParts_areSprings() {
        spring.resource("application.properties", """
                spring.profiles.active=prod
                base=/logs
                dir=${base}/${app.name:shop}/${nobody}
                #---
                spring.config.activate.on-profile=prod
                base=/prod
                #---
                spring.config.activate.on-profile=dev
                base=/dev
                """);

        assertThat(file("<springProperty name='v' source='dir'/>")).startsWith("/prod/shop/");
    }

    /** It must come to an end, and to something that fits. */
    @Test
    void properties_thatReferToEachOther_comeToAnEnd() {
        StringBuilder text = new StringBuilder("a=${a}\nb=${c}\nc=${b}\n");
        for (char c = 'd'; c < 'z'; c++) {
            text.append(c)
                    .append('=')
                    .append(("${" + (char) (c + 1) + "}").repeat(20))
                    .append('\n');
        }
        spring.resource("application.properties", text + "z=" + "z".repeat(1_000));
        for (String source : List.of("a", "b", "d")) {
            assertThat(read("<springProperty scope='context' name='v' source='" + source + "'/>")
                            .properties()
                            .getOrDefault("v", ""))
                    .hasSizeLessThan(200_000);
        }
    }
}
