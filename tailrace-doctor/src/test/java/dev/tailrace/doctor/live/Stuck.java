package dev.tailrace.doctor.live;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.CountDownLatch;

/** An appender whose first event never ends. */
public final class Stuck extends AppenderBase<ILoggingEvent> {
    private final CountDownLatch never = new CountDownLatch(1);

    @Override
    protected void append(ILoggingEvent event) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
