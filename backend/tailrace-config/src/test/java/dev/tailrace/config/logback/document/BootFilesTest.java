package dev.tailrace.config.logback.document;

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
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Spring Boot's files where its jar can't be seen, and its variables. */
final class BootFilesTest {
    private static final String FOLDER = "org/springframework/boot/logging/logback/";
    private final Reading boot = new Reading().property("java.io.tmpdir", "/temporary");

    /** Spring's environment, with these properties. */
    private record Spring(Map<String, String> properties) implements SpringSource {
        @Override
        public @Nullable String property(String name) {
            return properties.get(name);
        }

        @Override
        public boolean acceptsProfiles(String... expressions) {
            return false;
        }

        @Override
        public StructuredSettings structured() {
            return StructuredSettings.of(null);
        }
    }

    private static String include(String... files) {
        StringBuilder all = new StringBuilder();
        for (String file : files) {
            all.append("<include resource='").append(FOLDER).append(file).append("'/>");
        }
        return all.toString();
    }

    private Configuration read(String inside) {
        return boot.of("<configuration>" + inside + "</configuration>");
    }

    private static AppenderConfig appender(Configuration configuration, String name) {
        return configuration.appenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void base_withoutTheJar_isConsoleAndFile() {
        Configuration configuration = read(include("base.xml"));

        assertThat(codes(configuration)).containsOnly(FindingCode.SPRING_ASSUMED);
        assertThat(configuration.findings())
                .extracting(Finding::cause)
                .anyMatch(cause -> cause.contains("is not to be seen from here"))
                .anyMatch(cause -> cause.contains("Spring's environment is not at hand"));
        assertThat(configuration.root().level()).isEqualTo(Threshold.INFO);
        assertThat(configuration.root().appenders()).containsExactly("CONSOLE", "FILE");
        assertThat(appender(configuration, "CONSOLE").pattern())
                .startsWith("%clr(%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}){faint} %clr(%5p){} ")
                .contains(
                        "%esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}[%15.15t] ){faint}%clr(%-40.40logger{39}){cyan}")
                .endsWith(" %m%n%wEx");
        assertThat(appender(configuration, "FILE").destination())
                .isInstanceOfSatisfying(DestinationConfig.File.class, file -> {
                    assertThat(file.file()).isEqualTo("/temporary/spring.log");
                    assertThat(file.rolling())
                            .isEqualTo(new Rolling.TimeBased(
                                    "/temporary/spring.log.%d{yyyy-MM-dd}.%i.gz", 10 << 20, 7, 0, false));
                });
        assertThat(configuration.loggers()).hasSize(8);
    }

    @Test
    void jar_onTheClassPath_isReadInstead() {
        boot.resource(FOLDER + "base.xml", "<included><root level='ERROR'/></included>");

        Configuration configuration = read(include("base.xml"));
        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
        assertThat(codes(configuration)).containsExactly(FindingCode.SPRING_ASSUMED);

        boot.spring(new Spring(Map.of()));
        assertThat(read(include("base.xml")).findings()).isEmpty();
    }

    @Test
    void loggingProperties_areVariables() {
        boot.spring(new Spring(Map.of(
                "logging.file.name", "/logs/app.log",
                "logging.pattern.console", "%m of the console%n",
                "logging.threshold.file", "WARN",
                "logging.logback.rollingpolicy.max-file-size", "5MB",
                "logging.logback.rollingpolicy.max-history", "30",
                "spring.application.pid", "42")));
        Configuration configuration =
                read(include("base.xml") + "<property name='MINE' value='${PID} ${LOG_FILE}' scope='context'/>");

        assertThat(appender(configuration, "CONSOLE").pattern()).isEqualTo("%m of the console%n");
        assertThat(appender(configuration, "FILE").filters()).hasSize(1);
        assertThat(appender(configuration, "FILE").destination())
                .isInstanceOfSatisfying(
                        DestinationConfig.File.class,
                        file -> assertThat(file.rolling())
                                .isEqualTo(new Rolling.TimeBased(
                                        "/logs/app.log.%d{yyyy-MM-dd}.%i.gz", 5 << 20, 30, 0, false)));
        assertThat(configuration.contextProperties()).containsEntry("MINE", "42 /logs/app.log");
    }

    @Test
    void formerNamesOfTheRolling_thatSpringItselfHasNotRead_areIgnored_withAFinding() {
        boot.spring(new Spring(Map.of("logging.file.max-size", "5MB"))).property("LOG_FILE", "/logs/app.log");
        Configuration configuration = read(include("base.xml"));

        assertThat(appender(configuration, "FILE").destination())
                .isInstanceOfSatisfying(
                        DestinationConfig.File.class,
                        file -> assertThat(file.rolling())
                                .isEqualTo(new Rolling.TimeBased(
                                        "/logs/app.log.%d{yyyy-MM-dd}.%i.gz", 10 << 20, 7, 0, false)));
        assertThat(configuration.findings())
                .filteredOn(each -> each.code() == FindingCode.SPRING_NOT_READ)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.cause()).startsWith("logging.file.max-size is set");
                    assertThat(each.remedy()).contains("logging.logback.rollingpolicy.max-file-size");
                    assertThat(each.line()).isPositive();
                });
    }

    @Test
    void applicationName_isAPropertyOfPatterns_unlessItIsNotWanted() {
        Map<String, String> names =
                new HashMap<>(Map.of("spring.application.name", "shop", "spring.application.group", "web"));
        boot.spring(new Spring(names));
        assertThat(read(include("defaults.xml")).properties())
                .containsEntry("APPLICATION_NAME", "shop")
                .containsEntry("APPLICATION_GROUP", "web");

        names.put("logging.include-application-name", "false");
        assertThat(read(include("defaults.xml")).properties()).doesNotContainKey("APPLICATION_NAME");
    }

    @Test
    void fileAppender_withoutALogFile_makesNoFileOfThatName() {
        Configuration configuration = read(
                include("defaults.xml", "file-appender.xml") + "<root level='INFO'><appender-ref ref='FILE'/></root>");

        assertThat(appender(configuration, "FILE").destination().toString()).doesNotContain("IS_UNDEFINED");
        assertThat(configuration.findings())
                .extracting(Finding::cause)
                .anyMatch(cause -> cause.contains("\"LOG_FILE\"") && cause.contains("/temporary/spring.log"));
    }

    @Test
    void logFile_withoutAnythingOfSpringBoots_isWhatItIsInLogback() {
        Configuration configuration = read(Reading.appender("FileAppender", "<file>${LOG_FILE}</file>"));

        assertThat(codes(configuration)).contains(FindingCode.UNDEFINED_VARIABLE);
    }

    @Test
    void structuredAppenders_writeTheFormatThatIsSet() {
        boot.property("CONSOLE_LOG_STRUCTURED_FORMAT", "ecs");
        Configuration configuration = read(include("defaults.xml", "structured-console-appender.xml")
                + "<root level='INFO'><appender-ref ref='CONSOLE'/></root>");

        assertThat(appender(configuration, "CONSOLE").layout().syntax()).isEqualTo(PatternSyntax.JSON);
        assertThat(appender(configuration, "CONSOLE").pattern()).contains("\"8.11\"");
        assertThat(codes(configuration)).containsOnly(FindingCode.SPRING_ASSUMED);
    }

    @Test
    void structuredFormat_ofAClass_isAFinding() {
        Configuration configuration = read(Reading.appender(
                "ConsoleAppender",
                "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>com.acme.Format"
                        + "</format></encoder>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.SPRING_ASSUMED, FindingCode.JSON_FORMAT_OTHER);
        assertThat(configuration.findings().get(1).cause()).contains("com.acme.Format");
    }
}
