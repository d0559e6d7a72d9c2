package dev.tailrace.doctor.corpus;

import java.io.IOException;
import java.nio.file.Path;

/** Has SLF4J take Log4j 2 among the providers of the class path, with a configuration where Log4j 2 looks for it. */
final class Log4jStage {
    private static final String PROVIDER = "org.apache.logging.slf4j.SLF4JServiceProvider";

    private Log4jStage() {}

    /** Must come before the first logger. */
    static void configure(Stage stage, String configuration) throws IOException {
        Path file = stage.write("log4j2.xml", configuration);
        System.setProperty("slf4j.provider", PROVIDER);
        System.setProperty("log4j2.configurationFile", file.toString());
    }

    /** All loggers asynchronous, on a ring of so many events. Must come before the first logger. */
    static void allAsync(int ringSize) {
        System.setProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        System.setProperty("log4j2.asyncLoggerRingBufferSize", Integer.toString(ringSize));
    }
}
