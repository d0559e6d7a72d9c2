package dev.tailrace.cli;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Main class of a child JVM: logs some lines, says so, and lives until its standard input ends. */
public final class LoggingProcess {
    private LoggingProcess() {}

    /** Arguments: a word that each line begins with, and how many. */
    public static void main(String[] arguments) throws IOException {
        Logger logger = LoggerFactory.getLogger("orders");
        int lines = Integer.parseInt(arguments[1]);
        for (int i = 0; i < lines; i++) {
            logger.info("{} {} of {}", arguments[0], i, lines);
        }
        System.out.println("logged");
        System.out.flush();
        // Nothing is said to it; only the end counts.
        System.in.readAllBytes();
        Runtime.getRuntime().halt(0);
    }
}
