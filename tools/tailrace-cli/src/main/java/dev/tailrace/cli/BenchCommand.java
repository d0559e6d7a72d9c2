package dev.tailrace.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the bench of the module {@code tailrace-bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        headerHeading = "",
        header = "Measure Tailrace against its targets, beside Logback, Log4j 2 and tinylog.",
        description = {
            "",
            "Measures lines a second with 1 to 64 producers, CPU per line, how long callers",
            "wait at a steady rate and in bursts, rolling, an HTTP service and the start of a",
            "JVM. Each backend runs in a JVM of its own, in turns, and every line is checked",
            "afterwards. A table at the end shows which targets are reached.",
            "",
            "The whole bench takes more than an hour. Progress goes to standard error."
        },
        footer = {
            "",
            "Exit status: 0 all targets are reached; 1 one is missed, or a line was lost;",
            "             2 the bench could not run.",
            "",
            "Example:  ./tailrace bench --quick --html bench.html"
        })
@SuppressWarnings("UnusedVariable") // picocli hands the options on.
final class BenchCommand extends ModuleVerb {
    @Option(names = "--quick", description = "One short round, in about 5 minutes.")
    private boolean quick;

    @Mixin
    private final MeasuringOptions measuring = new MeasuringOptions();

    @Option(
            names = "--scene",
            paramLabel = "NAME",
            description =
                    "Only these scenes, separated by commas: short1, short4, short16, short64, long1, long4, long16,"
                            + " inside1, inside4, paced, burst, rolling, start, http.")
    private @Nullable String scene;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description =
                    "Only these backends: tailrace, logback, log4j2, tinylog, limit, or one setting such as log4j2/busyspin.")
    private @Nullable String backend;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Where log files are written (default: a file system in memory that has 8 GB of room, else the folder for"
                            + " temporary files).")
    private @Nullable String dir;

    BenchCommand(Checkout checkout, PrintWriter err) {
        super(checkout, err, "proof/tailrace-bench", "dev.tailrace.bench.race.BenchRun");
    }
}
