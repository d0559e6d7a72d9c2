package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.jvm.Proc;
import java.lang.management.ManagementFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeterTest {
    private final Meter meter = new Meter(new Proc(ProcessHandle.current().pid()));

    @Test
    void stopped_threadDumps_areCounted() {
        double before = meter.stopped();
        long begin = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;

        assertThat(meter.stopped() - before).isPositive().isLessThanOrEqualTo(seconds);
    }

    /** Doctor doesn't pay for what the application's own garbage costs. */
    @Test
    void stopped_collections_areNotCounted() {
        Object[] live = IntStream.range(0, 1_000_000).mapToObj(i -> new int[4]).toArray();
        double before = meter.stopped();
        long begin = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;

        assertThat(meter.stopped() - before).isLessThan(seconds / 2);
        assertThat(live).hasSize(1_000_000);
    }
}
