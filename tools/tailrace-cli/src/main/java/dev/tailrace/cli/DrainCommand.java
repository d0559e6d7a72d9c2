package dev.tailrace.cli;

import dev.tailrace.guest.ExternalDrainer;
import dev.tailrace.guest.view.LogSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings lines that wait in shared memory into their log, in place of the processes that logged them. */
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Bring lines that wait in shared memory into their log.",
        description = {
            "",
            "When a process is killed, the lines it had logged wait in its lanes. The next",
            "process that logs to the same file brings them in; so does this verb. It rolls",
            "the log as the processes do, compresses what was rolled, and removes what is",
            "empty. Where another process drains already there is nothing to do.",
            "",
            "Run it as the user of the processes: their lanes are private to that user."
        },
        footer = {
            "",
            "Exit status: 0 all that waited is in the log, or another process drains it;",
            "             1 something had been dropped, was damaged or put aside;",
            "             2 it could not be done.",
            "",
            "Example:  ./tailrace drain /var/log/app/app.log"
        })
final class DrainCommand implements Callable<Integer> {
    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(
            paramLabel = "DIR|LOGFILE",
            description = "A log, its lock file, a directory of logs, or a lane directory.")
    private Path target = Path.of("");

    @Option(
            names = "--follow",
            description = "Go on until ended by SIGTERM or SIGINT, and take over whenever no process drains.")
    private boolean follow;

    DrainCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        if (follow) {
            return new DrainFollow(target, err).run();
        }
        List<Path> lockFiles = LogSearch.lockFiles(target);
        DrainOnce once = new DrainOnce(err);
        try (ExternalDrainer drain = ExternalDrainer.start(once::report)) {
            lockFiles.forEach(drain::add);
            once.run(drain);
        }
        List<String> lines = new ArrayList<>();
        int status = once.result(lines);
        lines.forEach(line -> out.println(Printable.wrapped(line)));
        return status;
    }
}
