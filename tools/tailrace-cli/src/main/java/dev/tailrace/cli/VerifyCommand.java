package dev.tailrace.cli;

import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what waits for a log and whether anything is wrong with it. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Show the state of a log, and what waits for it in shared memory.",
        description = {
            "",
            "Shows which processes log to a log and which one drains it, how many lines wait,",
            "whether lines were truncated, damaged, dropped or left by a killed process, and",
            "what the next drainer would do. Verify changes nothing and blocks no process.",
            "",
            "Run it as the user that runs the processes: lanes are private to that user."
        },
        footer = {
            "",
            "Exit status: 0 all is well; 1 there are findings;",
            "             2 the log could not be read.",
            "",
            "Example:  ./tailrace verify /var/log/app/app.log"
        })
final class VerifyCommand implements Callable<Integer> {
    private final PrintWriter out;

    @Parameters(
            paramLabel = "DIR|LOGFILE",
            description = "A log, its lock file, a directory of logs, or a lane directory.")
    private Path target = Path.of("");

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON; - is standard output.")
    private @Nullable String json;

    VerifyCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        Clock clock = Clock.system(ZoneId.systemDefault());
        List<Verdict> verdicts = new ArrayList<>();
        for (Path lockFile : LogSearch.lockFiles(target)) {
            verdicts.add(Verdict.of(LogView.of(lockFile), clock));
        }
        if (json != null) {
            Json.write(VerifyReport.of(verdicts), json);
        }
        if (!"-".equals(json)) {
            boolean first = true;
            for (Verdict verdict : verdicts) {
                if (!first) {
                    out.println();
                }
                first = false;
                VerifyText.lines(verdict, clock).forEach(out::println);
            }
        }
        out.flush();
        return verdicts.stream().mapToInt(Verdict::status).max().orElse(ExitStatus.GOOD);
    }
}
