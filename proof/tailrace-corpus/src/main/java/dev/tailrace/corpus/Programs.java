package dev.tailrace.corpus;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starts the programs beside this class, each in a process of its own. Stateless. */
public final class Programs {
    private Programs() {}

    /** Returns when the program says that it is ready. */
    public static ChildProcess start(Path java, List<String> flags, Class<?> program, String... args)
            throws IOException {
        return start(java, flags, "", program, args);
    }

    /**
     * The same with more on its class path than the tests have.
     *
     * @param more ends with a separator, unless it is empty
     */
    public static ChildProcess start(Path java, List<String> flags, String more, Class<?> program, String... args)
            throws IOException {
        ChildProcess process = JvmLauncher.of(program, args)
                .java(java)
                .options("-Xmx128m")
                .options(flags)
                .classPath(more + System.getProperty("java.class.path"))
                .merged()
                .start();
        process.awaitLine("ready");
        return process;
    }
}
