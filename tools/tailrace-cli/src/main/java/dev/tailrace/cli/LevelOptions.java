package dev.tailrace.cli;

import dev.tailrace.guest.level.LevelCalls;
import dev.tailrace.guest.level.LevelReply;
import dev.tailrace.guest.level.LevelTarget;
import dev.tailrace.level.LevelRequest;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The target and options of verbs that set something in running processes, and their request. */
final class LevelOptions {
    private static final long PATIENCE_NANOS = 2_000_000_000L;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final DateTimeFormatter UNTIL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final int SCHEMA = 1;
    private static final int MOST_NAME = 200;

    @Parameters(index = "0", paramLabel = "LOG|PID", description = "A log, or a process id.")
    private String target = "";

    @Option(names = "--for", paramLabel = "TIME", description = "How long it holds: 500ms, 90s, 10m, 2h, 1d.")
    private @Nullable String duration;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON; - is standard output.")
    private @Nullable String json;

    /** The JSON; docs/guide/levels.md describes it. */
    record Report(int schema, List<LevelReply> processes) {}

    /** Prints a process that has carried out a request. */
    interface Printer {
        void print(LevelReply reply);
    }

    /**
     * Sends a request to the target's processes and prints their replies.
     *
     * @param example what {@code --for} needs, in words
     * @param sets whether something is set, not only taken back
     * @return the exit status
     */
    int ask(
            List<LevelRequest.Change> levels,
            List<LevelRequest.Limit> limits,
            boolean sets,
            String example,
            PrintWriter out,
            Printer printer)
            throws IOException {
        if (duration != null && !sets) {
            throw new IllegalArgumentException("--for needs " + example);
        }
        LevelRequest request = new LevelRequest(
                "the command line, process " + ProcessHandle.current().pid(), millis(duration), levels, limits);
        List<LevelReply> replies = LevelCalls.ask(LevelTarget.named(target), request, PATIENCE_NANOS);
        if (json != null) {
            Json.write(new Report(SCHEMA, replies), json);
        }
        if (!"-".equals(json)) {
            for (LevelReply reply : replies) {
                if (reply.outcome() == LevelReply.Outcome.DONE) {
                    printer.print(reply);
                } else {
                    out.println(Printable.wrapped(head(reply) + (request.isQuestion() ? "NOT SHOWN, " : "NOT SET, ")
                            + Printable.of(reply.why()) + "."));
                }
            }
        }
        out.flush();
        return replies.stream().allMatch(each -> each.outcome() == LevelReply.Outcome.DONE)
                ? ExitStatus.GOOD
                : ExitStatus.COULD_NOT_RUN;
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

    static String head(LevelReply reply) {
        return "process " + reply.process() + (reply.here() ? "" : " in another PID namespace") + ": ";
    }

    /** A logger's name, cut where it is endless. */
    static String shown(String logger) {
        String printable = Printable.of(logger);
        return printable.length() > MOST_NAME ? printable.substring(0, MOST_NAME) : printable;
    }

    /** What set something, and until when it holds. */
    static String by(String origin, long untilMillis) {
        return "by " + Printable.of(origin)
                + (untilMillis > 0 ? ", until " + UNTIL.format(Instant.ofEpochMilli(untilMillis)) : "");
    }

    /**
     * The logger and the value of {@code LOGGER=VALUE}.
     *
     * @throws IllegalArgumentException when it is none; the message shows the example
     */
    static String[] assignment(String text, String form, String example, String empty) {
        int equals = text.lastIndexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not " + form + ", such as " + example + "; LOGGER= " + empty);
        }
        String logger = text.substring(0, equals);
        return new String[] {
            logger.equalsIgnoreCase(LevelRequest.ROOT) ? LevelRequest.ROOT : logger, text.substring(equals + 1)
        };
    }
}
