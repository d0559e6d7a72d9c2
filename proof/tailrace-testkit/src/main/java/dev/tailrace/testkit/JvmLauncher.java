package dev.tailrace.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Starts child JVMs. By default, a child has this JVM's {@code java}, class path, environment and working folder, and its output is kept in
 * memory. {@link ChildProcess} has the methods for its standard input. Not thread-safe.
 */
public final class JvmLauncher {
    private final String main;
    private final List<String> arguments;
    private final List<String> options = new ArrayList<>();
    private final Set<String> classPath = new LinkedHashSet<>();
    private final Set<String> modulePath = new LinkedHashSet<>();
    private final Map<String, String> environment = new HashMap<>();
    private List<String> prefix = List.of();
    private Path java = Jdk.java();
    private @Nullable Path folder;
    private ProcessBuilder.Redirect output = ProcessBuilder.Redirect.PIPE;
    private ProcessBuilder.Redirect errors = ProcessBuilder.Redirect.PIPE;
    private boolean merged;
    private boolean unread;

    private JvmLauncher(String main, List<String> arguments) {
        this.main = main;
        this.arguments = List.copyOf(arguments);
    }

    public static JvmLauncher of(Class<?> main, String... arguments) {
        return new JvmLauncher(main.getName(), List.of(arguments));
    }

    /** A launcher for a main class that this JVM may lack, or for a source file. */
    public static JvmLauncher of(String main, String... arguments) {
        return new JvmLauncher(main, List.of(arguments));
    }

    public JvmLauncher java(Path other) {
        java = other;
        return this;
    }

    /** Sets words before the command, such as {@code setpriv} and its options; replaces the words of an earlier call. */
    public JvmLauncher behind(List<String> words) {
        prefix = List.copyOf(words);
        return this;
    }

    public JvmLauncher options(String... more) {
        return options(List.of(more));
    }

    public JvmLauncher options(List<String> more) {
        options.addAll(more);
        return this;
    }

    /** Adds the jars or folders of these classes. After any {@code classPath} call, the child no longer has this JVM's class path. */
    public JvmLauncher classPath(Class<?>... classes) {
        return classPath(Origins.of(classes));
    }

    public JvmLauncher classPath(Collection<Path> entries) {
        entries.forEach(entry -> classPath.add(entry.toString()));
        return this;
    }

    /** Adds entries, joined as in a class path. */
    public JvmLauncher classPath(String joined) {
        classPath.addAll(List.of(joined.split(File.pathSeparator, -1)));
        return this;
    }

    /** Adds jars or folders to the module path. The caller resolves their modules with {@code --add-modules}. */
    public JvmLauncher modulePath(Collection<Path> entries) {
        entries.forEach(entry -> modulePath.add(entry.toString()));
        return this;
    }

    /** Sets an environment variable in addition to this JVM's variables. */
    public JvmLauncher environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public JvmLauncher in(Path workingFolder) {
        folder = workingFolder;
        return this;
    }

    public JvmLauncher outputTo(Path file) {
        output = ProcessBuilder.Redirect.to(file.toFile());
        return this;
    }

    public JvmLauncher errorsTo(Path file) {
        errors = ProcessBuilder.Redirect.to(file.toFile());
        return this;
    }

    public JvmLauncher merged() {
        merged = true;
        return this;
    }

    /** Leaves standard output to the caller, as a pipe. */
    public JvmLauncher unread() {
        unread = true;
        return this;
    }

    public List<String> command() {
        List<String> command = new ArrayList<>(prefix);
        command.add(java.toString());
        command.addAll(options);
        if (!modulePath.isEmpty()) {
            command.addAll(List.of("--module-path", String.join(File.pathSeparator, modulePath)));
        }
        if (!classPath.isEmpty()) {
            command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
        } else if (modulePath.isEmpty()) {
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        }
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    /** The builder that {@link #start} uses, for settings that this class lacks. */
    public ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(command())
                .redirectOutput(output)
                .redirectError(errors)
                .redirectErrorStream(merged);
        if (folder != null) {
            builder.directory(folder.toFile());
        }
        builder.environment().putAll(environment);
        return builder;
    }

    public ChildProcess start() throws IOException {
        return unread ? ChildProcess.startUnread(builder()) : ChildProcess.start(builder());
    }

    /** Runs the JVM to its end, which must have status 0 within {@link ChildProcess#PATIENCE}. */
    public ChildProcess run() throws IOException {
        try (ChildProcess child = start()) {
            return child.succeeded();
        }
    }
}
