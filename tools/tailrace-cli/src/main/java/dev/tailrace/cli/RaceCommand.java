package dev.tailrace.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the race of the module {@code tailrace-bench}. */
@Command(
        name = "race",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        headerHeading = "",
        header = "Run production incidents on Logback, Log4j 2 and Tailrace.",
        description = {
            "",
            "Each backend logs the same lines under the same load in a JVM of its own. Every",
            "line is then looked up in the files: lost, repeated and torn lines are counted.",
            "For each incident, one sentence says how long callers were blocked and what was",
            "lost, and a table shows the figures behind it.",
            "",
            "The full race takes up to 15 minutes. Progress goes to standard error."
        },
        footer = {
            "",
            "Exit status: 0 no line of Tailrace was lost; 1 a line was lost, repeated or",
            "             torn; 2 the race could not run.",
            "",
            "Example:  ./tailrace race --quick --html race.html"
        })
@SuppressWarnings("UnusedVariable") // picocli hands the options on.
final class RaceCommand extends ModuleVerb {
    @Option(names = "--quick", description = "One short round with the backends that matter, in less than 100 seconds.")
    private boolean quick;

    @Mixin
    private final MeasuringOptions measuring = new MeasuringOptions();

    @Option(
            names = "--incident",
            paramLabel = "ID",
            description = "Only these incidents: I1, I2, I3 or I5, or several separated by commas.")
    private @Nullable String incident;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description =
                    "Only these backends: tailrace, logback, log4j2, jul, or one setting such as logback/incident.")
    private @Nullable String backend;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where log files are written (default: the folder for temporary files).")
    private @Nullable String dir;

    @Option(names = "--all", description = "Print all figures, not only one table for each incident.")
    private boolean all;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Run nothing: show the results that --json wrote earlier, as text or as a page.")
    private @Nullable String from;

    RaceCommand(Checkout checkout, PrintWriter err) {
        super(checkout, err, "proof/tailrace-bench", "dev.tailrace.bench.race.Race");
    }
}
