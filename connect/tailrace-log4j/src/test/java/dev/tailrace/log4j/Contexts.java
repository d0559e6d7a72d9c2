package dev.tailrace.log4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.LoggerContext;

/** Starts contexts of Log4j, each with a configuration of its own, and stops them. */
final class Contexts {
    private static final long LONGEST_STOP_SECONDS = 60;

    private Contexts() {}

    static LoggerContext start(Path folder, String configuration) throws IOException {
        return start(folder, "log4j2.xml", configuration);
    }

    /** The same with a file of this name, which says what it is written in. */
    static LoggerContext start(Path folder, String name, String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve(name), configuration);
        LoggerContext context = new LoggerContext(folder.getFileName().toString(), null, file.toUri());
        context.start();
        return context;
    }

    /** Waits for compressions, too. */
    static void stop(LoggerContext context) {
        context.stop(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
    }
}
