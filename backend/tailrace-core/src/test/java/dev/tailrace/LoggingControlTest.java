package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.LoggerState.Setting;
import dev.tailrace.LoggingControl.Source;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        LoggingControl.onLevels(null);
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
    void onLevels_isCalledAfterEachChange() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        LoggingControl.onLevels(() -> {
            LoggingControl.loggers();
            calls.incrementAndGet();
        });
        configure("one");
        LoggingControl.setLevel("control.listener", Setting.WARN);
        assertThat(calls).hasValue(2);
    }

    @Test
    void onLevels_listenerThatAsksForLoggers_startsOneEngine() throws Exception {
        Path config = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration><appender name='C' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%m%n"
                        + "</pattern></encoder></appender><root><appender-ref ref='C'/></root></configuration>");
        try (ChildProcess child = JvmLauncher.of(LevelListenerProgram.class)
                .options("-Xmx64m", "-Dtailrace.config=" + config)
                .start()) {
            child.succeeded(Duration.ofMinutes(1));
            assertThat(child.out()).contains("calls=1 one=true");
        }
    }

    private static void configure(String word) throws ConfigurationFailedException {
        String text = "<configuration><appender name='C' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>"
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
