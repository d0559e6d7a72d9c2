package dev.tailrace.junit.suites;

import static dev.tailrace.junit.LogLevel.DEBUG;
import static dev.tailrace.junit.LogLevel.ERROR;
import static dev.tailrace.junit.LogLevel.INFO;
import static dev.tailrace.junit.LogLevel.WARN;

import dev.tailrace.junit.CaptureLogs;
import dev.tailrace.junit.CapturedEvent;
import dev.tailrace.junit.LogCapture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Tests that check their log events without AssertJ. */
class Capturing {
    private static final Logger LOG = LoggerFactory.getLogger("com.acme.Orders");
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

    @CaptureLogs
    private LogCapture all;

    @BeforeEach
    void prepare() {
        LOG.info("prepared");
    }

    @AfterEach
    void tidyUp(@CaptureLogs LogCapture same) {
        check(same == all, "another object");
    }

    @AfterAll
    static void end() {
        POOL.shutdown();
    }

    private static void check(boolean holds, Object what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    @Test
    void field_seesSetUp() {
        check(all.texts().equals(List.of("prepared")), all);
    }

    @Test
    void parameter_seesSetUp_andAll(@CaptureLogs LogCapture log) {
        Exception thrown = new IllegalStateException("why");
        MDC.put("user", "ann");
        LOG.atWarn().addKeyValue("id", 7).log("order {} of {}", 4711, "ann");
        MDC.clear();
        LOG.error("failed", thrown);

        CapturedEvent warn = log.expect(WARN, "order 4711");
        check(warn.arguments().equals(List.of(4711, "ann")), warn.arguments());
        check(warn.mdc().equals(Map.of("user", "ann")), warn.mdc());
        check(warn.keyValues().equals(Map.of("id", 7)), warn.keyValues());
        check("order {} of {}".equals(warn.template()), warn.template());
        check(warn.thread().equals(Thread.currentThread().getName()), warn.thread());
        check(log.expect(ERROR, "failed").throwable() == thrown, log);
        check(log.contains(INFO, "prepared") && !log.contains(INFO, "order") && log.contains("order"), log);
        check(log.events(WARN).size() == 1 && log.events().size() == 3, log);
        try {
            log.expectNone(WARN);
            throw new IllegalStateException("passed");
        } catch (AssertionError e) {
            check(e.getMessage().contains("WARN com.acme.Orders - order 4711 of ann"), e.getMessage());
        }
        log.clear();
        check(log.isEmpty(), log);
        log.expectNone(INFO);
    }

    @Test
    void below_theConfiguredLevel(@CaptureLogs(level = "debug", logger = "com.acme") LogCapture log) {
        LOG.debug("fine");
        LOG.trace("too fine");
        LoggerFactory.getLogger("org.other").debug("another logger");

        check(log.contains(DEBUG, "fine") && log.events().size() == 2, log);
        check(!all.contains("fine") || all.events().size() == 2, all);
    }

    @Test
    void afterwards_theLevelIsAsConfigured() {
        check(!LOG.isDebugEnabled(), "enabled");
    }

    @Test
    void pool_belongsToTheTest_whereOneRunsAtATime(@CaptureLogs LogCapture log) throws Exception {
        POOL.submit(() -> LOG.info("in a pool")).get();
        log.expect(INFO, "in a pool");
    }

    @Test
    void pool_ofAnotherTest_isLeftOutAndCounted(
            @CaptureLogs(threads = CaptureLogs.Threads.TEST, level = "INFO") LogCapture log) throws Exception {
        ExecutorService[] before = new ExecutorService[1];
        Thread other = new Thread(null, () -> before[0] = Executors.newSingleThreadExecutor(), "other", 0, false);
        other.start();
        other.join();
        Thread alien = new Thread(null, () -> LOG.info("alien"), "alien", 0, false);
        alien.start();
        alien.join();
        Thread own = new Thread(() -> LOG.info("own"));
        own.start();
        own.join();

        check(log.texts().equals(List.of("prepared", "own")), log);
        check(log.leftOut() == 1, log.leftOut());
        before[0].shutdown();
    }

    @Test
    void await_findsWhatComesLater(@CaptureLogs LogCapture log) throws Exception {
        Thread later = new Thread(() -> {
            LOG.info("soon");
            LOG.warn("later");
        });
        later.start();
        check(log.await(WARN, "later", Duration.ofSeconds(30)).level() == WARN, log);
        later.join();
        try {
            log.await(ERROR, "never", Duration.ofMillis(1));
            throw new IllegalStateException("passed");
        } catch (AssertionError e) {
            check(e.getMessage().contains("INFO com.acme.Orders - soon"), e.getMessage());
        }
    }
}
