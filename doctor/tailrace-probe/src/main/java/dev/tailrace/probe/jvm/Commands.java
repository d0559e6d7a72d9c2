package dev.tailrace.probe.jvm;

import java.io.Closeable;
import java.io.IOException;

/** Has a JVM carry out diagnostic commands, the ones that {@code jcmd} knows. For one thread at a time. */
public interface Commands extends Closeable {
    /** No answer of more bytes is kept. */
    int LONGEST_ANSWER = 64 << 20;

    /**
     * Carries out one command.
     *
     * @return what it printed, cut at {@link #LONGEST_ANSWER} bytes
     * @throws IOException when the JVM is gone, does not know the command, or refuses it
     */
    String run(String command) throws IOException;

    /**
     * Has the target load an agent and run it, which is over when this returns.
     *
     * @param jar as the target finds it
     * @throws IOException when the target refuses
     */
    void load(String jar, String argument) throws IOException;

    @Override
    void close();
}
