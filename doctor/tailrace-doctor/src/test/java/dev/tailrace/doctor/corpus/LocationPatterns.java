package dev.tailrace.doctor.corpus;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pattern that prints each caller's class, method, file and line, under load: every call walks its stack, and the stacks are as
 * deep as a web framework's. By the seed Logback with caller data behind its queue, or Log4j 2. Healthy: the same load
 * without location.
 */
final class LocationPatterns {
    private static final String LOCATION = "%C.%M(%F:%L)";
    private static final String LOGBACK = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>%s/%s.log</file>
                <immediateFlush>false</immediateFlush>
                <encoder><pattern>%%d %%-5level [%%thread] %s - %%msg%%n</pattern></encoder>
              </appender>
              <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                <queueSize>8192</queueSize>
                <discardingThreshold>0</discardingThreshold>
                <includeCallerData>%s</includeCallerData>
                <appender-ref ref="FILE"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC"/></root>
            </configuration>
            """;
    private static final String LOG4J = """
            <Configuration status="WARN">
              <Appenders>
                <RandomAccessFile name="FILE" fileName="%s/%s.log" immediateFlush="false">
                  <PatternLayout pattern="%%d %%-5p [%%t] %s - %%m%%n"/>
                </RandomAccessFile>
              </Appenders>
              <Loggers>
                <AsyncRoot level="info" includeLocation="%s"><AppenderRef ref="FILE"/></AsyncRoot>
              </Loggers>
            </Configuration>
            """;

    private LocationPatterns() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        String name = stage.pick("calls", "requests");
        if (stage.random().nextBoolean()) {
            logback(stage, name);
        } else {
            log4j(stage, name);
        }
        Logger log = LoggerFactory.getLogger("rest.Resource");
        int depth = stage.between(60, 120);
        int count = stage.between(3, 10);
        // With 5,000 events a second.
        Callers callers = Callers.start(
                count, stage.pick("http-", "rest-worker-"), 1_000, (caller, turn) -> filter(log, turn, depth));
        stage.playOnceTrue(() -> callers.turns() > 2_000);
    }

    private static void logback(Stage stage, String name) throws Exception {
        LogbackStage.configure(
                stage, LOGBACK.formatted(stage.folder(), name, stage.sick() ? LOCATION : "%logger{20}", stage.sick()));
    }

    private static void log4j(Stage stage, String name) throws Exception {
        Log4jStage.configure(
                stage, LOG4J.formatted(stage.folder(), name, stage.sick() ? LOCATION : "%c{1}", stage.sick()));
    }

    /** A chain of filters as frameworks have them. */
    private static void filter(Logger log, long turn, int left) {
        if (left == 0) {
            for (int step = 0; step < 5; step++) {
                log.info("called {} step {}", turn, step);
            }
        } else {
            filter(log, turn, left - 1);
        }
    }
}
