package dev.tailrace.torture.child;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Logs lines to standard output from some threads, from the start until it is killed. Main class of a child JVM. It has no commands: standard
 * output belongs to its lines, and a terminal has no end of input.
 */
public final class ConsoleProducer {
    /** A child that outlives its parent ends by itself. */
    private static final int LONGEST_SECONDS = 120;

    private ConsoleProducer() {}

    /** Arguments as in {@link Producer#main}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        new EngineThreads(arguments).apply("go");
        TimeUnit.SECONDS.sleep(LONGEST_SECONDS);
        Runtime.getRuntime().halt(3);
    }
}
