package dev.tailrace.logback;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Path;

/** An application that logs numbered lines to {@code app.log} in its folder, and ends as it is told. Never stops its context. */
final class App {
    static final String INSIDE = "<file>DIR/app.log</file><rollingPolicy"
            + " class=\"ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy\">"
            + "<fileNamePattern>DIR/app.%d{yyyy-MM-dd}.%i.log</fileNamePattern><maxFileSize>SIZE</maxFileSize></rollingPolicy>"
            + "<encoder><pattern>%msg%n</pattern></encoder>";

    private App() {}

    static String inside(Path folder, String size) {
        return INSIDE.replace("DIR", folder.toString()).replace("SIZE", size);
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[2]);
        LoggerContext context = Host.context();
        Host.configure(
                context,
                folder.resolveSibling("logback-" + ProcessHandle.current().pid() + ".xml"),
                Host.appender("FILE", TailraceAppender.class.getName(), inside(folder, "1MB")),
                Host.root("FILE"));
        Logger logger = context.getLogger("app");
        if (arguments[1].equals("hook")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                pause(500);
                for (int i = count; i < count + 10; i++) {
                    logger.info("line {}", i);
                }
            }));
        }
        for (int i = 0; i < count; i++) {
            logger.info("line {}", i);
            if (arguments[1].equals("endless")) {
                System.out.println(i);
            }
        }
        System.out.println("logged");
        switch (arguments[1]) {
            case "exit", "hook" -> System.exit(0);
            case "wait" -> pause(600_000);
            default -> {
                // main returns.
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
