package dev.tailrace.cli;

import dev.tailrace.guest.ExternalDrainer;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.OrphanedLanes;
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
        header = "Write lines that wait in shared memory to their log.",
        description = {
            "",
            "When a process is killed, the lines that it logged wait in its lanes. The next",
            "process that logs to the same file writes them; so does this verb. It rolls the",
            "log as the processes do, compresses rolled files, and removes empty lanes. Where",
            "another process drains the log already, there is nothing to do.",
            "",
            "Lanes that the lock file doesn't name, because it was removed while they were",
            "used, are looked for in TAILRACE_DIR, in /dev/shm, beside the recorded ones,",
            "and beside the log. Of a log that was deleted with its lock file, it removes the",
            "lanes, if nothing waits there and no process lives.",
            "",
            "Run it as the user that runs the processes: lanes are private to that user."
        },
        footer = {
            "",
            "Exit status: 0 all waiting lines are in the log, or another process drains it;",
            "             1 events had been dropped, or damaged data was put aside;",
            "             2 the log could not be drained.",
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
            description = "Keep running until SIGTERM or SIGINT, and take over whenever no other process drains.")
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
        List<OrphanedLanes> orphans = LogSearch.orphaned(target);
        boolean waits = false;
        for (OrphanedLanes each : orphans) {
            boolean removed = ExternalDrainer.remove(each);
            waits |= each.waits() && !each.used();
            String words = removed ? each.lanes() + ": removed, its log is gone" : each.words();
            out.println(Printable.wrapped(Printable.of(words) + "."));
        }
        List<Path> lockFiles = lockFiles(!orphans.isEmpty());
        DrainOnce once = new DrainOnce(err);
        try (ExternalDrainer drain = ExternalDrainer.start(once::report)) {
            lockFiles.forEach(drain::add);
            once.run(drain);
        }
        // Afterwards: two drainers of one log in one process would take each other's locks away.
        for (Path lockFile : lockFiles) {
            for (Path lanes : LogSearch.stranded(lockFile)) {
                try (ExternalDrainer drain = ExternalDrainer.start(once::report)) {
                    drain.add(lockFile, lanes);
                    once.run(drain);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        int status = once.result(lines);
        lines.forEach(line -> out.println(Printable.wrapped(line)));
        return waits ? ExitStatus.COULD_NOT_RUN : status;
    }

    /** @param optional whether there need be none */
    private List<Path> lockFiles(boolean optional) throws IOException {
        try {
            return LogSearch.lockFiles(target);
        } catch (IOException e) {
            if (optional) {
                return List.of();
            }
            throw e;
        }
    }
}
