package dev.tailrace.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command without a verb. */
@Command(
        name = "tailrace",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        optionListHeading = "%nOptions:%n",
        headerHeading = "",
        description = {
            "",
            "Tailrace is a logging backend for the JVM whose callers never wait.",
            "This command inspects logs and running JVMs, and compares logging backends."
        },
        footer = {
            "",
            "Help for a verb:  tailrace VERB --help",
            "",
            "Exit status: 0 good; 1 there are findings, such as a lost line;",
            "             2 the verb could not run or could not read its input."
        })
final class TailraceCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(), "a verb is missing");
        }
    }
}
