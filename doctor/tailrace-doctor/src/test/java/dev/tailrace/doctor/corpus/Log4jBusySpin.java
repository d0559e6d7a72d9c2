package dev.tailrace.doctor.corpus;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log4j 2, all loggers asynchronous, whose reader spins while it waits: a core is burnt for a handful of lines. Healthy: a
 * reader that sleeps.
 */
final class Log4jBusySpin {
    private static final String CONFIGURATION = """
            <Configuration status="WARN">
              <Appenders>
                <RandomAccessFile name="FILE" fileName="%s/%s.log" immediateFlush="false">
                  <PatternLayout pattern="%%d %%-5p [%%t] %%c{1} - %%m%%n"/>
                </RandomAccessFile>
              </Appenders>
              <Loggers>
                <Root level="info"><AppenderRef ref="FILE"/></Root>
              </Loggers>
            </Configuration>
            """;

    private Log4jBusySpin() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        Log4jStage.configure(stage, CONFIGURATION.formatted(stage.folder(), stage.pick("quotes", "ticks")));
        Log4jStage.allAsync(4_096);
        System.setProperty("log4j2.asyncLoggerWaitStrategy", stage.sick() ? "BusySpin" : "Sleep");
        System.setProperty("log4j2.asyncLoggerSleepTimeNs", "1000000");
        Logger log = LoggerFactory.getLogger("market." + stage.pick("Quotes", "Ticks"));
        int count = stage.between(2, 8);
        Callers callers =
                Callers.start(count, stage.pick("feed-", "market-data-"), 50, (caller, turn) -> quote(log, turn));
        stage.playOnceTrue(() -> callers.turns() > 50);
    }

    private static void quote(Logger log, long turn) {
        log.info("quote {} seen", turn);
    }
}
