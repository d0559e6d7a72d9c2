package dev.tailrace.doctor.corpus;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logback, an asynchronous appender before a file that rolls by size into a fixed window of compressed files. The queue's
 * worker packs each finished file itself; meanwhile the queue is full and the callers wait. Healthy: a rolling policy that packs
 * in another thread, and less to write.
 */
final class LogbackFixedWindowGzip {
    private static final String SICK = """
            <configuration>
              <appender name="%1$s" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>%2$s/%3$s.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                  <fileNamePattern>%2$s/%3$s.%%i.log.gz</fileNamePattern>
                  <minIndex>1</minIndex>
                  <maxIndex>2</maxIndex>
                </rollingPolicy>
                <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                  <maxFileSize>%4$dMB</maxFileSize>
                  <checkIncrement>50 milliseconds</checkIncrement>
                </triggeringPolicy>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{30} - %%msg%%n</pattern></encoder>
              </appender>
              <appender name="ASYNC_%1$s" class="ch.qos.logback.classic.AsyncAppender">
                <discardingThreshold>0</discardingThreshold>
                <appender-ref ref="%1$s"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC_%1$s"/></root>
            </configuration>
            """;
    private static final String HEALTHY = """
            <configuration>
              <appender name="%1$s" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>%2$s/%3$s.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                  <fileNamePattern>%2$s/%3$s.%%d{yyyy-MM-dd}.%%i.log.gz</fileNamePattern>
                  <maxFileSize>%4$dMB</maxFileSize>
                  <totalSizeCap>200MB</totalSizeCap>
                  <maxHistory>2</maxHistory>
                </rollingPolicy>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{30} - %%msg%%n</pattern></encoder>
              </appender>
              <appender name="ASYNC_%1$s" class="ch.qos.logback.classic.AsyncAppender">
                <queueSize>4096</queueSize>
                <discardingThreshold>0</discardingThreshold>
                <appender-ref ref="%1$s"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC_%1$s"/></root>
            </configuration>
            """;

    private LogbackFixedWindowGzip() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        String name = stage.pick("access", "events", "audit", "subscriptions");
        int megabytes = stage.sick() ? stage.between(120, 200) : stage.between(10, 20);
        LogbackStage.configure(
                stage,
                (stage.sick() ? SICK : HEALTHY)
                        .formatted(stage.pick("FILE", "ROLLING", "MAIN"), stage.folder(), name, megabytes));
        Logger log = LoggerFactory.getLogger("shop.subscription." + stage.pick("Renewals", "Deliveries"));
        String[] texts = Words.texts(stage.random(), 200, stage.between(1_500, 2_500));
        int count = stage.between(30, 90);
        Callers callers = Callers.start(
                count,
                stage.pick("subscription-actor-", "default-dispatcher-", "http-worker-"),
                stage.sick() ? 3_000 : 50,
                (caller, turn) -> renew(log, texts, turn));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("ArrayBlockingQueue", "put", 0.9) && compressing());
        } else {
            stage.playOnceTrue(() -> callers.turns() > 100);
        }
    }

    /** Ten lines: all callers together log about 60 MB a second, or 1. */
    private static void renew(Logger log, String[] texts, long turn) {
        for (int step = 0; step < 10; step++) {
            log.info("renewal {} {}", turn, texts[(int) ((step + turn) % texts.length)]);
        }
    }

    private static boolean compressing() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("AsyncAppender-Worker"))
                .flatMap(thread -> java.util.Arrays.stream(thread.getValue()))
                .anyMatch(frame -> frame.getClassName().startsWith("ch.qos.logback.core.rolling.helper"));
    }
}
