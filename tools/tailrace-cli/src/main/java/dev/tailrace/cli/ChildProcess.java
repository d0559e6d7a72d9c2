package dev.tailrace.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java program of a module that is not part of this jar, with the terminal of this process. */
final class ChildProcess {
    /** Where a module's build puts the jars that its programs start with, below {@code target}; those that exist. */
    private static final List<String> JARS = List.of("lib", "peers/harness", "peers/report");

    private ChildProcess() {}

    /**
     * Runs the main class of a built module and returns its exit status.
     *
     * @param checkout the folder of Tailrace's sources
     * @param module a folder in it, with its classes in {@code target/classes} and the jars it starts with in {@link #JARS}
     */
    static int run(Path checkout, Path module, String mainClass, List<String> args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(String.join(File.pathSeparator, classPath(checkout, module)));
        command.add("-D" + Checkout.PROPERTY + "=" + checkout);
        command.add(mainClass);
        command.addAll(args);
        Process process = new ProcessBuilder(command).inheritIO().start();
        // A terminal's interrupt reaches both processes, a plain kill only this one.
        Thread end = new Thread(process::destroy, "tailrace-end-child");
        Runtime.getRuntime().addShutdownHook(end);
        int status = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) {
            return status; // already ending
        }
        return status;
    }

    private static List<String> classPath(Path checkout, Path module) {
        List<String> entries = new ArrayList<>();
        entries.add(module.resolve("target/classes").toString());
        for (String folder : JARS) {
            Path jars = module.resolve("target").resolve(folder);
            if (Files.isDirectory(jars)) {
                entries.add(jars + File.separator + "*");
            }
        }
        // Tables, pages, views of a log and child processes come as classes of this build where they are not among the
        // jars.
        for (String other : List.of(
                "doctor/tailrace-report",
                "backend/tailrace-base",
                "backend/tailrace-engine",
                "backend/tailrace-guest",
                "proof/tailrace-testkit")) {
            Path classes = checkout.resolve(other).resolve("target/classes");
            if (Files.isDirectory(classes)) {
                entries.add(classes.toString());
            }
        }
        return entries;
    }
}
