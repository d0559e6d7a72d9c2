package dev.tailrace.doctor.live;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.CountDownLatch;

/** An appender whose first event never ends. */
public final class Stuck extends AppenderBase<ILoggingEvent> {
    private static final CountDownLatch REACHED = new CountDownLatch(1);

    private final CountDownLatch never = new CountDownLatch(1);

    @Override
    protected void append(ILoggingEvent event) {
        REACHED.countDown();
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the first event is in it. */
    static void awaitFirst() throws InterruptedException {
        REACHED.await();
    }
}
