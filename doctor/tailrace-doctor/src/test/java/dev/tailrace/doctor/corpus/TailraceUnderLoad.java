package dev.tailrace.doctor.corpus;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tailrace under load, rolled into a fixed window of compressed files at that: nothing is wrong. Always healthy. */
final class TailraceUnderLoad {
    private static final String CONFIGURATION = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>%1$s/%2$s.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                  <fileNamePattern>%1$s/%2$s.%%i.log.gz</fileNamePattern>
                  <minIndex>1</minIndex>
                  <maxIndex>3</maxIndex>
                </rollingPolicy>
                <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                  <maxFileSize>%3$dMB</maxFileSize>
                </triggeringPolicy>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{30} - %%msg%%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    private TailraceUnderLoad() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        Path file = stage.write(
                "logback.xml",
                CONFIGURATION.formatted(stage.folder(), stage.pick("events", "access"), stage.between(30, 60)));
        System.setProperty("slf4j.provider", "dev.tailrace.slf4j.TailraceServiceProvider");
        System.setProperty("tailrace.config", file.toString());
        Logger log = LoggerFactory.getLogger("shop.subscription." + stage.pick("Renewals", "Deliveries"));
        String[] texts = Words.texts(stage.random(), 100, stage.between(300, 900));
        int count = stage.between(30, 90);
        Callers callers = Callers.start(
                count,
                stage.pick("subscription-actor-", "http-worker-"),
                1_000,
                (caller, turn) -> renew(log, texts, turn));
        stage.playOnceTrue(() -> callers.turns() > 2_000);
    }

    private static void renew(Logger log, String[] texts, long turn) {
        for (int step = 0; step < 10; step++) {
            log.info("renewal {} {}", turn, texts[(int) ((step + turn) % texts.length)]);
        }
    }
}
