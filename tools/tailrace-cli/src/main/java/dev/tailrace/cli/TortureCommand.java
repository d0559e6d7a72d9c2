package dev.tailrace.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the torture of the module {@code tailrace-torture}. */
@Command(
        name = "torture",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        headerHeading = "",
        header = "Kill, stop and starve processes that log, and check every line.",
        description = {
            "",
            "Processes log to one file while they are killed at each of their steps and at",
            "any moment, stopped, or left without disk space, and while others rename,",
            "truncate and delete the file. Afterwards each line whose log call returned must",
            "be in the file exactly once, whole and in its thread's order. A table shows the",
            "result for each fault.",
            "",
            "Without options it takes about 15 minutes. Progress goes to standard error."
        },
        footer = {
            "",
            "Exit status: 0 good; 1 a line was lost, repeated or torn, or a process hung;",
            "             2 the torture could not run.",
            "",
            "Example:  ./tailrace torture --quick"
        })
@SuppressWarnings("UnusedVariable") // picocli hands the options on.
final class TortureCommand extends ModuleVerb {
    @Option(names = "--quick", description = "All faults, briefly, in less than five minutes.")
    private boolean quick;

    @Option(
            names = "--ship",
            description =
                    "Faults of processes that send to a target, each once; in about 15 minutes, or one with --quick.")
    private boolean ship;

    @Option(
            names = "--host",
            paramLabel = "BACKEND",
            description = "Kill processes that log through logback or log4j, with Tailrace's appender.")
    private @Nullable String host;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "Run for this long, such as 2h or 90m; totals are added to those of earlier runs.")
    private @Nullable String time;

    @Option(
            names = "--fault",
            paramLabel = "NAME",
            description = "Only these faults, such as \"kill -9\", or several separated by commas.")
    private @Nullable String fault;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the first run; each further run adds one.")
    private @Nullable String seed;

    @Option(names = "--runs", paramLabel = "N", description = "The most runs of each fault.")
    private @Nullable String runs;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where log files are written (default: the folder for temporary files).")
    private @Nullable String dir;

    @Option(names = "--state", paramLabel = "FILE", description = "The file in which --for keeps its totals.")
    private @Nullable String state;

    @Option(
            names = "--mutants",
            description = "Make one mistake at a time in a copy of the engine, and fail if it is not noticed.")
    private boolean mutants;

    TortureCommand(Checkout checkout, PrintWriter err) {
        super(checkout, err, "proof/tailrace-torture", "dev.tailrace.torture.Torture");
    }
}
