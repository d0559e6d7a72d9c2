package dev.tailrace.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A terminal without a screen for a child process, made by {@code script} of util-linux or by Python. Stateless. */
public final class PseudoTerminal {
    /**
     * Runs the words after it with the terminal as standard output, whose bytes come unchanged out of the outer standard output. The shell
     * inside keeps the terminal until its child is dead, so that all of the child's bytes are read. Standard error stays the outer one. No
     * word may contain a single quote.
     */
    private static final String WRAPPER =
            "c='stty -opost -echo; exec 2>&3 3>&-;'; for a; do c=\"$c '$a'\"; done; c=\"$c; :\"; export SHELL=/bin/sh; "
                    + "exec %s 3>&2 </dev/null";

    private static final List<String> PROGRAMS = List.of(
            "script -qfc \"$c\" /dev/null",
            "python3 -c 'import pty, sys; pty.spawn([\"/bin/sh\", \"-c\", sys.argv[1]])' \"$c\"");

    private PseudoTerminal() {}

    /** The words before a command that run it in a terminal; empty where that needs another system. */
    public static Optional<List<String>> words() throws InterruptedException {
        for (String program : PROGRAMS) {
            List<String> words = List.of("sh", "-c", WRAPPER.formatted(program), "sh");
            if (isTerminal(words)) {
                return Optional.of(words);
            }
        }
        return Optional.empty();
    }

    private static boolean isTerminal(List<String> words) throws InterruptedException {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of("sh", "-c", "test -t 1 && echo terminal"));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 && said.equals("terminal\n");
        } catch (IOException e) {
            return false;
        }
    }

    /** The command itself behind such words, which has no child of its own. */
    public static ProcessHandle innermost(ProcessHandle wrapper) {
        try (Stream<ProcessHandle> children = wrapper.children()) {
            return children.findFirst().map(PseudoTerminal::innermost).orElse(wrapper);
        }
    }
}
