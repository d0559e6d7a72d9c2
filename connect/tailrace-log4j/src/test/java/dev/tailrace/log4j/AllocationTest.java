package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A warmed call allocates what it allocates with Log4j's own appender and the same layout. */
class AllocationTest {
    private static final int WARM = 600_000;
    private static final int EVENTS = 200_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @SuppressWarnings("UnusedVariable") // Keeps what is planted from being optimized away.
    private static volatile Object planted = "";

    @TempDir
    Path folder;

    /** The second pattern is written by Log4j's layout: Tailrace doesn't know the number of an event. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n",
                "%sn %d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n",
                "%d %p %X{user} %marker %c{1.} %m%n"
            })
    void call_thatIsWarm_allocatesNothingOfItsOwn(String pattern) throws Exception {
        String appender = "<%s name='A' fileName='%s/%1$s.log'><PatternLayout pattern='%s'/></%1$s>";
        double theirs = bytesPerEvent(appender.formatted("File", folder, pattern));
        double ours = bytesPerEvent(appender.formatted("Tailrace", folder, pattern));
        System.out.printf("bytes per event: %.2f with File, %.2f with Tailrace: %s%n", theirs, ours, pattern);
        assertThat(ours - theirs).isLessThan(0.5);
    }

    @Test
    void measurement_seesAPlantedAllocation() throws Exception {
        Logger log = Contexts.start(folder, configuration("<Null name='A'/>")).getLogger("x");
        // Arrays of arguments may add to it.
        assertThat(measure(log, true)).isGreaterThan(15.5);
    }

    private double bytesPerEvent(String appender) throws Exception {
        LoggerContext context = Contexts.start(folder, configuration(appender));
        try {
            return measure(context.getLogger("com.example.shop.Checkout"), false);
        } finally {
            Contexts.stop(context);
        }
    }

    private static double measure(Logger log, boolean plants) {
        log(log, WARM, plants);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        log(log, EVENTS, plants);
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / (double) EVENTS;
    }

    private static void log(Logger log, int count, boolean plants) {
        for (int i = 0; i < count; i++) {
            log.info("order {} of {} filled", "4711", "ann");
            if (plants) {
                planted = new Object();
            }
        }
    }

    private static String configuration(String appender) {
        return "<Configuration><Appenders>" + appender
                + "</Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>";
    }
}
