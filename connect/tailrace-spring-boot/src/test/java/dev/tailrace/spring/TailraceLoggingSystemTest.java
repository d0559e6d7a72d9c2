package dev.tailrace.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.LoggingControl;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.StandardEnvironment;

/** The contract of a logging system, without an application: as Boot's listener calls it. */
class TailraceLoggingSystemTest {
    private final BootScene scene = new BootScene();
    private final StandardEnvironment environment = scene.environment;
    private final TailraceLoggingSystem system = scene.system;
    private final Logger logger = LoggerFactory.getLogger("shop.orders");

    @TempDir
    Path folder;

    @AfterEach
    void cleanUp() {
        scene.close();
    }

    @Test
    void factory_slf4jIsBoundToTailrace_finds() {
        assertThat(LoggingSystem.get(TailraceLoggingSystemTest.class.getClassLoader()))
                .isInstanceOf(TailraceLoggingSystem.class);
    }

    @Test
    void beforeInitialize_untilInitialize_nothingIsLogged() {
        system.beforeInitialize();
        logger.error("hidden");
        initialize(Map.of());
        logger.info("shown");
        assertThat(output()).contains("shown").doesNotContain("hidden");
    }

    @Test
    void initialize_withoutAnything_hasBootsDefaults() {
        initialize(Map.of());
        logger.debug("debug");
        logger.info("info");
        assertThat(output())
                .containsPattern("\\d{4}-\\d\\d-\\d\\dT\\S+  INFO \\d+ --- \\[ +main] shop\\.orders {29} : info")
                .doesNotContain("debug");
        assertThat(levelOf("org.apache.catalina.util.LifecycleBase")).isEqualTo(LogLevel.ERROR);
    }

    @Test
    void initialize_again_changesNothingUntilCleanUp() {
        initialize(Map.of("logging.pattern.console", "one %m%n"));
        initialize(Map.of("logging.pattern.console", "two %m%n"));
        logger.info("a");
        assertThat(output()).contains("one a");
        system.cleanUp();
        initialize(Map.of("logging.pattern.console", "two %m%n"));
        logger.info("b");
        assertThat(output()).contains("two b");
    }

    @Test
    void initialize_consoleDisabled_writesTheFileOnly() throws IOException {
        Path file = folder.resolve("app.log");
        initialize(Map.of("logging.console.enabled", "false", "logging.file.name", file.toString()));
        logger.info("only there");
        assertThat(output()).isEmpty();
        assertThat(Files.readString(file)).contains("[main] shop.orders").contains(": only there");
    }

