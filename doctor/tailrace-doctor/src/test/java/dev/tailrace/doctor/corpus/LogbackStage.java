package dev.tailrace.doctor.corpus;

import java.io.IOException;
import java.nio.file.Path;

/** Has SLF4J take Logback among the providers of the class path, with a configuration where Logback looks for it. */
final class LogbackStage {
    /** For programs that log nothing themselves, but whose frameworks would. */
    static final String SILENT = "<configuration><root level=\"OFF\"/></configuration>";

    private static final String PROVIDER = "ch.qos.logback.classic.spi.LogbackServiceProvider";

    private LogbackStage() {}

    /** Must come before the first logger. */
    static void configure(Stage stage, String configuration) throws IOException {
        Path file = stage.write("logback.xml", configuration);
        System.setProperty("slf4j.provider", PROVIDER);
        System.setProperty("logback.configurationFile", file.toString());
    }
}
