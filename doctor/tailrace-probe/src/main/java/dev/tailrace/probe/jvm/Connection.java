package dev.tailrace.probe.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection to the target that never waits forever: a JVM can hang in the middle of an answer. What does not come in time is left
 * to a daemon thread. For one thread at a time.
 */
public final class Connection implements Closeable {
    private static final long ATTACH_SECONDS = 15;
    private static final long ANSWER_SECONDS = 30;

    private final Target target;
    private final ExecutorService worker;
    private final Commands commands;
    private boolean stuck;

    private Connection(Target target, ExecutorService worker, Commands commands) {
        this.target = target;
        this.worker = worker;
        this.commands = commands;
    }

    /** Attaches to a JVM. */
    public static Connection to(Target target) throws LiveException {
        ExecutorService worker = Executors.newSingleThreadExecutor(run -> {
            Thread thread = new Thread(run, "tailrace-attach");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return new Connection(target, worker, within(ATTACH_SECONDS, worker, () -> attach(target.pid())));
        } catch (IOException | TimeoutException e) {
            worker.shutdownNow();
            if (!target.proc().exists() && Proc.isThere()) {
                throw new LiveException(
                        RefusalCode.NO_PROCESS, "Process " + target.pid() + " ended while doctor attached to it.");
            }
            String why = String.valueOf(e.getMessage());
            boolean denied = why.contains("Permission denied") || why.contains("not permitted");
            throw new LiveException(
                    denied ? RefusalCode.NOT_PERMITTED : RefusalCode.NO_ANSWER,
                    "Doctor can't attach to process " + target.pid() + ": "
                            + (e instanceof TimeoutException ? "no answer in " + ATTACH_SECONDS + " seconds" : why)
                            + ".");
        }
    }

    private static Commands attach(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            Commands direct = AttachCommands.of(machine);
            return direct == null ? BeanCommands.of(machine) : direct;
        } catch (AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Carries out a command.
     *
     * @throws LiveException when the target is gone, or does not answer in time; then nothing more can be asked
     * @throws IOException when the target refuses this command
     */
    public String run(String command) throws LiveException, IOException {
        return answer(command, () -> commands.run(command));
    }

    /**
     * Has the target load an agent and run it.
     *
     * @param jar as the target finds it
     * @throws LiveException when the target is gone, or the agent does not end in time; then nothing more can be asked
     * @throws IOException when the target refuses the agent
     */
    public void load(String jar, String argument) throws LiveException, IOException {
        answer("the agent", () -> {
            commands.load(jar, argument);
            return "";
        });
    }

    private String answer(String what, Callable<String> work) throws LiveException, IOException {
        if (stuck) {
            throw new IOException("an earlier command has not been answered");
        }
        try {
            return within(ANSWER_SECONDS, worker, work);
        } catch (TimeoutException e) {
            stuck = true;
            throw new LiveException(
                    RefusalCode.NO_ANSWER,
                    "Process " + target.pid() + " has not answered " + what + " in " + ANSWER_SECONDS + " seconds.");
        } catch (IOException e) {
            if (Proc.isThere() && (!target.proc().exists() || target.proc().isZombie())) {
                throw new LiveException(
                        RefusalCode.ENDED, "Process " + target.pid() + " ended while doctor looked at it.");
            }
            throw e;
        }
    }

    private static <T> T within(long seconds, ExecutorService worker, Callable<T> work)
            throws IOException, TimeoutException {
        Future<T> future = worker.submit(work);
        try {
            return future.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException io ? io : new IOException(String.valueOf(cause), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        if (!stuck) {
            worker.execute(commands::close);
        }
        worker.shutdown();
    }
}
