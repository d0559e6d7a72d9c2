package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.inside;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiftReaderTest {
    private static final String DISCRIMINATOR =
            "<discriminator><key>user</key><defaultValue>nobody</defaultValue></discriminator>";
    private static final String FILE = "<file>logs/${user}.log</file>";
    private static final String ENCODER = "<encoder><pattern>${user} %msg%n</pattern></encoder>";

    private static Configuration sift(String options) {
        return inside("<appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'>" + options
                + "</appender><root><appender-ref ref='S'/></root>");
    }

    private static String file(String options) {
        return "<sift><appender name='F-${user}' class='ch.qos.logback.core.FileAppender'>" + options
                + "</appender></sift>";
    }

    @Test
    void read_fileForEachValue_isOneAppenderWithTheKeyInItsName() {
        Configuration configuration = sift(DISCRIMINATOR + file(FILE + ENCODER)
                + "<timeout>2 minutes</timeout><maxAppenderCount>10</maxAppenderCount>");

        assertThat(configuration.findings()).isEmpty();
        AppenderConfig appender = configuration.appenders().get(0);
        assertThat(appender.name()).isEqualTo("S");
        assertThat(appender.destination())
                .isEqualTo(new DestinationConfig.Keyed(
                        "user",
                        "nobody",
                        false,
                        new DestinationConfig.File("logs/@sift@.log", true, null),
                        10,
                        120_000));
        assertThat(appender.pattern()).isEqualTo("%X{user:-nobody} %msg%n");
    }

    @Test
    void read_rollingFile_hasTheKeyInBothNames() {
        Configuration configuration = sift(file(FILE + ENCODER)
                        .replace("FileAppender", "rolling.RollingFileAppender")
                        .replace(
                                "</appender>",
                                "<rollingPolicy class='TimeBasedRollingPolicy'>"
                                        + "<fileNamePattern>logs/${user:-x}.%d.gz</fileNamePattern></rollingPolicy></appender>")
                + DISCRIMINATOR);

        assertThat(configuration.findings()).isEmpty();
        DestinationConfig.Keyed target =
                (DestinationConfig.Keyed) configuration.appenders().get(0).destination();
        assertThat(target.each().rolling()).isEqualTo(new Rolling.TimeBased("logs/@sift@.%d.gz", 0, 0, 0, false));
        assertThat(target.mostOpen()).isEqualTo(256);
        assertThat(target.idleMillis()).isEqualTo(1_800_000);
    }

    @Test
    void read_theKeyOutsideOfSift_isNoVariable() {
        Configuration configuration =
                sift(DISCRIMINATOR + file(FILE + ENCODER) + "<timeout>${user:-1} minute</timeout>");

        assertThat(configuration.findings()).isEmpty();
    }

    @Test
    void read_filters_areAskedInBothPlaces() {
        String filter = "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>LEVEL</level></filter>";
        Configuration configuration = sift(DISCRIMINATOR
                + filter.replace("LEVEL", "INFO")
                + file(FILE + ENCODER + filter.replace("LEVEL", "WARN")));

        assertThat(configuration.appenders().get(0).filters())
                .containsExactly(
                        new FilterConfig.ThresholdFilter(Threshold.INFO),
                        new FilterConfig.ThresholdFilter(Threshold.WARN));
    }

    @Test
    void read_whatIsFoundInside_namesTheKeyAsItIsWritten() {
        Configuration configuration = sift(DISCRIMINATOR
                + file("<file>logs/${user}.log</file>" + ENCODER
                                + "<rollingPolicy class='TimeBasedRollingPolicy'><maxHistory>x</maxHistory></rollingPolicy>")
                        .replace("FileAppender", "rolling.RollingFileAppender"));

        assertThat(configuration.findings())
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.toString())
                        .doesNotContain(DestinationConfig.Keyed.KEY)
                        .contains("consumer=S,"));
        assertThat(configuration.findings().toString()).contains("${user}");
    }

    @Test
    void read_fileThatIsTheSameForAllValues_isThatFile() {
        Configuration configuration = sift(DISCRIMINATOR + file("<file>all.log</file>" + ENCODER));

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination())
                .isEqualTo(new DestinationConfig.File("all.log", true, null));
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%X{user:-nobody} %msg%n");
    }

    @ParameterizedTest
    @CsvSource({"/, logs//.log", "../x, logs/../x.log", "a/b, logs/a/b.log"})
    void read_defaultThatIsAPath_hasAFileOfItsOwn(String otherwise, String file) {
        Configuration configuration = sift("<filter class='ThresholdFilter'><level>WARN</level></filter>"
                + DISCRIMINATOR.replace("nobody", otherwise) + file(FILE + ENCODER));

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().appenders()).containsExactly("S", "S: without a value");
        AppenderConfig without = appender(configuration, "S: without a value");
        assertThat(without.destination()).isEqualTo(new DestinationConfig.File(file, true, null));
        FilterConfig level = new FilterConfig.ThresholdFilter(Threshold.WARN);
        assertThat(without.filters())
                .containsExactly(
                        new FilterConfig.ContextFilter("user", otherwise, false, Set.of(otherwise, ""), true), level);
        AppenderConfig with = appender(configuration, "S");
        assertThat(((DestinationConfig.Keyed) with.destination()).each())
                .isEqualTo(new DestinationConfig.File("logs/@sift@.log", true, null));
        assertThat(with.filters())
                .containsExactly(
                        new FilterConfig.ContextFilter("user", otherwise, false, Set.of(otherwise, ""), false), level);
    }

    @Test
    void read_defaultThatIsAPathBehindAnAsynchronousAppender_takesOverWhatThatSays() {
        Configuration configuration = inside("<appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'>"
                + DISCRIMINATOR.replace("nobody", "/") + file(FILE + ENCODER) + "</appender>"
                + "<appender name='Y' class='ch.qos.logback.classic.AsyncAppender'><neverBlock>true</neverBlock>"
                + "<filter class='ThresholdFilter'><level>WARN</level></filter><appender-ref ref='S'/></appender>"
                + "<root><appender-ref ref='Y'/></root>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().appenders()).containsExactly("S", "S: without a value");
        for (AppenderConfig each : configuration.appenders()) {
            assertThat(each.filters()).contains(new FilterConfig.ThresholdFilter(Threshold.WARN));
            assertThat(each.settings().overflow().whenFull()).isEqualTo(TailraceSettings.WhenFull.DROP);
        }
        assertThat(configuration.appenders()).hasSize(2);
    }

    private static AppenderConfig appender(Configuration configuration, String name) {
        return configuration.appenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void read_rolledNamesWithoutTheKey_getIt() {
        String policy = "<rollingPolicy class='TimeBasedRollingPolicy'><fileNamePattern>all.%d.gz</fileNamePattern>"
                + "</rollingPolicy></appender>";
        Configuration configuration = sift(DISCRIMINATOR
                + file(FILE + ENCODER)
                        .replace("FileAppender", "rolling.RollingFileAppender")
                        .replace("</appender>", policy));

        assertThat(codes(configuration)).containsExactly(FindingCode.SIFTED_TOGETHER);
        DestinationConfig.File each =
                ((DestinationConfig.Keyed) configuration.appenders().get(0).destination()).each();
        assertThat(each.file()).isEqualTo("logs/@sift@.log");
        assertThat(each.rolling()).isEqualTo(new Rolling.TimeBased("all.%d.@sift@.gz", 0, 0, 0, false));
    }

    @Test
    void read_consoleInside_isTheConsole() {
        Configuration configuration = sift(DISCRIMINATOR + "<sift><appender name='C'"
                + " class='ch.qos.logback.core.ConsoleAppender'>" + ENCODER + "</appender></sift>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
    }

    @ParameterizedTest
    @CsvSource({
        "no discriminator, '', ok",
        "no key, '<discriminator><defaultValue>x</defaultValue></discriminator>', ok",
        "no default, '<discriminator><key>user</key></discriminator>', ok",
        "no sift, default, none",
        "two appenders, default, two",
        "no such class, default, unknown",
    })
    void read_whatCantBeUsed_writesNothingWithAFinding(String what, String discriminator, String sift) {
        String options = switch (sift) {
            case "none" -> "";
            case "two" -> file(FILE + ENCODER).replace("</sift>", "<appender name='G' class='x.Y'/></sift>");
            case "unknown" -> file(FILE + ENCODER).replace("FileAppender", "Unknown");
            default -> file(FILE + ENCODER);
        };
        Configuration configuration = sift((discriminator.equals("default") ? DISCRIMINATOR : discriminator) + options);

        assertThat(codes(configuration)).as(what).contains(FindingCode.SIFTING_UNUSABLE, FindingCode.NO_APPENDER_LEFT);
        assertThat(configuration.appenders()).extracting(AppenderConfig::name).doesNotContain("S");
    }

    @Test
    void read_otherDiscriminator_isNotLoaded() {
        Configuration configuration =
                sift("<discriminator class='com.example.Mine'><key>user</key></discriminator>" + file(FILE + ENCODER));

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS, FindingCode.NO_APPENDER_LEFT);
    }
}
