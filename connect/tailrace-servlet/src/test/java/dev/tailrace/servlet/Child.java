package dev.tailrace.servlet;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A child JVM that prints {@code name=value} on standard output; killed by {@link #close}. */
final class Child implements AutoCloseable {
    private final ChildProcess process;

    Child(Path folder, String classPath, List<String> options, Class<?> main, List<String> arguments)
            throws IOException {
        process = JvmLauncher.of(main, arguments.toArray(new String[0]))
                .options("-Xmx256m", "-XX:SoftRefLRUPolicyMSPerMB=0")
                .options(options)
                .classPath(classPath)
                .in(folder)
                .start();
    }

    /** Sends a line to the child's standard input. */
    void goOn() {
        process.say("");
    }

    /** Waits until the child prints this name, and returns the value. */
    String await(String name) {
        return process.awaitLine(name + "=").substring(name.length() + 1);
    }

    /** Waits for the child's end. */
    void awaitEnd() {
        process.succeeded();
    }

    /** The last value of each name. */
    Map<String, String> said() {
        Map<String, String> all = new HashMap<>();
        process.out().lines().forEach(line -> {
            int at = line.indexOf('=');
            if (at > 0) {
                all.put(line.substring(0, at), line.substring(at + 1));
            }
        });
        return all;
    }

    /** All values of a name. */
    List<String> all(String name) {
        return process.out()
                .lines()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1))
                .toList();
    }

    /** All of standard error. */
    String errors() {
        return process.err();
    }

    @Override
    public void close() {
        process.close();
    }
}
