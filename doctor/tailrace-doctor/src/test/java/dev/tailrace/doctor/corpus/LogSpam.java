package dev.tailrace.doctor.corpus;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call site in a loop writes nearly all of a log, megabytes a second of it, that nobody reads. Healthy: the same loop
 * says once a second how far it is.
 */
final class LogSpam {
    private static final String CONFIGURATION = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>%1$s/%2$s.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                  <fileNamePattern>%1$s/%2$s.%%d{yyyy-MM-dd}.%%i.log</fileNamePattern>
                  <maxFileSize>20MB</maxFileSize>
                  <totalSizeCap>60MB</totalSizeCap>
                  <maxHistory>2</maxHistory>
                </rollingPolicy>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{36} - %%msg%%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    private LogSpam() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(stage, CONFIGURATION.formatted(stage.folder(), stage.pick("billing", "import")));
        Logger loud = LoggerFactory.getLogger("billing." + stage.pick("RowMapper", "ParameterDump"));
        Logger calm = LoggerFactory.getLogger("billing.Invoices");
        boolean sick = stage.sick();
        int count = stage.between(2, 6);
        String text = Words.text(stage.random(), stage.between(150, 300));
        Callers callers = Callers.start(count, stage.pick("import-", "billing-"), count, (caller, turn) -> {
            calm.info("invoice run {} of worker {} is under way", turn, caller);
            for (int row = 0; sick && row < 20_000 / count; row++) {
                mapRow(loud, row, text);
            }
        });
        stage.playOnceTrue(() -> callers.turns() > count);
    }

    private static void mapRow(Logger log, int row, String text) {
        log.info("row {} mapped: {}", row, text);
    }
}
