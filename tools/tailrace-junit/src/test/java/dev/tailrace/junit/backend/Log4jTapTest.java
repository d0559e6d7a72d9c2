package dev.tailrace.junit.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Measurement;
import dev.tailrace.junit.measure.Recorder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Log4jTapTest {
    private static final String APPENDERS = "<Appenders><Null name='A'/><Null name='B'/></Appenders>";

    private final LoggerContext context = new LoggerContext("test");
    private final Recorder recorder = new Recorder(null);

    @AfterEach
    void stop() {
        context.stop();
    }

    private Configuration configuration(String loggers) {
        String xml = "<Configuration status='OFF'>" + APPENDERS + "<Loggers>" + loggers + "</Loggers></Configuration>";
        try {
            return new XmlConfiguration(
                    context, new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Kpis measured(String loggers, Runnable test) {
        context.start(configuration(loggers));
        Backend tap = Log4jTap.attachTo(context, recorder);
        tap.attach();
        Measurement measurement = recorder.begin("test", true);
        test.run();
        tap.settle();
        recorder.end(measurement);
        return measurement.kpis();
    }

    @Test
    void logged_levelsAndAdditivity_countsWhatIsWrittenOnce() {
        Kpis kpis = measured(
                "<Root level='INFO'><AppenderRef ref='A'/></Root>"
                        + "<Logger name='com.acme'><AppenderRef ref='B'/></Logger>"
                        + "<Logger name='com.acme.own' additivity='false'><AppenderRef ref='A'/></Logger>"
                        + "<Logger name='com.acme.mute' additivity='false'/>",
                () -> {
                    context.getLogger("com.acme.Orders").info("twice written, once counted");
                    context.getLogger("com.acme.Orders").debug("off");
                    context.getLogger("com.acme.own").warn("by its own appender");
                    context.getLogger("com.acme.mute").error("by none");
                    context.getRootLogger().fatal("by the root", new IllegalStateException("boom"));
                });

        assertThat(kpis.levels()).isEqualTo(Map.of("INFO", 1L, "WARN", 1L, "ERROR", 1L));
        assertThat(kpis.rootEntries()).isEqualTo(1);
        assertThat(kpis.exceptions()).isEqualTo(1);
    }

    @Test
    void logged_levelOfTheReference_isObeyed() {
        Kpis kpis = measured("<Root level='ALL'><AppenderRef ref='A' level='WARN'/></Root>", () -> {
            context.getRootLogger().info("denied");
            context.getRootLogger().warn("let through");
        });
        assertThat(kpis.levels()).isEqualTo(Map.of("WARN", 1L));
    }

    @Test
    void logged_configurationReplacedDuringTheTest_goesOn() {
        String root = "<Root level='INFO'><AppenderRef ref='A'/></Root>";
        Kpis kpis = measured(root, () -> {
            context.getLogger("a").info("before");
            context.setConfiguration(configuration(root));
            context.getLogger("a").info("after");
        });
        assertThat(kpis.entries()).isEqualTo(2);
    }

    private long entriesOfTheNextTest(Backend tap, String logger) {
        tap.attach();
        Measurement measurement = recorder.begin("next", true);
        context.getLogger(logger).info("logged");
        tap.settle();
        recorder.end(measurement);
        return measurement.kpis().entries();
    }

    @Test
    void logged_loggerReplacedBetweenTests_isCounted() {
        Configuration configuration = configuration("<Root level='INFO'><AppenderRef ref='A'/></Root>"
                + "<Logger name='com.acme' level='INFO'><AppenderRef ref='B'/></Logger>");
        context.start(configuration);
        Backend tap = Log4jTap.attachTo(context, recorder);
        assertThat(entriesOfTheNextTest(tap, "com.acme.A")).isEqualTo(1);

        replace(configuration);
        assertThat(entriesOfTheNextTest(tap, "com.acme.A")).isEqualTo(1);

        LoggerConfig own = replace(configuration);
        assertThat(entriesOfTheNextTest(tap, "com.acme.A"))
                .as("another of the same kind")
                .isEqualTo(1);

        own.setAdditive(true);
        context.updateLoggers();
        assertThat(entriesOfTheNextTest(tap, "com.acme.A")).isEqualTo(1);
    }

    /** Replaces a logger by a non-additive one. */
    private LoggerConfig replace(Configuration configuration) {
        configuration.removeLogger("com.acme");
        LoggerConfig own = new LoggerConfig("com.acme", Level.INFO, false);
        own.addAppender(configuration.getAppender("B"), null, null);
        configuration.addLogger("com.acme", own);
        context.updateLoggers();
        return own;
    }

    @Test
    void logged_loggerAddedBetweenTests_isCounted() {
        Configuration configuration = configuration("<Root level='INFO'><AppenderRef ref='A'/></Root>");
        context.start(configuration);
        Backend tap = Log4jTap.attachTo(context, recorder);
        assertThat(entriesOfTheNextTest(tap, "com.acme.A")).isEqualTo(1);
        replace(configuration);
        assertThat(entriesOfTheNextTest(tap, "com.acme.A")).isEqualTo(1);
        configuration.removeLogger("com.acme");
        context.updateLoggers();
        assertThat(entriesOfTheNextTest(tap, "com.acme.A")).isEqualTo(1);
    }

    @Test
    void logged_allAppendersRemovedBetweenTests_isCountedWithTheNew() {
        Configuration configuration = configuration("<Root level='INFO'><AppenderRef ref='A'/></Root>");
        context.start(configuration);
        Backend tap = Log4jTap.attachTo(context, recorder);
        LoggerConfig root = configuration.getRootLogger();
        List.copyOf(root.getAppenders().keySet()).forEach(root::removeAppender);
        root.addAppender(configuration.getAppender("B"), null, null);
        assertThat(entriesOfTheNextTest(tap, "a")).isEqualTo(1);
    }

    @Test
    void gap_allAppendersRemoved_saysSoWithTheNextTest() {
        Configuration configuration = configuration("<Root level='INFO'><AppenderRef ref='A'/></Root>");
        context.start(configuration);
        Backend tap = Log4jTap.attachTo(context, recorder);
        tap.attach();
        context.setConfiguration(configuration("<Root level='INFO'><AppenderRef ref='B'/></Root>"));
        tap.attach();
        assertThat(tap.gap()).as("another configuration is listened to at once").isEmpty();
        LoggerConfig root = context.getConfiguration().getRootLogger();
        List.copyOf(root.getAppenders().keySet()).forEach(root::removeAppender);
        tap.attach();
        assertThat(tap.gap()).contains("appenders", "removed");
    }

    @Test
    void logged_noConfigurationFile_isCounted() {
        Configuration configuration = new DefaultConfiguration();
        context.start(configuration);
        Backend tap = Log4jTap.attachTo(context, recorder);
        configuration.getRootLogger().setLevel(Level.INFO);
        context.updateLoggers();
        assertThat(entriesOfTheNextTest(tap, "a")).isEqualTo(1);
    }

    /** Like a test that captures events and restores the logger. */
    @Test
    void logged_allAppendersPutBackAndRemovedAgain_isCounted() {
        Configuration configuration = configuration("<Root level='INFO'><AppenderRef ref='A'/></Root>");
        context.start(configuration);
        Backend tap = Log4jTap.attachTo(context, recorder);
        LoggerConfig root = configuration.getRootLogger();
        for (int i = 0; i < 3; i++) {
            Map<String, Appender> all = Map.copyOf(root.getAppenders());
            all.keySet().forEach(root::removeAppender);
            all.values().forEach(appender -> root.addAppender(appender, null, null));
            assertThat(entriesOfTheNextTest(tap, "a")).as("put back").isEqualTo(1);
            List.copyOf(root.getAppenders().keySet()).forEach(root::removeAppender);
            root.addAppender(configuration.getAppender("A"), null, null);
            assertThat(entriesOfTheNextTest(tap, "a")).as("removed").isEqualTo(1);
        }
    }

    @Test
    void logged_message_countsItsBytesInTheStandardLine() {
        Kpis kpis = measured(
                "<Root level='INFO'><AppenderRef ref='A'/></Root>",
                () -> context.getLogger("com.acme.Orders").info("order {} filled", 4711));
        assertThat(kpis.bytes())
                .isEqualTo("2026-11-21 10:15:30.123 INFO  [main] com.acme.Orders - order 4711 filled\n".length());
    }
}
