package dev.tailrace.torture.place;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A PID namespace of a process's own: its number in there is 1, and it sees no process outside. Linux only. Stateless.
 */
public final class PidNamespace {
    /** What is put before a command to run it in a namespace of its own. */
    static final List<String> ENTERING = List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "--");

    private PidNamespace() {}

    /** Whether this user may make one. */
    public static boolean isAllowed() throws InterruptedException {
        List<String> command = new ArrayList<>(ENTERING);
        command.add("true");
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no unshare
        }
    }
}
