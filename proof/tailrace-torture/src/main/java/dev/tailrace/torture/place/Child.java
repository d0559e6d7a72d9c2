package dev.tailrace.torture.place;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.PseudoTerminal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A logging JVM that can receive commands, be stopped and be killed. For one thread. */
public final class Child implements AutoCloseable {
    private final int number;
    private final ChildProcess process;
    private final boolean wrapped;
    /** Whether this process killed the child or saw its end. */
    private boolean settled;

    /** {@code wrapped}: whether the JVM is the innermost child of {@code process}, in a PID namespace or terminal of its own. */
    Child(int number, ChildProcess process, boolean wrapped) {
        this.number = number;
        this.process = process;
        this.wrapped = wrapped;
    }

    public int number() {
        return number;
    }

    /** The JVM's process id, as this process sees it. */
    public long pid() {
        return jvm().pid();
    }

    private ProcessHandle jvm() {
        ProcessHandle outer = process.process().toHandle();
        return wrapped ? PseudoTerminal.innermost(outer) : outer;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a command; does nothing if the child is dead. */
    public void send(String command) {
        process.say(command);
    }

    /** Waits for an answer with this beginning; false if the child died or takes longer. */
    public boolean await(String beginning, long seconds) {
        return answer(beginning, seconds) != null;
    }

    /** Waits for an answer with this beginning; null if the child died or takes longer. */
    public @Nullable String answer(String beginning, long seconds) {
        return process.line(beginning, Duration.ofSeconds(seconds));
    }

    /** Kills the child like {@code kill -9}, and returns when it is gone. */
    public void kill() {
        settled = true;
        if (wrapped) {
            // The wrapper ends after the JVM, but would end before it if killed itself.
            jvm().destroyForcibly();
            process.awaitEnd(Duration.ofSeconds(10));
        }
        process.kill();
    }

    /** Sends a signal, such as {@code STOP}; does nothing if the child is dead. */
    public void signal(String name) {
        ChildProcess.signal(pid(), name);
    }

    /** Waits for the end and returns the exit status; null if it takes longer. */
    public @Nullable Integer awaitEnd(long seconds) {
        if (!process.awaitEnd(Duration.ofSeconds(seconds))) {
            return null;
        }
        settled = true;
        return process.status();
    }

    /** Whether the child died without being killed by this process. */
    boolean diedByItself() {
        return !settled && !process.isAlive();
    }

    public String errors() {
        return process.err().strip();
    }

    @Override
    public void close() {
        process.close();
    }
}