    @Test
    void initialize_fileThatCantBeOpened_oneErrorAndTheConsoleAsItWas() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        initialize(Map.of("logging.file.name", file + "/app.log", "logging.pattern.console", "c %m%n"));
        logger.info("once");
        assertThat(output()).isEqualTo("c once" + System.lineSeparator());
        assertThat(scene.errors()).containsOnlyOnce("error:").contains("TR2001", "on the console only");
    }

    @Test
    void initialize_fileThatCantBeOpenedAndNoConsole_isWrittenToTheConsole() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        initialize(Map.of("logging.file.name", file + "/app.log", "logging.console.enabled", "false"));
        logger.info("once");
        assertThat(output()).containsOnlyOnce("once");
        assertThat(scene.errors()).contains("TR2001", "TR2014");
    }

    @Test
    void finding_causedByAProperty_namesItOnce() {
        Map<String, String> causes = Map.of(
                "logging.pattern.console", "%zonk %m%n",
                "logging.pattern.level", "%5p %zonk",
                "logging.pattern.dateformat", "yyyy-bbb",
                "logging.exception-conversion-word", "%zonk",
                "logging.threshold.file", "loud",
                "logging.charset.file", "UTF-16LE",
                "logging.logback.rollingpolicy.max-history", "many",
                "logging.logback.rollingpolicy.file-name-pattern", "app.%d{yyyy-qq}.%i.log",
                "tailrace.max-wait", "long");
        causes.forEach((name, value) -> {
            try (BootScene each = new BootScene()) {
                each.initialize(Map.of(
                        name,
                        value,
                        "logging.file.name",
                        folder.resolve("app.log").toString()));
                assertThat(each.errors())
                        .as(name)
                        .containsOnlyOnce("tailrace: TR")
                        .containsOnlyOnce(name)
                        .doesNotContain("org/springframework");
            }
        });
    }

    @Test
    void finding_thatFailsTheStart_namesTheProperty() {
        assertThatThrownBy(() -> initialize(Map.of("logging.structured.format.console", "zonk")))
                .hasMessageContaining("logging.structured.format.console")
                .hasMessageNotContaining("org/springframework");
    }

    @Test
    void debug_isOn_saysWhatIsInUse() {
        initialize(Map.of(
                "tailrace.debug",
                "true",
                "tailrace.findings-url",
                "https://x.example/f.md",
                "tailrace.memory",
                "lots"));
        assertThat(scene.errors())
                .contains("tailrace: configuration Spring Boot's defaults", "[console]", "1 findings")
                .contains("https://x.example/f.md#tr1034");
    }

    /** As with Logback, whose context keeps them, too. */
    @Test
    void loggers_whoseHoldersAreCollected_areListed() {
        initialize(Map.of());
        LoggerFactory.getLogger("shop.gone");
        System.gc();
        assertThat(system.getLoggerConfigurations())
                .extracting(LoggerConfiguration::getName)
                .contains("shop.gone");
    }

    @Test
    void initialize_springElements_askTheEnvironment() throws IOException {
        Path file = write("""
                <configuration>
                  <springProperty name="app" source="my.app"/>
                  <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>${app} %m%n</pattern></encoder>
                  </appender>
                  <springProfile name="dev &amp; !cloud"><root level="DEBUG"><appender-ref ref="C"/></root></springProfile>
                </configuration>
                """);
        environment.setActiveProfiles("dev");
        initialize(Map.of("my.app", "shop", "logging.config", file.toString()));
        logger.debug("a");
        assertThat(output()).contains("shop a" + System.lineSeparator());
    }

    @Test
    void initialize_base64_isRead() {
        String text = "<configuration><appender name='C' class='ch.qos.logback.core.ConsoleAppender'><encoder>"
                + "<pattern>64 %m%n</pattern></encoder></appender><root><appender-ref ref='C'/></root></configuration>";
        String encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        initialize(Map.of("logging.config", "base64:" + encoded));
        logger.info("a");
        assertThat(output()).contains("64 a");
    }

    @Test
    void initialize_configurationWithAnError_failsWithFileAndLine() throws IOException {
        Path file = write("<configuration>\n<appender name='F' class='ch.qos.logback.core.FileAppender'/>\n"
                + "<root><appender-ref ref='F'/></root></configuration>");
        assertThatThrownBy(() -> initialize(Map.of("logging.config", file.toString())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("wrong.xml:2");
        assertThat(LoggingControl.isConfigured()).isFalse();
    }

    /** As Boot's start with Logback. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<appender name='F' class='ch.qos.logback.core.FileAppendr'/> | FileAppendr",
                "<appender name='F' class='shop.OwnAppender'/> | OwnAppender",
                "<turboFilter class='shop.Filtr'/> | Filtr",
                "<contextListener class='shop.Listener'/> | Listener",
                "<define name='x' class='shop.Definer'/> | Definer"
            })
    void initialize_classThatIsNotThere_failsAlthoughThereIsAConsole(String element, String name) throws IOException {
        Path file = write("<configuration><appender name='C' class='ch.qos.logback.core.ConsoleAppender'/>" + element
                + "<root><appender-ref ref='C'/><appender-ref ref='F'/></root></configuration>");
        assertThatThrownBy(() -> initialize(Map.of("logging.config", file.toString())))
                .hasMessageContaining("TR1008")
                .hasMessageContaining(name);
    }

    /** Logback creates it only where it is referred to. */
    @Test
    void initialize_unusedAppenderWhoseClassIsNotThere_starts() throws IOException {
        Path file = write("<configuration><appender name='C' class='ch.qos.logback.core.ConsoleAppender'/>"
                + "<appender name='F' class='shop.OwnAppender'/>"
                + "<root level='INFO'><appender-ref ref='C'/></root></configuration>");
        initialize(Map.of("logging.config", file.toString()));
        assertThat(scene.errors()).contains("TR1004 warning", "TR1042").doesNotContain("TR1008");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | TR1040",
                "<appender name='F' class='net.logstash.logback.appender.LoggingEventAsyncDisruptorAppender'/> | TR1004",
                "<appender name='F' class='ch.qos.logback.classic.net.SocketAppender'/> | TR1004",
                "<appender name='F' class='dev.tailrace.spring.TailraceLoggingSystemTest'/> | TR1004"
            })
    void initialize_noAppenderThatWrites_startsWithWarningsAndTheConsole(String element, String code)
            throws IOException {
        Path file = write(
                "<configuration>" + element + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        initialize(Map.of("logging.config", file.toString()));
        logger.info("shown");
        assertThat(output()).contains("shown");
        assertThat(scene.errors()).contains(code + " warning", "TR1049 warning");
    }

    @Test
    void initialize_missingFile_fails() {
        assertThatThrownBy(() -> initialize(Map.of("logging.config", "classpath:missing.xml")))
                .hasMessageContaining("classpath:missing.xml");
    }

    @Test
    void setLogLevel_nullInherits_offHides_fatalIsError() {
        initialize(Map.of());
        system.setLogLevel("shop", LogLevel.DEBUG);
        assertThat(logger.isDebugEnabled()).isTrue();
        system.setLogLevel("shop", null);
        assertThat(logger.isDebugEnabled()).isFalse();
        system.setLogLevel("shop", LogLevel.FATAL);
        assertThat(levelOf("shop.orders")).isEqualTo(LogLevel.ERROR);
        system.setLogLevel("shop", LogLevel.OFF);
        assertThat(logger.isErrorEnabled()).isFalse();
        system.setLogLevel(null, LogLevel.TRACE);
        assertThat(levelOf("ROOT")).isEqualTo(LogLevel.TRACE);
    }

    @Test
    void getLoggerConfigurations_haveAncestors_rootFirst() {
        initialize(Map.of());
        system.setLogLevel("shop.orders", LogLevel.WARN);
        List<LoggerConfiguration> all = system.getLoggerConfigurations();
        assertThat(all.get(0).getName()).isEqualTo("ROOT");
        assertThat(all).extracting(LoggerConfiguration::getName).contains("shop", "shop.orders");
        LoggerConfiguration orders = system.getLoggerConfiguration("shop.orders");
        assertThat(orders).isEqualTo(new LoggerConfiguration("shop.orders", LogLevel.WARN, LogLevel.WARN));
        assertThat(system.getLoggerConfiguration("never.asked.for")).isNull();
    }

    @Test
    void julIsBridged_withItsLevels() {
        initialize(Map.of());
        system.setLogLevel("jul.deep", LogLevel.DEBUG);
        java.util.logging.Logger.getLogger("jul.deep").fine("fine");
        java.util.logging.Logger.getLogger("jul.other").fine("too fine");
        java.util.logging.Logger.getLogger("jul.other").info("info");
        assertThat(output()).contains(": fine").contains(": info").doesNotContain("too fine");
    }

    @Test
    void twoApplications_dontShareTheirProperties() {
        initialize(Map.of("logging.pattern.console", "one %m%n"));
        system.cleanUp();
        initialize(Map.of());
        logger.info("a");
        assertThat(output()).doesNotContain("one a").contains("shop.orders").contains(": a");
    }

    @Test
    void initialize_ansiAlways_writesColours() {
        AnsiOutput.setEnabled(AnsiOutput.Enabled.ALWAYS);
        initialize(Map.of());
        logger.info("a");
        assertThat(output()).contains("\u001b[32m INFO\u001b[0;39m");
    }

    @Test
    void initialize_ansiNever_writesNone() {
        AnsiOutput.setEnabled(AnsiOutput.Enabled.NEVER);
        initialize(Map.of("spring.output.ansi.enabled", "always"));
        logger.info("a");
        assertThat(output()).contains(" INFO ").doesNotContain("\u001b");
    }

    @Test
    void initialize_charsets_areThoseOfTheLines() throws IOException {
        Path file = folder.resolve("app.log");
        initialize(Map.of(
                "logging.charset.console", "US-ASCII",
                "logging.charset.file", "windows-1252",
                "logging.file.name", file.toString()));
        logger.info("Gr\u00fc\u00dfe \u20ac");
        assertThat(output()).contains(": Gr??e ?" + System.lineSeparator());
        assertThat(Files.readString(file, Charset.forName("windows-1252"))).contains(": Gr\u00fc\u00dfe \u20ac");
        assertThat(scene.errors()).doesNotContain("TR1046");
    }

    @Test
    void systemProperties_withoutJBossLogging_sayNothingToIt() {
        initialize(Map.of());
        assertThat(System.getProperty("org.jboss.logging.provider")).isNull();
    }

    @Test
    void initialize_wrongSize_fails() {
        assertThatThrownBy(() -> initialize(Map.of("logging.logback.rollingpolicy.max-file-size", "abc")))
                .hasMessageContaining("logging.logback.rollingpolicy.max-file-size")
                .hasMessageContaining("abc");
    }

    @Test
    void initialize_sizeAsLogbackWritesIt_isTaken() {
        initialize(Map.of("logging.logback.rollingpolicy.max-file-size", "15 mb"));
        assertThat(System.getProperty("LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE")).isEqualTo("15 mb");
    }

    /** As with Logback on the version of Boot that is on the class path here; the trials have the others. */
    @Test
    void initialize_formerNamesOfTheRolling_areTaken() throws IOException {
        Path file = folder.resolve("app.log");
        initialize(Map.of(
                "logging.file.name", file.toString(),
                "logging.file.max-size", "1KB",
                "logging.file.total-size-cap", "3MB",
                "logging.file.max-history", "3",
                "logging.file.clean-history-on-start", "false",
                "logging.pattern.rolling-file-name", folder + "/old-%d{yyyyMM}-%i.log"));
        for (int i = 0; i < 30; i++) {
            logger.info("line {} {}", i, "-".repeat(80));
        }
        output();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .anyMatch(name -> name.matches("old-\\d{6}-0\\.log"));
        }
        assertThat(List.of("MAX_FILE_SIZE", "TOTAL_SIZE_CAP", "MAX_HISTORY", "CLEAN_HISTORY_ON_START"))
                .extracting(name -> System.getProperty("LOGBACK_ROLLINGPOLICY_" + name))
                .containsExactly("1KB", "3MB", "3", "false");
        assertThat(scene.errors()).doesNotContain("TR10");
    }

    @Test
    void initialize_bothNamesOfASize_theNewOneHolds() {
        initialize(Map.of("logging.file.max-size", "1KB", "logging.logback.rollingpolicy.max-file-size", "2KB"));
        assertThat(System.getProperty("LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE")).isEqualTo("2KB");
    }

    @Test
    void initialize_wrongSizeUnderItsFormerName_fails() {
        assertThatThrownBy(() -> initialize(Map.of("logging.file.max-size", "abc")))
                .hasMessageContaining("logging.file.max-size")
                .hasMessageContaining("abc");
    }

    @Test
    void formerNames_areReadUntil40() {
        assertThat(List.of("3.5.7", "4.0.0", "4.0.7", "4.0.8-SNAPSHOT"))
                .allMatch(TailraceLoggingSystemProperties::readsFormerNames);
        assertThat(List.of("4.1.0", "4.1.2", "4.10.0", "5.0.0"))
                .noneMatch(TailraceLoggingSystemProperties::readsFormerNames);
    }

    @Test
    void initialize_unknownAppenderClass_isNamedInTheFailure() throws IOException {
        Path file = write("<configuration><appender name='A' class='com.acme.NoSuchAppender'/>"
                + "<root><appender-ref ref='A'/></root></configuration>");
        assertThatThrownBy(() -> initialize(Map.of("logging.config", file.toString())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("com.acme.NoSuchAppender")
                .hasMessageContaining("wrong.xml:1");
    }

    @Test
    void initialize_logFileThatIsNotSet_isNoNameOfAFile() throws IOException {
        Path file = write("<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'>"
                + "<file>${LOG_FILE}</file><encoder><pattern>%m%n</pattern></encoder></appender>"
                + "<root><appender-ref ref='F'/></root></configuration>");
        Path spring = folder.resolve("spring.log");
        System.setProperty("LOG_TEMP", folder.toString());
        try {
            initialize(Map.of("logging.config", file.toString()));
        } finally {
            System.clearProperty("LOG_TEMP");
        }
        logger.info("a");
        output();
        assertThat(spring).hasContent("a");
        assertThat(Path.of("LOG_FILE_IS_UNDEFINED")).doesNotExist();
    }

    @Test
    void levelChangePropagator_isTheBridge_andNoFinding() throws IOException {
        Path file = write("<configuration>"
                + "<contextListener class='ch.qos.logback.classic.jul.LevelChangePropagator'>"
                + "<resetJUL>true</resetJUL></contextListener>"
                + "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder><pattern>%logger %m%n</pattern></encoder></appender>"
                + "<logger name='jul.configured' level='TRACE'/>"
                + "<root level='WARN'><appender-ref ref='C'/></root></configuration>");
        initialize(Map.of("logging.config", file.toString()));
        java.util.logging.Logger configured = java.util.logging.Logger.getLogger("jul.configured");
        assertThat(configured.getLevel()).isEqualTo(java.util.logging.Level.FINEST);
        assertThat(java.util.logging.Logger.getLogger("jul.inherits").isLoggable(java.util.logging.Level.INFO))
                .isFalse();
        configured.finest("fine");
        assertThat(output()).isEqualTo("jul.configured fine" + System.lineSeparator());
        system.setLogLevel("jul.configured", LogLevel.ERROR);
        assertThat(configured.getLevel()).isEqualTo(java.util.logging.Level.SEVERE);
        assertThat(scene.errors()).doesNotContain("TR1");
    }

    private void initialize(Map<String, Object> properties) {
        scene.initialize(properties);
    }

    private LogLevel levelOf(String name) {
        return Objects.requireNonNull(system.getLoggerConfiguration(name)).getEffectiveLevel();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("wrong.xml"), text);
    }

    private String output() {
        return scene.output();
    }
}
