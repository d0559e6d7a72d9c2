package dev.tailrace.doctor.corpus;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logback, an asynchronous appender before the console, and standard output is a pipe that nobody reads. Whoever starts
 * it must read standard output up to {@code READY} and then leave it alone, open: {@code READY} comes just before the
 * pipe fills, since nothing can be said through it afterwards. Healthy: few lines, which the pipe holds for as long as
 * the program lives.
 */
final class LogbackBlockedPipe {
    private static final String CONFIGURATION = """
            <configuration>
              <appender name="%1$s" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%%d{HH:mm:ss.SSS} %%-5level %%logger{20} - %%msg%%n</pattern></encoder>
              </appender>
              <appender name="ASYNC_%1$s" class="ch.qos.logback.classic.AsyncAppender">
                <queueSize>%2$d</queueSize>
                <discardingThreshold>0</discardingThreshold>
                <appender-ref ref="%1$s"/>
              </appender>
              <root level="INFO"><appender-ref ref="ASYNC_%1$s"/></root>
            </configuration>
            """;

    private LogbackBlockedPipe() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(
                stage, CONFIGURATION.formatted(stage.pick("STDOUT", "CONSOLE"), 256 << stage.between(0, 3)));
        Logger log = LoggerFactory.getLogger("shop.checkout." + stage.pick("Basket", "Payment"));
        int count = stage.between(16, 48);
        String prefix = stage.pick("http-nio-8080-exec-", "grpc-default-executor-", "checkout-");
        String text = Words.text(stage.random(), 90);
        System.out.println("READY");
        System.out.flush();
        // Healthy: two lines of 160 bytes a second, 20 kB in a minute.
        Callers callers =
                Callers.start(count, prefix, stage.sick() ? 3_000 : 2, (caller, turn) -> checkOut(log, text, turn));
        if (stage.sick()) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!callers.within("ArrayBlockingQueue", "put", 0.9)) {
                if (System.nanoTime() - deadline > 0) {
                    System.err.println("NEVER ESTABLISHED: is standard output read?");
                    Runtime.getRuntime().halt(3);
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        stage.awaitDismissal();
    }

    private static void checkOut(Logger log, String text, long turn) {
        log.info("checked out {} {}", turn, text);
    }
}
