package dev.tailrace.corpus;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Starts the programs beside this class, each in a process of its own. Stateless. */
public final class Programs {
    private Programs() {}

    /** Returns when the program says that it is ready. */
    public static ChildProcess start(Path java, List<String> flags, Class<?> program, String... args)
            throws IOException {
        return start(java, flags, "", program, args);
    }

    /**
     * Starts a program with more on its class path than the tests have.
     *
     * @param more ends with a separator, unless it is empty
     */
    public static ChildProcess start(Path java, List<String> flags, String more, Class<?> program, String... args)
            throws IOException {
        ChildProcess process = JvmLauncher.of(program, args)
                .java(java)
                .options("-Xmx128m")
                .options(flags)
                .classPath(more + classPath(flags.stream().anyMatch(flag -> flag.contains("TailraceServiceProvider"))))
                .merged()
                .start();
        process.awaitLine("ready");
        return process;
    }

    /**
     * The tests' class path without what an application would not have beside the rest, so that doctor has nothing to say of the class path: with
     * Tailrace an embedded Tomcat without a bridge, else Tailrace itself.
     *
     * @param tailrace whether the program logs with it
     */
    public static String classPath(boolean tailrace) {
        String left = tailrace ? "tomcat-embed-core" : "tailrace-slf4j";
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains(left))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
