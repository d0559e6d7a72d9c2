package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.NOPLoggingEventBuilder;
import org.slf4j.spi.SLF4JServiceProvider;

class TailraceServiceProviderTest {
    @Test
    void serviceLoader_findsTheProvider() {
        assertThat(ServiceLoader.load(SLF4JServiceProvider.class))
                .singleElement()
                .isInstanceOf(TailraceServiceProvider.class);
    }

    @Test
    void slf4j_isBoundToIt() {
        assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(TailraceLoggerFactory.class);
        assertThat(MDC.getMDCAdapter()).isInstanceOf(TailraceMdcAdapter.class);
        assertThat(MarkerFactory.getIMarkerFactory()).isInstanceOf(BasicMarkerFactory.class);
    }

    @Test
    void beforeInitialize_mdcAndMarkersAreThere() {
        TailraceServiceProvider provider = new TailraceServiceProvider();
        assertThat(provider.getMDCAdapter()).isNotNull();
        assertThat(provider.getMarkerFactory()).isNotNull();
        assertThat(provider.getLoggerFactory()).isNotNull();
        assertThat(provider.getRequestedApiVersion()).isEqualTo("2.0.99");
    }

    @Test
    void getLogger_sameName_isTheSameObject() {
        Logger logger = LoggerFactory.getLogger("shop.Orders");
        assertThat(logger).isInstanceOf(TailraceLogger.class).isSameAs(LoggerFactory.getLogger("shop.Orders"));
        assertThat(logger.getName()).isEqualTo("shop.Orders");
    }

    @Test
    void getLogger_manyThreadsAtOnce_getTheSameObject() throws Exception {
        int threads = 8;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 50; round++) {
                String name = "shop.concurrent." + round;
                Callable<Logger> ask = () -> {
                    start.await();
                    return LoggerFactory.getLogger(name);
                };
                List<Future<Logger>> answers = pool.invokeAll(
                        IntStream.range(0, threads).mapToObj(i -> ask).collect(Collectors.toList()));
                Logger known = LoggerFactory.getLogger(name);
                for (Future<Logger> answer : answers) {
                    assertThat(answer.get()).isSameAs(known);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void getLogger_nullOrEmptyName_throwsNothing() {
        assertThat(LoggerFactory.getLogger((String) null).getName()).isEqualTo("null");
        assertThat(LoggerFactory.getLogger("").getName()).isEmpty();
    }

    @Test
    void getLogger_rootInAnySpelling_isOneObject() {
        Logger root = LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        assertThat(LoggerFactory.getLogger("root")).isSameAs(root);
        assertThat(root.getName()).isEqualTo(Logger.ROOT_LOGGER_NAME);
    }

    @Test
    void fluentApi_disabledLevel_isTheNoOperationBuilder() {
        Logger logger = LoggerFactory.getLogger("shop.Orders");
        assertThat(logger.isTraceEnabled()).isFalse();
        assertThat(logger.atTrace()).isSameAs(NOPLoggingEventBuilder.singleton());
        assertThat(logger.atLevel(Level.TRACE)).isSameAs(NOPLoggingEventBuilder.singleton());
    }

    @Test
    void serialization_givesTheSameLoggerBack() throws Exception {
        Logger logger = LoggerFactory.getLogger("shop.Orders");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(logger);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isSameAs(logger);
        }
    }
}
