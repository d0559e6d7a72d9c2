package dev.tailrace.doctor.corpus;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutBlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.util.concurrent.TimeUnit;

/** Disruptors whose handlers wait for events, in each of the ways that spare the processor: nothing is wrong. Always healthy. */
final class IdleDisruptor {
    private IdleDisruptor() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        int handlers = stage.between(1, 6);
        start(handlers, new BlockingWaitStrategy());
        start(handlers, new TimeoutBlockingWaitStrategy(500, TimeUnit.MILLISECONDS));
        start(1, new SleepingWaitStrategy(0, 20_000_000));
        stage.play();
    }

    private static void start(int handlers, WaitStrategy waiting) {
        Disruptor<long[]> disruptor =
                new Disruptor<>(() -> new long[1], 1_024, DaemonThreadFactory.INSTANCE, ProducerType.MULTI, waiting);
        for (int i = 0; i < handlers; i++) {
            disruptor.handleEventsWith((event, sequence, last) -> event[0]++);
        }
        disruptor.start();
        disruptor.publishEvent((event, sequence) -> event[0] = sequence);
    }
}
