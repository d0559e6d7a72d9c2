package dev.tailrace.probe.jvm;

import java.util.List;

/** A process that doctor may look at: it is there, it is a JVM, it is ours, and it lets others attach. Immutable. */
public record Target(long pid, Proc proc) {
    private static final int SIGQUIT = 3;
    private static final long ROOT_USER = 0;

    /**
     * The process of a number.
     *
     * @throws LiveException when doctor can't look at it
     */
    public static Target of(long pid) throws LiveException {
        if (pid == ProcessHandle.current().pid()) {
            throw new LiveException(
                    RefusalCode.NOT_A_JVM, pid + " is doctor itself.", "Name the process of the application.");
        }
        Proc proc = new Proc(pid);
        boolean there = Proc.isThere()
                ? proc.exists() && !proc.isZombie()
                : ProcessHandle.of(pid).isPresent();
        if (!there) {
            throw new LiveException(RefusalCode.NO_PROCESS, "There is no process " + pid + ".");
        }
        if (Proc.isThere()) {
            check(proc);
        }
        return new Target(pid, proc);
    }

    private static void check(Proc proc) throws LiveException {
        long pid = proc.pid();
        long owner = proc.user();
        long self = new Proc(ProcessHandle.current().pid()).user();
        if (owner != self && self != ROOT_USER) {
            throw new LiveException(
                    RefusalCode.NOT_PERMITTED,
                    "Process " + pid + " (" + proc.name() + ") belongs to " + name(pid, owner)
                            + ", and only that user or root may look into it.",
                    "Run the same command as that user: sudo -u " + name(pid, owner) + " ./tailrace doctor " + pid);
        }
        if (!proc.hasJvm()) {
            throw new LiveException(
                    RefusalCode.NOT_A_JVM, "Process " + pid + " is no Java application: it runs " + proc.name() + ".");
        }
        List<String> command = proc.command();
        if (command.contains("-XX:+DisableAttachMechanism")) {
            throw new LiveException(
                    RefusalCode.ATTACH_DISABLED,
                    "Process " + pid + " was started with -XX:+DisableAttachMechanism: no tool can attach to it.");
        }
        if (proc.isStopped()) {
            throw new LiveException(
                    RefusalCode.NO_ANSWER,
                    "Process " + pid + " is stopped by a signal or a debugger, so that it answers nothing.",
                    "Let it go on: kill -CONT " + pid);
        }
        // Attaching begins with this signal, and it ends a process that does not handle it.
        if (!proc.catches(SIGQUIT)) {
            throw new LiveException(
                    RefusalCode.ATTACH_DISABLED,
                    "Process " + pid
                            + " does not handle the signal that attaching begins with (-Xrs, or it has only just"
                            + " started); sending it would end the process.");
        }
    }

    /** How many threads it has, the JVM's own included; 100 where unknown. */
    public int threads() {
        int threads = proc.list("task").size();
        return threads == 0 ? 100 : threads;
    }

    private static String name(long pid, long uid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().user()).orElse("user " + uid);
    }
}
