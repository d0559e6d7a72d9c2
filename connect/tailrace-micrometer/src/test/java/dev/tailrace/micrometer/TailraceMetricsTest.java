package dev.tailrace.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.read.ListAppender;
import dev.tailrace.slf4j.TailraceServiceProvider;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.logging.LogbackMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;

/** The meter, compared with that of Micrometer's binder for Logback. Both backends log at INFO, and nothing of {@code test.quiet}. */
final class TailraceMetricsTest {
    private static final List<Tag> TAGS = List.of(Tag.of("application", "shop"));

    private final LoggerContext logback = logback();

    @BeforeAll
    static void tailraceIsBound() {
        assertThat(LoggerFactory.getILoggerFactory().getClass().getName())
                .startsWith(TailraceServiceProvider.class.getPackageName());
    }

    private static LoggerContext logback() {
        LoggerContext context = new LoggerContext();
        ListAppender<ch.qos.logback.classic.spi.ILoggingEvent> appender = new ListAppender<>();
        appender.setContext(context);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(ch.qos.logback.classic.Level.INFO);
        root.addAppender(appender);
        context.getLogger("test.quiet").setLevel(ch.qos.logback.classic.Level.OFF);
        context.getLogger("test.debug").setLevel(ch.qos.logback.classic.Level.DEBUG);
        return context;
    }

    @Test
    void meters_haveTheNamesTagsUnitsAndDescriptionsOfLogbacks() {
        MeterRegistry ours = new SimpleMeterRegistry();
        MeterRegistry theirs = new SimpleMeterRegistry();
        new TailraceMetrics(TAGS).bindTo(ours);
        try (LogbackMetrics metrics = new LogbackMetrics(TAGS, logback)) {
            metrics.bindTo(theirs);

            assertThat(ids(ours)).isEqualTo(ids(theirs)).hasSize(5);
        }
    }

    @Test
    void counts_areThoseOfLogback() {
        MeterRegistry ours = new SimpleMeterRegistry();
        MeterRegistry theirs = new SimpleMeterRegistry();
        new TailraceMetrics().bindTo(ours);
        try (LogbackMetrics metrics = new LogbackMetrics(List.of(), logback)) {
            metrics.bindTo(theirs);

            log(LoggerFactory.getILoggerFactory());
            log(logback);

            assertThat(counts(ours)).isEqualTo(counts(theirs));
            assertThat(counts(ours)).containsEntry("error", 2.0).containsEntry("debug", 1.0);
        }
    }

    /** Calls of each kind, at enabled and disabled levels. */
    private static void log(ILoggerFactory loggers) {
        Logger log = loggers.getLogger("test.shop");
        log.trace("not enabled");
        log.debug("not enabled {}", 1);
        log.info("none");
        log.info("one {}", 1);
        log.info("two {} {}", 1, 2);
        log.info("three {} {} {}", 1, 2, 3);
        log.info(MarkerFactory.getMarker("M"), "marked {}", 1);
        log.warn("failed", new IllegalStateException("planned"));
        log.error("failed {}", 1, new IllegalStateException("planned"));
        log.error("");
        loggers.getLogger("test.debug").debug("enabled here");
        loggers.getLogger("test.quiet").error("switched off");
        assertThat(log.isInfoEnabled()).isTrue();
        assertThat(log.isEnabledForLevel(Level.WARN)).isTrue();
    }

    @Test
    void counts_startWhenBound() {
        Logger log = LoggerFactory.getLogger("test.shop");
        log.info("before");
        MeterRegistry registry = new SimpleMeterRegistry();
        new TailraceMetrics().bindTo(registry);
        log.info("after");

        assertThat(counts(registry)).containsEntry("info", 1.0).containsEntry("error", 0.0);
    }

    @Test
    void counts_manyThreadsAndNestedCalls_missNone() throws InterruptedException {
        int threads = 8;
        int calls = 2_000;
        MeterRegistry registry = new SimpleMeterRegistry();
        Logger log = LoggerFactory.getLogger("test.shop");
        new TailraceMetrics().bindTo(registry);
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                        for (int call = 0; call < calls; call++) {
                            log.info("outer {}", new Nested(log, 12));
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();

        // Nested deeper than the pool probes, so that some events don't come from the pool.
        assertThat(counts(registry)).containsEntry("info", threads * calls * 13.0);
    }

    /** Logs in its {@code toString()}, so deep. */
    private record Nested(Logger log, int depth) {
        @Override
        public String toString() {
            if (depth > 0) {
                log.info("inner {}", new Nested(log, depth - 1));
            }
            return "nested";
        }
    }

    private static Map<String, String> ids(MeterRegistry registry) {
        Map<String, String> ids = new TreeMap<>();
        for (Meter meter : registry.get("logback.events").meters()) {
            Meter.Id id = meter.getId();
            ids.put(id.getName() + id.getTags(), id.getType() + " " + id.getBaseUnit() + " " + id.getDescription());
        }
        return ids;
    }

    private static Map<String, Double> counts(MeterRegistry registry) {
        Map<String, Double> counts = new TreeMap<>();
        // Micrometer's meter is a Counter or a FunctionCounter, depending on the version.
        for (Meter meter : registry.get("logback.events").meters()) {
            counts.put(
                    String.valueOf(meter.getId().getTag("level")),
                    meter.measure().iterator().next().getValue());
        }
        return counts;
    }
}
