package dev.tailrace.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A verb whose program is in a module that is not part of this jar.
 *
 * @param verb its name
 * @param module the module's folder in a checkout
 * @param mainClass what is started
 */
record ModuleProgram(String verb, String module, String mainClass) {
    /** Runs it as a process of its own and returns its exit status. */
    int run(Checkout checkout, PrintWriter err, List<String> arguments) throws IOException, InterruptedException {
        Optional<Path> folder = checkout.module(module);
        if (folder.isEmpty()) {
            err.println("tailrace: `" + verb + "` runs only in a checkout of Tailrace's sources.");
            err.println("Clone the repository and run ./tailrace " + verb + " there.");
            return ExitStatus.COULD_NOT_RUN;
        }
        // Java's own status for a missing class is 1, which would read as a lost line.
        String classFile = "target/classes/" + mainClass.replace('.', '/') + ".class";
        if (!Files.exists(folder.get().resolve(classFile))) {
            err.println("tailrace: the " + verb + " is not built yet. Run " + checkout.script() + " " + verb + ",");
            err.println("which builds it.");
            return ExitStatus.COULD_NOT_RUN;
        }
        return ChildProcess.run(checkout.folder(), folder.get(), mainClass, arguments);
    }
}
