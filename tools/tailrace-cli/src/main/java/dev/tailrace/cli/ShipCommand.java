package dev.tailrace.cli;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.target.TargetProviders;
import dev.tailrace.target.TargetSender;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends the log records that an application has left for a target. */
@Command(
        name = "ship",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Send log records that wait for a target, in place of their application.",
        description = {
            "",
            "An appender with a target keeps its records in a directory until the target has",
            "acknowledged them. What the application could not send before its end, its next",
            "start sends, or this verb. Records that still wait in shared memory are brought",
            "into the directory first. Where another process sends them, there is nothing to",
            "do.",
            "",
            "Run it as the user of the application, with the same OTEL_ variables: keys are",
            "kept nowhere."
        },
        footer = {
            "",
            "Exit status: 0 all records are sent, or another process sends them;",
            "             1 some are left;",
            "             2 they could not be read.",
            "",
            "Example:  ./tailrace ship tailrace-ship/OTLP --to otlp:http://localhost:4318"
        })
final class ShipCommand implements Callable<Integer> {
    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "DIR", description = "The appender's directory.")
    private Path directory = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "KIND:ADDRESS",
            description =
                    "Where to: otlp, lines, syslog or gelf, with its address (default: otlp, from OTEL_ variables).")
    private String to = "otlp";

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description = "An option of the kind, as in the configuration.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            description = "How long to try (default: ${DEFAULT-VALUE}); 0: until SIGTERM or SIGINT.")
    private int seconds = 60;

    ShipCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        boolean lines = Files.exists(directory.resolve(".lines.lock"));
        Path records = directory.resolve(lines ? "lines" : "records");
        if (!Files.isDirectory(directory)) {
            err.println(Printable.wrapped(Printable.of(directory.toString()) + ": there is no such directory."));
            return ExitStatus.COULD_NOT_RUN;
        }
        int colon = to.indexOf(':');
        String kind = colon < 0 ? to : to.substring(0, colon);
        TargetSender sender = TargetProviders.ofRecords(
                new TargetConfig(kind, colon < 0 ? null : to.substring(colon + 1), options, Long.MAX_VALUE),
                records,
                finding -> err.println(finding.format()));
        if (sender == null) {
            err.println(Printable.wrapped("There is no kind of target \"" + Printable.of(kind) + "\"."));
            return ExitStatus.COULD_NOT_RUN;
        }
        if (Files.exists(directory.resolve(".records.tailrace-lock"))
                && new CommandLine(new DrainCommand(err, err)).execute(records.toString())
                        == ExitStatus.COULD_NOT_RUN) {
            return ExitStatus.COULD_NOT_RUN;
        }
        long before = sender.figures().acknowledged();
        sender.start();
        if (seconds == 0) {
            Thread.sleep(Long.MAX_VALUE);
        }
        long left = sender.end(System.nanoTime() + seconds * 1_000_000_000L);
        if (left < -1) {
            return ExitStatus.COULD_NOT_RUN;
        }
        TargetFigures figures = sender.figures();
        out.println(Printable.wrapped(
                left < 0
                        ? "Another process sends the records in " + Printable.of(directory.toString()) + "."
                        : figures.acknowledged() - before + " records sent to " + Printable.of(figures.address()) + ", "
                                + left + " left."));
        return left <= 0 ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
}
