package dev.tailrace.cli;

import dev.tailrace.guest.level.LevelCalls;
import dev.tailrace.guest.level.LevelReply;
import dev.tailrace.guest.level.LevelTarget;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
    private static final long PATIENCE_NANOS = 2_000_000_000L;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final DateTimeFormatter UNTIL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final int SCHEMA = 1;
    private static final int MOST_NAME = 200;

    private final PrintWriter out;

    @Parameters(index = "0", paramLabel = "LOG|PID", description = "A log, or a process id.")
    private String target = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "LOGGER=LEVEL",
            description = "LEVEL is ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF; an empty one, or inherit, restores the"
                    + " configured level. ROOT is the root logger.")
    private List<String> assignments = new ArrayList<>();

    @Option(names = "--for", paramLabel = "TIME", description = "How long the levels hold: 500ms, 90s, 10m, 2h, 1d.")
    private @Nullable String duration;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON; - is standard output.")
    private @Nullable String json;

    LevelCommand(PrintWriter out) {
        this.out = out;
    }

    /** The JSON; docs/guide/levels.md describes it. */
    record Report(int schema, List<LevelReply> processes) {}

    @Override
    public Integer call() throws IOException {
        List<LevelRequest.Change> changes = new ArrayList<>();
        for (String each : assignments) {
            changes.add(change(each));
        }
        if (duration != null && changes.stream().noneMatch(each -> !each.level().isEmpty())) {
            throw new IllegalArgumentException("--for needs a level to set, such as com.acme=DEBUG");
        }
        LevelRequest request = new LevelRequest(
                "the command line, process " + ProcessHandle.current().pid(), millis(duration), changes);
        List<LevelReply> replies = LevelCalls.ask(LevelTarget.named(target), request, PATIENCE_NANOS);
        if (json != null) {
            Json.write(new Report(SCHEMA, replies), json);
        }
        if (!"-".equals(json)) {
            replies.forEach(this::print);
        }
        out.flush();
        return replies.stream().allMatch(each -> each.outcome() == LevelReply.Outcome.DONE)
                ? ExitStatus.GOOD
                : ExitStatus.COULD_NOT_RUN;
    }

    private static LevelRequest.Change change(String assignment) {
        int equals = assignment.lastIndexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("'" + assignment
                    + "' is not LOGGER=LEVEL, such as com.acme=DEBUG; LOGGER= restores the configured level");
        }
        String level = assignment.substring(equals + 1).toUpperCase(Locale.ROOT);
        String logger = assignment.substring(0, equals);
        return new LevelRequest.Change(
                logger.equalsIgnoreCase(LevelRequest.ROOT) ? LevelRequest.ROOT : logger,
                level.equals("INHERIT") ? "" : level);
    }

    private static long millis(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        Matcher parts = DURATION.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw new IllegalArgumentException("'" + text + "' is not a time, such as 90s, 10m or 2h");
        }
        long unit = switch (parts.group(2)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
        return Long.parseLong(parts.group(1)) * unit;
    }

    private void print(LevelReply reply) {
        String name = "process " + reply.process() + ": ";
        if (reply.outcome() != LevelReply.Outcome.DONE) {
            out.println(Printable.wrapped(
                    name + (assignments.isEmpty() ? "NOT SHOWN, " : "NOT SET, ") + Printable.of(reply.why()) + "."));
            return;
        }
        long changed =
                reply.loggers().stream().filter(LevelAnswer.State::isChanged).count();
        out.println(Printable.wrapped(name
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
        String logger = Printable.of(state.logger());
        String shown = logger.length() > MOST_NAME ? logger.substring(0, MOST_NAME) : logger;
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT, "  %-" + width + "s  %-5s", shown, state.level().isEmpty() ? "-" : state.level()));
        if (state.isChanged()) {
            line.append("  ")
                    .append(state.configured().isEmpty() ? "not configured" : "configured " + state.configured())
                    .append("; by ")
                    .append(Printable.of(state.origin()));
            if (state.untilMillis() > 0) {
                line.append(", until ").append(UNTIL.format(Instant.ofEpochMilli(state.untilMillis())));
            }
        }
        return Printable.wrapped(line.toString().stripTrailing(), width + 4);
    }
}
