package dev.tailrace.torture.place;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A PID namespace for a single process: its PID there is 1, and it sees no process outside. Linux only. Stateless.
 */
public final class PidNamespace {
    /** The words before a command that run it in its own namespace. */
    static final List<String> ENTERING = List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "--");

    private PidNamespace() {}

    /** Whether this user may create a namespace. */
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
            return false; // unshare isn't installed
        }
    }
}
