package dev.tailrace.doctor.corpus;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log4j 2, a file that rolls by size and is compressed in the background, but thoroughly, and written faster than that. The
 * second roll waits until the first file is packed, under the manager's lock, and so do all callers. Healthy: less to
 * write, and quick compression.
 */
final class Log4jSecondRoll {
    private static final String CONFIGURATION = """
            <Configuration status="WARN">
              <Appenders>
                <RollingFile name="%1$s" fileName="%2$s/%3$s.log" filePattern="%2$s/%3$s-%%i.log.gz">
                  <PatternLayout pattern="%%d %%-5p [%%t] %%c{1} - %%m%%n"/>
                  <Policies><SizeBasedTriggeringPolicy size="%4$d MB"/></Policies>
                  <DefaultRolloverStrategy max="3" compressionLevel="%5$d"/>
                </RollingFile>
              </Appenders>
              <Loggers>
                <Root level="info"><AppenderRef ref="%1$s"/></Root>
              </Loggers>
            </Configuration>
            """;

    private Log4jSecondRoll() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        Log4jStage.configure(
                stage,
                CONFIGURATION.formatted(
                        stage.pick("ROLLING", "FILE", "Audit"),
                        stage.folder(),
                        stage.pick("orders", "audit", "requests"),
                        stage.sick() ? stage.between(60, 120) : stage.between(5, 10),
                        stage.sick() ? 9 : 1));
        Logger log = LoggerFactory.getLogger("fulfilment." + stage.pick("Picking", "Packing"));
        String[] texts = Words.texts(stage.random(), 200, stage.between(1_500, 2_500));
        int count = stage.between(20, 60);
        Callers callers = Callers.start(
                count,
                stage.pick("http-nio-8443-exec-", "orders-", "default task-"),
                stage.sick() ? 4_000 : 50,
                (caller, turn) -> pick(log, texts, turn));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("Log4jSecondRoll", "pick", 0.9) && rollWaits());
        } else {
            stage.playOnceTrue(() -> callers.turns() > 100);
        }
    }

    /** Ten lines: all callers together log about 80 MB a second, or 1. */
    private static void pick(Logger log, String[] texts, long turn) {
        for (int step = 0; step < 10; step++) {
            log.info("picked {} {}", turn, texts[(int) ((step + turn) % texts.length)]);
        }
    }

    private static boolean rollWaits() {
        return Thread.getAllStackTraces().values().stream().anyMatch(Log4jSecondRoll::waitsForCompression);
    }

    private static boolean waitsForCompression(StackTraceElement... stack) {
        return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().endsWith("Semaphore"))
                && Arrays.stream(stack).anyMatch(frame -> frame.getClassName().endsWith("RollingFileManager"));
    }
}
