package dev.tailrace.cli;

import dev.tailrace.cli.line.LineLevel;
import dev.tailrace.cli.tail.EventAssembler;
import dev.tailrace.cli.tail.EventPrinter;
import dev.tailrace.cli.tail.LogEvent;
import dev.tailrace.cli.tail.StandardOutput;
import dev.tailrace.cli.tail.TailFilter;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogTail;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the end of a log, what waits in shared memory included, and what follows. */
@Command(
        name = "tail",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Show the end of a log, with the lines that are not written yet.",
        description = {
            "",
            "Lines that wait in lanes are shown too: of a killed process, and those that",
            "are not written for half a second. Each line appears once, and the lines of a",
            "thread keep their order, across rolls and in compressed files. Tail changes",
            "nothing, and costs the processes nothing.",
            "",
            "Level and logger are parsed from the line: from its fields if it is JSON (level,",
            "log.level, severity; logger_name, logger, log.logger), else from the words",
            "before \" - \" or, as in Spring Boot, \" : \". With --level or --logger, events",
            "whose lines don't show them are left out, and counted at the end.",
            "A line that begins no event, as in a stack trace, belongs to the event before.",
            "",
            "Run it as the user that runs the processes: lanes are private to that user."
        },
        footer = {
            "",
            "Exit status: 0 the log was shown; 2 the log could not be read.",
            "",
            "Example:  ./tailrace tail -f --level WARN /var/log/app/app.log"
        })
final class TailCommand implements Callable<Integer> {
    /** Bytes of the file that are read at first; four times as much if that isn't enough. */
    private static final long FIRST_BACK = 1 << 16;

    private static final long PAUSE_NANOS = 50_000_000L;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "LOG", description = "A log, or its lock file.")
    private Path log = Path.of("");

    @Option(
            names = "-n",
            paramLabel = "EVENTS",
            defaultValue = "10",
            description = "How many of the last events to show (default: 10).")
    private int count;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep showing new events until interrupted.")
    private boolean follow;

    @Option(names = "--level", paramLabel = "LEVEL", description = "Only events of this level or a more severe one.")
    private @Nullable String level;

    @Option(names = "--logger", paramLabel = "NAME", description = "Only events of this logger and of those below it.")
    private @Nullable String logger;

    @Option(names = "--grep", paramLabel = "REGEX", description = "Only events in which this expression is found.")
    private @Nullable String grep;

    @Option(names = "--json", description = "Print one JSON object for each event.")
    private boolean json;

    private String remark = "";

    TailCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        EventPrinter printer = new EventPrinter(out, json, StandardOutput.drivesTerminal());
        Path lockFile = lockFile();
        TailFilter filter = filter();
        LogTail tail = last(lockFile, printer);
        boolean gone = printer.flush();
        try {
            EventAssembler events = new EventAssembler(event -> {
                if (filter.test(event)) {
                    printer.print(event);
                }
            });
            while (follow && !gone && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                tail.turn(events::add);
                events.flush();
                remark(
                        filter.unknown() > 0
                                ? "events are left out, because their lines show no level or logger"
                                : tail.remark());
                gone = printer.flush();
            }
        } finally {
            tail.close();
        }
        return ExitStatus.GOOD;
    }

    /** Prints the last events; what is returned goes on behind them. */
    private LogTail last(Path lockFile, EventPrinter printer) throws IOException {
        for (long back = count == 0 ? 0 : FIRST_BACK; ; back = back << 2) {
            TailFilter filter = filter();
            Deque<LogEvent> kept = new ArrayDeque<>();
            EventAssembler events = new EventAssembler(event -> {
                if (filter.test(event)) {
                    kept.add(event);
                    // One more than is shown: the first event of a part may lack its beginning.
                    if (kept.size() > count + 1) {
                        kept.remove();
                    }
                }
            });
            LogTail tail = new LogTail(lockFile, log, back);
            tail.turn(events::add);
            events.flush();
            if (count == 0 || tail.isWhole() || kept.size() > count) {
                remark(tail.remark());
                kept.stream().skip(Math.max(0, kept.size() - count)).forEach(printer::print);
                out.flush();
                long unknown = filter.unknown();
                if (unknown > 0) {
                    remark(unknown + " events were left out, because their lines show no level or logger");
                }
                return tail;
            }
            tail.close();
        }
    }

    private void remark(String now) {
        if (!now.isEmpty() && !now.equals(remark)) {
            remark = now;
            err.println(Printable.wrapped("tailrace: " + Printable.of(remark) + "."));
            err.flush();
        }
    }

    private Path lockFile() throws IOException {
        List<Path> found = LogSearch.lockFiles(log);
        if (found.size() > 1) {
            throw new IOException(log + " contains " + found.size() + " logs; name one of them");
        }
        return found.get(0);
    }

    private TailFilter filter() throws IOException {
        LineLevel least = level == null ? null : LineLevel.of(level);
        if (level != null && least == null) {
            throw new IOException("unknown level '" + level + "'; use TRACE, DEBUG, INFO, WARN or ERROR");
        }
        if (count < 0) {
            throw new IOException("-n must be 0 or more, not " + count);
        }
        try {
            return new TailFilter(least, logger, grep == null ? null : Pattern.compile(grep));
        } catch (PatternSyntaxException e) {
            throw new IOException("--grep is not a regular expression: " + e.getDescription(), e);
        }
    }
}
