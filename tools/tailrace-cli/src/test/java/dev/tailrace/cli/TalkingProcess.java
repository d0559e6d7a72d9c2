package dev.tailrace.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Main class of a child JVM: logs each line that it is given at DEBUG, and says whether that level is on. */
public final class TalkingProcess {
    private TalkingProcess() {}

    /** Ends with its standard input. */
    public static void main(String[] arguments) throws IOException {
        Logger logger = LoggerFactory.getLogger("com.acme.Orders");
        logger.info("begun");
        System.out.println("logged");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            logger.debug("{}", line);
            System.out.println(logger.isDebugEnabled() ? "debug" : "not");
        }
        Runtime.getRuntime().halt(0);
    }
}
