package dev.tailrace.cli;

import dev.tailrace.guest.level.LevelReply;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and sets limits in running processes. */
@Command(
        name = "limit",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Limit how much loggers write in running processes.",
        description = {
            "",
            "Of each logger, events of one level beyond the rate are held back, and counted in",
            "one line every ten seconds. WARN and ERROR are only limited with --force. A limit",
            "that is set here holds until its time is over, until the configuration is read",
            "again, or until the process ends. Each change is reported in the log. Without",
            "LOGGER=RATE, the limits that were set in this way are shown.",
            "",
            "LOG means all processes that log to it, PID means one process. The command",
            "attaches to none of them. Run it as the user that runs the processes."
        },
        footer = {
            "",
            "Exit status: 0 all processes answered; 2 a process did not answer, or refused.",
            "",
            "Example:  ./tailrace limit /var/log/app/app.log com.acme=10/s --for 10m",
            "          ./tailrace limit 4711 com.acme="
        })
final class LimitCommand implements Callable<Integer> {
    private static final String EXAMPLE = "com.acme=10/s";

    private final PrintWriter out;

    @Mixin
    private final LevelOptions options = new LevelOptions();

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "LOGGER=RATE",
            description =
                    "RATE is a number of lines a second, minute or hour: 10/s, 100/min, 5/h; an empty one takes the"
                            + " limit back. It holds for the logger and those below it, each on its own. ROOT means all.")
    private List<String> assignments = new ArrayList<>();

    @Option(names = "--force", description = "Limit WARN and ERROR, too.")
    private boolean force;

    LimitCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        List<LevelRequest.Limit> limits = assignments.stream().map(this::limit).toList();
        boolean sets = limits.stream().anyMatch(each -> !each.rate().isEmpty());
        if (force && !sets) {
            throw new IllegalArgumentException("--force needs a limit to set, such as " + EXAMPLE);
        }
        return options.ask(List.of(), limits, sets, "a limit to set, such as " + EXAMPLE, out, this::print);
    }

    private LevelRequest.Limit limit(String text) {
        String[] parts = LevelOptions.assignment(text, "LOGGER=RATE", EXAMPLE, "takes the limit back");
        return new LevelRequest.Limit(parts[0], parts[1].strip(), force ? "ERROR" : "INFO");
    }

    private void print(LevelReply reply) {
        int count = reply.limits().size();
        out.println(Printable.wrapped(LevelOptions.head(reply)
                + (assignments.isEmpty() ? "" : "set; ")
                + (count == 0
                        ? "no limits set at run time."
                        : VerifyText.count(count, "limit") + " set at run time.")));
        for (LevelAnswer.LimitState limit : reply.limits()) {
            out.println(Printable.wrapped(
                    "  " + LevelOptions.shown(limit.logger()) + "  " + limit.rate() + " up to " + limit.highest() + "; "
                            + LevelOptions.by(limit.origin(), limit.untilMillis()),
                    4));
        }
    }
}
