package dev.tailrace.cli;

import dev.tailrace.cli.line.LineLevel;
import dev.tailrace.cli.tail.EventAssembler;
import dev.tailrace.cli.tail.EventFilter;
import dev.tailrace.cli.tail.EventPrinter;
import dev.tailrace.cli.tail.LogEvent;
import dev.tailrace.cli.tail.StandardOutput;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogTail;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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
        header = "Show the end of a log, and what waits for it in shared memory.",
        description = {
            "",
            "Lines are seen before they are written, also those that a killed process left",
            "in its lanes; each once, those of a thread in their order, across rolls and in",
            "compressed files. Nothing is changed, and the processes pay nothing for it.",
            "",
            "Level and logger are read off the line: from its fields if it is JSON (level,",
            "log.level, severity; logger_name, logger, log.logger), else by the words before",
            "\" - \" or, as in Spring Boot, \" : \". What a pattern doesn't write can't be known:",
            "with --level or --logger such events are left out, and counted at the end.",
            "A line that begins no event, as in a stack trace, belongs to the one before.",
            "",
            "Run it as the user who runs the processes: their lanes are private to that user."
        },
        footer = {
            "",
            "Exit status: 0 it was shown; 2 it could not be read.",
            "",
            "Example:  ./tailrace tail -f --level WARN /var/log/app/app.log"
        })
final class TailCommand implements Callable<Integer> {
    /** Bytes of the file that are read at first; four times as much if that isn't enough. */
    private static final long FIRST_BACK = 1 << 16;

    /** So often the rest of what waits is asked for before the last events are shown; a turn gives 16 MiB. */
    private static final int MOST_TURNS = 256;

    private static final long PAUSE_NANOS = 50_000_000L;

    /** One that may be among the last: what waits in lanes is newer than what is written, and comes lane by lane when it is much. */
    private record Kept(LogEvent event, long number) {
        static final Comparator<Kept> OLDEST_FIRST =
                Comparator.<Kept>comparingLong(each -> each.event.nanos()).thenComparingLong(Kept::number);
    }

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "LOG", description = "A log, or its lock file.")
    private Path log = Path.of("");

    @Option(
            names = "-n",
            paramLabel = "EVENTS",
            defaultValue = "10",
            description = "How many of the last events; 10 if not given.")
    private int count;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what follows, until interrupted.")
    private boolean follow;

    @Option(names = "--level", paramLabel = "LEVEL", description = "Only this level and more severe ones.")
    private @Nullable String level;

    @Option(names = "--logger", paramLabel = "NAME", description = "Only this logger and those below it.")
    private @Nullable String logger;

    @Option(names = "--grep", paramLabel = "REGEX", description = "Only events in which this is found.")
    private @Nullable String grep;

    @Option(names = "--json", description = "One JSON object for each event.")
    private boolean json;

    private String remark = "";

    TailCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        EventPrinter printer = new EventPrinter(out, json, StandardOutput.isTerminal());
        Path lockFile = lockFile();
        EventFilter filter = filter();
        LogTail tail = last(lockFile, printer);
        boolean gone = printer.flush();
        try {
            EventAssembler events = new EventAssembler(event -> {
                if (filter.test(event)) {
                    printer.print(event);
                }
            });
            while (follow && !gone && !Thread.currentThread().isInterrupted()) {
                boolean any = tail.turn(events::add);
                events.flush();
                remark(
                        filter.unknown() > 0
                                ? "events are left out, since their level or logger can't be seen"
                                : tail.remark());
                gone = printer.flush();
                if (!any) {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                }
            }
        } finally {
            tail.close();
        }
        return ExitStatus.GOOD;
    }

    /** Prints the last events; what is returned goes on behind them. */
    private LogTail last(Path lockFile, EventPrinter printer) throws IOException {
        for (long back = count == 0 ? 0 : FIRST_BACK; ; back = back << 2) {
            EventFilter filter = filter();
            PriorityQueue<Kept> kept = new PriorityQueue<>(Kept.OLDEST_FIRST);
            long[] seen = {0};
            EventAssembler events = new EventAssembler(event -> {
                seen[0]++;
                if (filter.test(event)) {
                    kept.add(new Kept(event, seen[0]));
                    if (kept.size() > count) {
                        kept.remove();
                    }
                }
            });
            LogTail tail = LogTail.of(lockFile, log, back);
            boolean any = tail.turn(events::add);
            for (int i = 1; i < MOST_TURNS && any && tail.hasMore(); i++) {
                any = tail.turn(events::add);
            }
            events.flush();
            // The first one may lack its beginning.
            if (tail.isWhole() || (kept.size() >= count && seen[0] > count)) {
                remark(
                        tail.hasMore()
                                ? "more lines wait than can be shown; the newest are not among these"
                                : tail.remark());
                for (Kept oldest = kept.poll(); oldest != null; oldest = kept.poll()) {
                    printer.print(oldest.event);
                }
                if (filter.unknown() > 0) {
                    out.flush();
                    err.println(Printable.wrapped("tailrace: " + filter.unknown()
                            + " events were left out, since their level or logger can't be seen."));
                    err.flush();
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
            throw new IOException(log + " stands for " + found.size() + " logs; name one of them");
        }
        return found.get(0);
    }

    private EventFilter filter() throws IOException {
        LineLevel least = level == null ? null : LineLevel.of(level);
        if (level != null && least == null) {
            throw new IOException("there is no level '" + level + "'; those are TRACE, DEBUG, INFO, WARN, ERROR");
        }
        if (count < 0) {
            throw new IOException("-n " + count + " is not 0 or more");
        }
        try {
            return new EventFilter(least, logger, grep == null ? null : Pattern.compile(grep));
        } catch (PatternSyntaxException e) {
            throw new IOException("--grep is no regular expression: " + e.getDescription(), e);
        }
    }
}
