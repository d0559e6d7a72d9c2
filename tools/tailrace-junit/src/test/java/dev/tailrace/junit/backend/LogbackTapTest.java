package dev.tailrace.junit.backend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.BasicSequenceNumberGenerator;
import ch.qos.logback.core.spi.FilterReply;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Measurement;
import dev.tailrace.junit.measure.Recorder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;

class LogbackTapTest {
    private final LoggerContext context = new LoggerContext();
    private final Recorder recorder = new Recorder(null);
    private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    @BeforeEach
    void configure() {
        context.start();
        root.setLevel(Level.INFO);
        append(root, null);
    }

    private void append(Logger logger, @Nullable String threshold) {
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.setContext(context);
        appender.setName("list");
        if (threshold != null) {
            ThresholdFilter filter = new ThresholdFilter();
            filter.setLevel(threshold);
            filter.start();
            appender.addFilter(filter);
        }
        appender.start();
        logger.addAppender(appender);
    }

    private Kpis measured(Runnable test) {
        Backend tap = LogbackTap.attachTo(context, recorder);
        tap.attach();
        Measurement measurement = recorder.begin("test", true);
        test.run();
        recorder.end(measurement);
        return measurement.kpis();
    }

    @Test
    void logged_levelsAndAdditivity_countsWhatIsWrittenOnce() {
        Logger own = context.getLogger("com.acme.own");
        own.setAdditive(false);
        append(own, null);
        Logger mute = context.getLogger("com.acme.mute");
        mute.setAdditive(false);
        append(context.getLogger("com.acme"), null);

        Kpis kpis = measured(() -> {
            context.getLogger("com.acme.Orders").info("twice written, once counted");
            context.getLogger("com.acme.Orders").debug("off");
            context.getLogger("com.acme.own").warn("by its own appender");
            context.getLogger("com.acme.mute").error("by none");
            root.error("by the root", new IllegalStateException("boom"));
        });

        assertThat(kpis.levels()).isEqualTo(Map.of("INFO", 1L, "WARN", 1L, "ERROR", 1L));
        assertThat(kpis.rootEntries()).isEqualTo(1);
        assertThat(kpis.exceptions()).isEqualTo(1);
        assertThat(kpis.thrown().get(0).type()).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void logged_filterOfTheOnlyAppender_isObeyed() {
        root.detachAndStopAllAppenders();
        append(root, "WARN");
        Kpis kpis = measured(() -> {
            root.info("denied");
            root.warn("let through");
        });
        assertThat(kpis.levels()).isEqualTo(Map.of("WARN", 1L));
    }

    @Test
    void logged_contextResetDuringTheTest_goesOn() {
        Kpis kpis = measured(() -> {
            root.info("before");
            context.reset();
            append(root, null);
            root.info("after");
        });
        assertThat(kpis.entries()).isEqualTo(2);
    }

    /** Like Spring Boot at the start of a context: stopping removes the listeners, too. */
    @Test
    void logged_contextStoppedAndConfiguredAnewDuringTheTest_goesOn() {
        Kpis kpis = measured(() -> {
            for (int i = 0; i < 2; i++) {
                root.info("before");
                context.stop();
                context.reset();
                TurboFilter denying = new Denying();
                context.getTurboFilterList().add(denying);
                root.info("while it is configured");
                append(root, null);
                Logger own = context.getLogger("com.acme.own");
                own.setAdditive(false);
                append(own, null);
                context.start();
                context.getTurboFilterList().remove(denying);
                root.info("after");
                own.info("by its own appender");
            }
        });
        assertThat(kpis.entries()).isEqualTo(2 * 3);
    }

    private static final class Denying extends TurboFilter {
        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] arguments, Throwable thrown) {
            return FilterReply.DENY;
        }
    }

    /** No listener is notified of this. */
    @Test
    void logged_appendersReplacedDuringTheTest_goesOn() {
        Kpis kpis = measured(() -> {
            root.detachAndStopAllAppenders();
            append(root, null);
            root.info("to the new appender");
        });
        assertThat(kpis.entries()).isEqualTo(1);
    }

    @Test
    void logged_loggerThatKeepsItsEventsFromTheRootAfterAReset_isCounted() {
        Kpis kpis = measured(() -> {
            context.reset();
            append(root, null);
            root.info("before the configuration is complete");
            Logger own = context.getLogger("com.acme.own");
            own.setLevel(Level.INFO);
            own.setAdditive(false);
            append(own, null);
            own.info("by its own appender");
        });
        assertThat(kpis.entries()).isEqualTo(2);
    }

    @Test
    void sequenceNumbers_ofTheConfiguration_areKept() {
        context.setSequenceNumberGenerator(new BasicSequenceNumberGenerator());
        ListAppender<ILoggingEvent> list = new ListAppender<>();
        list.start();
        root.addAppender(list);
        measured(() -> {
            root.info("first");
            root.info("second");
        });
        assertThat(list.list).extracting(ILoggingEvent::getSequenceNumber).containsExactly(1L, 2L);
    }

    @Test
    void logged_argumentThatLogs_countsBoth() {
        Object loud = new Object() {
            @Override
            public String toString() {
                context.getLogger("inner").info("from within");
                return "loud";
            }
        };
        Kpis kpis = measured(() -> root.info("outer {}", loud));
        assertThat(kpis.entries()).isEqualTo(2);
    }

    @Test
    void logged_message_countsItsBytesInTheStandardLine() {
        Kpis kpis = measured(() -> context.getLogger("com.acme.Orders").info("order {} filled", 4711));
        assertThat(kpis.bytes())
                .isEqualTo("2026-11-21 10:15:30.123 INFO  [main] com.acme.Orders - order 4711 filled\n".length());
    }
}
