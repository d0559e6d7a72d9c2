package dev.tailrace.torture.place;

import dev.tailrace.testkit.ChildProcess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A JVM that logs, and that can be given commands, stopped and killed. For one thread. */
public final class Child implements AutoCloseable {
    private final int number;
    private final ChildProcess process;
    private final boolean wrapped;
    /** Whether this process killed it or saw it end. */
    private boolean settled;

    /** {@code wrapped}: whether the JVM is the only child of {@code process}, in a PID namespace of its own. */
    Child(int number, ChildProcess process, boolean wrapped) {
        this.number = number;
        this.process = process;
        this.wrapped = wrapped;
    }

    /** Its number among the producers of the scene. */
    public int number() {
        return number;
    }

    /** The number of the JVM, as this process sees it. */
    public long pid() {
        if (!wrapped) {
            return process.pid();
        }
        return process.process()
                .children()
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElse(process.pid());
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a command; one that is dead gets nothing. */
    public void send(String command) {
        process.say(command);
    }

    /** Waits for an answer that begins so; false when it died or takes longer. */
    public boolean await(String beginning, long seconds) {
        return answer(beginning, seconds) != null;
    }

    /** Waits for an answer that begins so; null when it died or takes longer. */
    public @Nullable String answer(String beginning, long seconds) {
        return process.line(beginning, Duration.ofSeconds(seconds));
    }

    /** Kills it, as {@code kill -9} does, and returns when it is gone. */
    public void kill() {
        settled = true;
        if (wrapped) {
            // The wrapper ends after its child; killed itself, it would end before.
            process.process().children().forEach(ProcessHandle::destroyForcibly);
            process.awaitEnd(Duration.ofSeconds(10));
        }
        process.kill();
    }

    /** Sends a signal, such as {@code STOP}; one that is dead gets none. */
    public void signal(String name) {
        ChildProcess.signal(pid(), name);
    }

    /** Waits for its end; null when it takes longer. */
    public @Nullable Integer awaitEnd(long seconds) {
        if (!process.awaitEnd(Duration.ofSeconds(seconds))) {
            return null;
        }
        settled = true;
        return process.status();
    }

    /** Whether it is dead, and this process didn't kill it. */
    boolean diedByItself() {
        return !settled && !process.isAlive();
    }

    /** What it wrote on standard error. */
    public String errors() {
        return process.err().strip();
    }

    @Override
    public void close() {
        process.close();
    }
}
