package dev.tailrace.cli;

import dev.tailrace.guest.level.LevelReply;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows and sets levels of loggers in running processes. */
@Command(
        name = "level",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Show or set the levels of loggers in running processes.",
        description = {
            "",
            "A level that is set here holds until its time is over, until the configuration",
            "is read again, or until the process ends. Each change is reported in the log.",
            "Without LOGGER=LEVEL, the configured levels and those that were set are shown.",
            "",
            "LOG means all processes that log to it, PID means one process. The command",
            "attaches to none of them. Run it as the user that runs the processes."
        },
        footer = {
            "",
            "Exit status: 0 all processes answered; 2 a process did not answer, or refused.",
            "",
            "Example:  ./tailrace level /var/log/app/app.log com.acme=DEBUG --for 10m",
            "          ./tailrace level 4711 com.acme="
        })
final class LevelCommand implements Callable<Integer> {
    private static final String EXAMPLE = "com.acme=DEBUG";

    private final PrintWriter out;

    @Mixin
    private final LevelOptions options = new LevelOptions();

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "LOGGER=LEVEL",
            description = "LEVEL is ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF; an empty one, or inherit, restores the"
                    + " configured level. ROOT is the root logger.")
    private List<String> assignments = new ArrayList<>();

    LevelCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        List<LevelRequest.Change> changes =
                assignments.stream().map(LevelCommand::change).toList();
        boolean sets = changes.stream().anyMatch(each -> !each.level().isEmpty());
        return options.ask(changes, List.of(), sets, "a level to set, such as " + EXAMPLE, out, this::print);
    }

    private static LevelRequest.Change change(String text) {
        String[] parts = LevelOptions.assignment(text, "LOGGER=LEVEL", EXAMPLE, "restores the configured level");
        String level = parts[1].toUpperCase(Locale.ROOT);
        return new LevelRequest.Change(parts[0], level.equals("INHERIT") ? "" : level);
    }

    private void print(LevelReply reply) {
        long changed =
                reply.loggers().stream().filter(LevelAnswer.State::isChanged).count();
        out.println(Printable.wrapped(LevelOptions.head(reply)
                + (assignments.isEmpty() ? "" : "set; ")
                + (changed == 0
                        ? "all levels are as configured."
                        : VerifyText.count(changed, "level") + " set at run time.")));
        int width = 1;
        for (LevelAnswer.State state : reply.loggers()) {
            width = Math.max(width, Math.min(40, state.logger().length()));
        }
        for (LevelAnswer.State state : reply.loggers()) {
            if (assignments.isEmpty() || state.isChanged()) {
                out.println(line(state, width));
            }
        }
        if (reply.more() > 0) {
            out.println("  and " + VerifyText.count(reply.more(), "more logger"));
        }
    }

    private static String line(LevelAnswer.State state, int width) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "  %-" + width + "s  %-5s",
                LevelOptions.shown(state.logger()),
                state.level().isEmpty() ? "-" : state.level()));
        if (state.isChanged()) {
            line.append("  ")
                    .append(state.configured().isEmpty() ? "not configured" : "configured " + state.configured())
                    .append("; ")
                    .append(LevelOptions.by(state.origin(), state.untilMillis()));
        }
        return Printable.wrapped(line.toString().stripTrailing(), width + 4);
    }
}
