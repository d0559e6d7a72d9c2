package dev.tailrace.cli;

import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.lint.BesideFile;
import dev.tailrace.lint.Lint;
import dev.tailrace.lint.SharedLogs;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges configurations before they run. */
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Check a logback.xml or log4j2.xml before it is deployed.",
        description = {
            "",
            "Reports what Tailrace does not read or does differently. For applications that",
            "stay with Logback or Log4j 2, it reports which incidents the file can lead to:",
            "compression that blocks threads, queues that fill or drop, lost locations,",
            "files that grow without limit. Lint starts nothing and loads no class."
        },
        footer = {
            "",
            "Exit status: 0 no errors and no warnings; 1 errors or warnings;",
            "             2 a file could not be read.",
            "",
            "Example:  ./tailrace lint --rate 5000 src/main/resources/logback.xml"
        })
final class LintCommand implements Callable<Integer> {
    private final PrintWriter out;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "A configuration of Logback or Log4j 2.")
    private List<Path> files = List.of();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "The most lines a second that the application logs (default: 1000).")
    private double rate = 1000;

    @Option(
            names = "--all",
            description = "Also show general advice, which holds for many configurations and is no defect.")
    private boolean all;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the findings as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--sarif",
            paramLabel = "FILE",
            description =
                    "Write the findings as SARIF 2.1.0, for tools that show them beside the code; - is standard output.")
    private @Nullable String sarif;

    LintCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        if (spec != null && !(rate > 0 && rate <= 1e12)) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--rate must be a number of lines above 0");
        }
        if (spec != null && "-".equals(json) && "-".equals(sarif)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--json and --sarif can't both go to standard output");
        }
        Circumstances circumstances = new Circumstances(rate);
        List<Lint.Result> results = new ArrayList<>();
        SharedLogs shared = new SharedLogs();
        int leftOut = 0;
        for (Path file : files) {
            BesideFile outside = new BesideFile(file);
            Lint.Result whole =
                    shared.compare(Lint.of(file, outside, circumstances, PatternFindings::of), file, outside);
            Lint.Result shown = all ? whole : whole.withoutGeneral();
            results.add(shown);
            leftOut += whole.remarks().size() - shown.remarks().size();
        }
        List<Remark> remarks =
                results.stream().flatMap(each -> each.remarks().stream()).toList();
        if (json != null) {
            Json.write(remarks, json);
        }
        if (sarif != null) {
            Json.write(Sarif.of(results), sarif);
        }
        if (!"-".equals(json) && !"-".equals(sarif)) {
            LintText.lines(results, leftOut).forEach(out::println);
        }
        out.flush();
        return status(results);
    }

    static int status(List<Lint.Result> results) {
        if (results.stream().anyMatch(each -> !each.readable())) {
            return ExitStatus.COULD_NOT_RUN;
        }
        return results.stream().flatMap(each -> each.remarks().stream()).anyMatch(Remark::counts)
                ? ExitStatus.FOUND
                : ExitStatus.GOOD;
    }
}
