package dev.tailrace.doctor.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process beside a program: a second server, a database. It ends with the program, whose death closes its standard input. */
final class Neighbour {
    private final Process process;
    private final String firstLine;

    private Neighbour(Process process, String firstLine) {
        this.process = process;
        this.firstLine = firstLine;
    }

    /** Starts the main class in a small JVM and waits for its first line. */
    static Neighbour start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("no word from " + main.getSimpleName());
        }
        return new Neighbour(process, line);
    }

    String firstLine() {
        return firstLine;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** For the neighbour's own main method: returns once the program that started it is gone. */
    static void stayWhileNeeded() throws IOException {
        while (System.in.read() >= 0) {
            // Nobody says anything.
        }
    }
}
