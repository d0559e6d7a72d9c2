package dev.tailrace.doctor.corpus;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logback, an asynchronous appender before one that ships events elsewhere and warns, through a logger, when that takes
 * long. The warning goes to the same queue; once that is full, its only reader waits for room in it, for ever. Healthy: the
 * shipper keeps its warnings to itself.
 */
final class LogbackSelfDeadlock {
    private static final String CONFIGURATION = """
            <configuration>
              <appender name="SHIPPER" class="%1$s">
                <talkative>%2$s</talkative>
              </appender>
              <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                <queueSize>%3$d</queueSize>
                <discardingThreshold>0</discardingThreshold>
                <appender-ref ref="SHIPPER"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC"/></root>
            </configuration>
            """;

    private LogbackSelfDeadlock() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(
                stage, CONFIGURATION.formatted(Shipper.class.getName(), stage.sick(), 64 << stage.between(0, 4)));
        Logger log = LoggerFactory.getLogger("shop.stock." + stage.pick("Counting", "Reordering"));
        int count = stage.between(12, 60);
        Callers callers = Callers.start(
                count,
                stage.pick("qtp-", "pool-2-thread-", "stock-updates-"),
                stage.sick() ? 4_000 : 100,
                (caller, turn) -> count(log, caller, turn));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("ArrayBlockingQueue", "put", 1.0));
        } else {
            stage.playOnceTrue(() -> callers.turns() > 100);
        }
    }

    private static void count(Logger log, int caller, long turn) {
        log.info("counted shelf {} in round {}", caller, turn);
    }

    /** Pretends to send each event to a collector. */
    public static final class Shipper extends AppenderBase<ILoggingEvent> {
        private boolean talkative;

        /** Whether it logs about itself. */
        public void setTalkative(boolean talkative) {
            this.talkative = talkative;
        }

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLoggerName().equals(Shipper.class.getName())) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(300));
            if (talkative) {
                LoggerFactory.getLogger(Shipper.class)
                        .warn("shipping took longer than expected: {}", event.getTimeStamp());
            }
        }
    }
}
