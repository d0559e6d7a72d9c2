package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.LoggerState.Setting;
import dev.tailrace.LoggingControl.Source;
import dev.tailrace.config.source.PropertySource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingControlTest {
    private final PrintStream before = System.out;
    private final ByteArrayOutputStream captured = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void capture() {
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        LoggingControl.propagateToJul(false);
        LoggingControl.release();
        Tailrace.shutdown();
        System.setOut(before);
    }

    @Test
    void silence_dropsUntilConfigured() throws Exception {
        LoggingControl.silence();
        Logger logger = Tailrace.logger("control.silence");
        log(logger, "hidden");
        configure("one");
        log(logger, "shown");
        assertThat(output()).isEqualTo("one shown" + System.lineSeparator());
        assertThat(LoggingControl.isConfigured()).isTrue();
    }

    @Test
    void configure_again_replacesAndWritesWhatWasBefore() throws Exception {
        Logger logger = Tailrace.logger("control.again");
        configure("one");
        log(logger, "a");
        configure("two");
        log(logger, "b");
        assertThat(output()).isEqualTo("one a" + System.lineSeparator() + "two b" + System.lineSeparator());
    }

    @Test
    void configure_errors_throwsWithFileAndLine_andReleaseFindsAnother() {
        Source bad = new Source.OfText("<configuration>\n<appender/></configuration>", "bad.xml");
        assertThatThrownBy(() -> LoggingControl.configure(bad, PropertySource.ofProcess()))
                .isInstanceOf(ConfigurationFailedException.class)
                .hasMessageContaining("bad.xml:2");
        Logger logger = Tailrace.logger("control.errors");
        log(logger, "hidden");
        LoggingControl.release();
        assertThat(LoggingControl.isConfigured()).isFalse();
        log(logger, "shown");
        assertThat(output()).contains("shown").doesNotContain("hidden");
    }

    private Source unopenable() throws Exception {
        Path blocked = Files.writeString(folder.resolve("file"), "x");
        String text = "<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'><file>"
                + blocked.resolve("app.log") + "</file><encoder><pattern>%m%n</pattern></encoder></appender>"
                + "<root><appender-ref ref='F'/></root></configuration>";
        return new Source.OfText(text, "f.xml");
    }

    @Test
    void configure_fileThatCantBeOpened_throws() throws Exception {
        Source source = unopenable();
        assertThatThrownBy(() -> LoggingControl.configure(source, PropertySource.ofProcess()))
                .isInstanceOf(ConfigurationFailedException.class);
    }

    @Test
    void configureDefaults_fileThatCantBeOpened_logsToTheConsole() throws Exception {
        LoggingControl.configureDefaults(unopenable(), PropertySource.ofProcess());
        Logger logger = Tailrace.logger("control.defaults");
        log(logger, "shown");
        assertThat(output()).isEqualTo("shown" + System.lineSeparator());
        Source bad = new Source.OfText("<configuration>\n<appender/></configuration>", "bad.xml");
        assertThatThrownBy(() -> LoggingControl.configureDefaults(bad, PropertySource.ofProcess()))
                .isInstanceOf(ConfigurationFailedException.class);
    }

    @Test
    void configure_laneDirectoryThatCantBeUsed_logsAllTheSame() throws Exception {
        Path blocked = Files.writeString(folder.resolve("file"), "x");
        System.setProperty("tailrace.dir", blocked.resolve("lanes").toString());
        try {
            Path file = folder.resolve("app.log");
            String text = "<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'><file>" + file
                    + "</file><encoder><pattern>%m%n</pattern></encoder></appender>"
                    + "<root><appender-ref ref='F'/></root></configuration>";
            LoggingControl.configure(new Source.OfText(text, "f.xml"), PropertySource.ofProcess());
            log(Tailrace.logger("control.lanes"), "shown");
            Tailrace.flush();
            assertThat(file).content().isEqualTo("shown" + System.lineSeparator());
        } finally {
            System.clearProperty("tailrace.dir");
        }
    }

    @Test
    void setLevel_holdsForDescendants_nullInherits_untilTheNextConfiguration() throws Exception {
        configure("one");
        Logger logger = Tailrace.logger("control.level.deep");
        LoggingControl.setLevel("control.level", Setting.ERROR);
        assertThat(logger.isEnabled(Level.WARN.code())).isFalse();
        assertThat(LoggingControl.logger("control.level.deep"))
                .isEqualTo(new LoggerState("control.level.deep", null, Setting.ERROR));
        LoggingControl.setLevel("control.level", null);
        assertThat(logger.isEnabled(Level.INFO.code())).isTrue();
        LoggingControl.setLevel("root", Setting.OFF);
        assertThat(logger.isEnabled(Level.ERROR.code())).isFalse();
        LoggingControl.setLevel(null, null);
        assertThat(LoggingControl.logger("ROOT")).isEqualTo(new LoggerState("ROOT", Setting.INFO, Setting.INFO));
        LoggingControl.setLevel("control.level", Setting.OFF);
        configure("two");
        assertThat(logger.isEnabled(Level.INFO.code())).isTrue();
    }

    @Test
    void loggers_haveAncestors_unknownIsNull() throws Exception {
        configure("one");
        Tailrace.logger("control.list.deep");
        assertThat(LoggingControl.loggers().get(0).name()).isEqualTo("ROOT");
        assertThat(LoggingControl.loggers())
                .extracting(LoggerState::name)
                .contains("control", "control.list", "control.list.deep");
        assertThat(LoggingControl.logger("control.list")).isNotNull();
        assertThat(LoggingControl.logger("control.li")).isNull();
    }

    @Test
    void propagateToJul_followsEachChange_andLosesOtherLevels() throws Exception {
        java.util.logging.Logger own = java.util.logging.Logger.getLogger("control.jul.own");
        own.setLevel(java.util.logging.Level.SEVERE);
        LoggingControl.propagateToJul(true);
        configure("one");
        java.util.logging.Logger followed = java.util.logging.Logger.getLogger("control.jul");
        LoggingControl.setLevel("control.jul", Setting.TRACE);
        assertThat(followed.getLevel()).isEqualTo(java.util.logging.Level.FINEST);
        assertThat(own.getLevel()).isNull();
        LoggingControl.setLevel("control.jul", null);
        assertThat(followed.getLevel()).isNull();
    }

    /** As Logback's own, each line of which was compared. */
    @ParameterizedTest
    @CsvSource({"true,", "false,SEVERE"})
    void levelChangePropagator_givesItsLevelsToJul_andResetsOthersIfAsked(boolean reset, String expected)
            throws Exception {
        java.util.logging.Logger own = java.util.logging.Logger.getLogger("control.reset." + reset);
        own.setLevel(java.util.logging.Level.SEVERE);
        configure(
                "one",
                "<contextListener class='ch.qos.logback.classic.jul.LevelChangePropagator'><resetJUL>" + reset
                        + "</resetJUL></contextListener><logger name='control.fine' level='DEBUG'/>"
                        + "<logger name='control.off' level='OFF'/>");
        assertThat(java.util.logging.Logger.getLogger("control.fine").getLevel())
                .isEqualTo(java.util.logging.Level.FINE);
        assertThat(java.util.logging.Logger.getLogger("control.off").getLevel()).isEqualTo(java.util.logging.Level.OFF);
        assertThat(String.valueOf(own.getLevel())).isEqualTo(String.valueOf(expected));
        configure("two");
        LoggingControl.setLevel("control.fine", Setting.ERROR);
        assertThat(java.util.logging.Logger.getLogger("control.fine").getLevel())
                .as("no longer asked for")
                .isEqualTo(java.util.logging.Level.FINE);
    }

    private static void configure(String word) throws ConfigurationFailedException {
        configure(word, "");
    }

    private static void configure(String word, String before) throws ConfigurationFailedException {
        String text = "<configuration>" + before
                + "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>"
                + word + " %m%n</pattern></encoder></appender><root level='INFO'><appender-ref ref='C'/></root>"
                + "</configuration>";
        LoggingControl.configure(new Source.OfText(text, word + ".xml"), PropertySource.ofProcess());
    }

    private static void log(Logger logger, String text) {
        int level = Level.INFO.code();
        if (!logger.isEnabled(level)) {
            return;
        }
        var event = logger.open(level, LoggingControlTest.class.getName());
        try {
            logger.commit(event, text, null);
        } finally {
            logger.close(event);
        }
    }

    private String output() {
        Tailrace.flush();
        return captured.toString(StandardCharsets.UTF_8);
    }
}
