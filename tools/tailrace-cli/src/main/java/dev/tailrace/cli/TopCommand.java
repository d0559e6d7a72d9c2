package dev.tailrace.cli;

import dev.tailrace.cli.tail.StandardOutput;
import dev.tailrace.cli.top.TopModel;
import dev.tailrace.cli.top.TopReport;
import dev.tailrace.cli.top.TopScreen;
import dev.tailrace.cli.top.TopSort;
import dev.tailrace.cli.top.TopTable;
import dev.tailrace.guest.view.LogsHere;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows all logs of this machine, or one, and the processes that log to them. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Show live which processes log how much, and what waits.",
        description = {
            "",
            "Shows for each log and process: lines and bytes a second, memory and spill used,",
            "the age of the oldest line that is not written yet, waits, drops, which process",
            "drains, the next roll, and the loudest loggers. Of several logs, first a line",
            "each: what is wrong with it, such as a full disk, else its rate. Top reads",
            "shared memory and files: it attaches to no process, changes nothing, and costs",
            "them nothing.",
            "",
            "Lines a second and loudest loggers are estimated from the last batches. Keys:",
            "Enter one log and back, s sort, / filter, space pause, ? help, q quit. Where the",
            "output is not a terminal, top behaves as with --once. NO_COLOR is obeyed.",
            "",
            "Run it as the user that runs the processes: lanes are private to that user."
        },
        footer = {
            "",
            "Exit status: 0 the logs were shown; 2 they could not be read.",
            "",
            "Example:  ./tailrace top --once /var/log/app"
        })
final class TopCommand implements Callable<Integer> {
    private static final int COLUMNS = 80;
    private static final long LEAST_MILLIS = 100;
    private static final long MOST_MILLIS = 3_600_000;

    private final PrintWriter out;

    @Parameters(
            arity = "0..1",
            paramLabel = "LOG|DIR|PID",
            description = "A log, a directory of logs, or a process id (default: all logs of this machine).")
    private @Nullable String target;

    @Option(names = "--once", description = "Measure over one interval, print, and end.")
    private boolean once;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the same as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Time between two updates, such as 500ms, 2s or 1m (default: 1s).")
    private String interval = "1s";

    TopCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        long millis = millis(interval);
        TopScreen.Logs logs = () -> LogsHere.of(target);
        // What can't be found is said before the screen is taken.
        LogsHere here = logs.find();
        boolean colours =
                System.getenv("NO_COLOR") == null || System.getenv("NO_COLOR").isEmpty();
        if (!once && json == null && StandardOutput.isTerminal() && new TopScreen(logs, millis, colours).run()) {
            return ExitStatus.GOOD;
        }
        TopModel model = new TopModel();
        model.look(here);
        long until = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() - until < 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, until - System.nanoTime());
        }
        TopReport report = model.look(logs.find());
        if (json != null) {
            Json.write(report, json);
        }
        if (!"-".equals(json)) {
            TopTable table = new TopTable(report, TopSort.RATE, "", columns(), ZoneId.systemDefault());
            out.println(table.title("").text());
            if (report.logs().size() > 1) {
                table.overview().forEach(each -> out.println(each.text()));
                out.println();
            }
            table.lines().forEach(each -> out.println(each.text()));
            if (report.logs().isEmpty() && report.remarks().isEmpty()) {
                out.println("No process of this user logs through Tailrace; name a log, a directory or a process.");
            }
        }
        out.flush();
        boolean unreadable = target != null
                && report.logs().stream().allMatch(each -> each.processes().isEmpty() && each.unreadable());
        return unreadable ? ExitStatus.COULD_NOT_RUN : ExitStatus.GOOD;
    }

    /** The columns that the shell reports, else 80. */
    private static int columns() {
        String said = System.getenv("COLUMNS");
        return said != null && said.matches("\\d{2,3}") ? Math.max(COLUMNS, Integer.parseInt(said)) : COLUMNS;
    }

    private static long millis(String text) throws IOException {
        String number = text.replaceFirst("(ms|s|m)$", "");
        if (number.matches("\\d{1,7}(\\.\\d{1,3})?")) {
            double unit = text.endsWith("ms") ? 1 : text.endsWith("m") ? 60_000 : 1_000;
            long millis = Math.round(Double.parseDouble(number) * unit);
            if (millis >= LEAST_MILLIS && millis <= MOST_MILLIS) {
                return millis;
            }
        }
        throw new IOException("--interval " + text + " is not between 100ms and 60m");
    }
}
