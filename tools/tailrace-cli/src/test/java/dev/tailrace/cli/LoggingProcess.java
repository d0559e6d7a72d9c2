package dev.tailrace.cli;

import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Main class of a child JVM: logs some lines, says so, and lives until its standard input ends. */
public final class LoggingProcess {
    /** Whose the lines are, in turn, where a configuration sifts them by {@code user}. */
    static final List<String> USERS = List.of("ann", "bob", "carl");

    private LoggingProcess() {}

    /** Arguments: a word that each line begins with, and how many; a third one: users have letters that ASCII doesn't. */
    public static void main(String[] arguments) throws IOException {
        Logger logger = LoggerFactory.getLogger("orders");
        int lines = Integer.parseInt(arguments[1]);
        for (int i = 0; i < lines; i++) {
            String user = USERS.get(i % USERS.size());
            MDC.put("user", arguments.length > 2 ? user.replace('a', '\u00E4') : user);
            logger.info("{} {} of {}", arguments[0], i, lines);
        }
        System.out.println("logged");
        System.out.flush();
        // It gets no input; only its end counts.
        System.in.readAllBytes();
        Runtime.getRuntime().halt(0);
    }
}
