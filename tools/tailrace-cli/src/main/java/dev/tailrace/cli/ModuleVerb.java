package dev.tailrace.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** A verb whose program is in a module that is not part of this jar; it gets the options that were given. */
abstract class ModuleVerb implements Callable<Integer> {
    private final Checkout checkout;
    private final PrintWriter err;
    private final String module;
    private final String mainClass;

    @Spec
    private @Nullable CommandSpec spec;

    /**
     * @param module the module's folder in a checkout
     * @param mainClass what is started
     */
    ModuleVerb(Checkout checkout, PrintWriter err, String module, String mainClass) {
        this.checkout = checkout;
        this.err = err;
        this.module = module;
        this.mainClass = mainClass;
    }

    /** Runs the program as a process of its own and returns its exit status. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        String verb = spec().name();
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
        return ChildProcess.run(checkout.folder(), folder.get(), mainClass, arguments());
    }

    /** The options of the command line, in their order. */
    List<String> arguments() {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
            Object value = option.getValue();
            if (!Boolean.FALSE.equals(value)) {
                words.add(option.longestName());
            }
            if (value instanceof String text) {
                words.add(text);
            }
        }
        return words;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec);
    }
}
