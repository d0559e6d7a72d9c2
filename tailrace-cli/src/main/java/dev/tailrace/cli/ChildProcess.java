package dev.tailrace.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java program of a module that is not part of this jar, with the terminal of this process. */
final class ChildProcess {
    private ChildProcess() {}

    /**
     * Runs the main class of a built module and returns its exit status.
     *
     * @param module a folder with {@code target/classes} and its dependencies' jars in {@code target/lib}
     */
    static int run(Path module, String mainClass, List<String> args) throws IOException, InterruptedException {
        Path target = module.resolve("target");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(target.resolve("classes") + File.pathSeparator + target.resolve("lib") + File.separator + "*");
        command.add("-D" + Checkout.PROPERTY + "=" + module.toAbsolutePath().getParent());
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
}
