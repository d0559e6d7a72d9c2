package dev.tailrace.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A process of its own that runs one of the programs beside it, until it is closed. */
public final class Child implements AutoCloseable {
    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /** Returns when the program says that it is ready. */
    public static Child start(Path java, List<String> flags, Class<?> program, String... args) throws IOException {
        return start(java, flags, "", program, args);
    }

    /**
     * The same with more on its class path than the tests have.
     *
     * @param more ends with a separator, unless it is empty
     */
    public static Child start(Path java, List<String> flags, String more, Class<?> program, String... args)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx128m"));
        command.addAll(flags);
        command.addAll(List.of("-cp", more + System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("ready")) {
                return new Child(process);
            }
            said.append(line).append('\n');
        }
        throw new IOException("the child ended: " + said);
    }

    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** A JDK 25 on this machine, where there is one: named, or beside the running one. */
    public static Optional<Path> java25() {
        Path home = Path.of(System.getProperty("java.home"));
        Stream<Path> named = Stream.of("TAILRACE_JDK25", "JAVA_HOME_25_X64")
                .map(System::getenv)
                .filter(value -> value != null && !value.isEmpty())
                .map(Path::of);
        return Stream.concat(Stream.concat(Stream.of(home), named), siblings(home))
                .filter(Child::is25)
                .map(folder -> folder.resolve("bin").resolve("java"))
                .findFirst();
    }

    private static Stream<Path> siblings(Path home) {
        Path parent = home.getParent();
        if (parent == null) {
            return Stream.empty();
        }
        try (Stream<Path> list = Files.list(parent)) {
            return list.sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean is25(Path folder) {
        try {
            return Files.isExecutable(folder.resolve("bin").resolve("java"))
                    && Files.readString(folder.resolve("release")).contains("JAVA_VERSION=\"25");
        } catch (IOException e) {
            return false;
        }
    }

    public long pid() {
        return process.pid();
    }

    public Process process() {
        return process;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
