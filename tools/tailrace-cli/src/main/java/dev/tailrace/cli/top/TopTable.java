package dev.tailrace.cli.top;

import dev.tailrace.cli.top.TopReport.LogRow;
import dev.tailrace.cli.top.TopReport.ProcessRow;
import dev.tailrace.cli.top.TopReport.State;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.level.LevelAnswer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** A report as lines of text, as wide as there is room. Immutable. */
public final class TopTable {
    /** How a line is to be shown. */
    public enum Style {
        PLAIN,
        LOG,
        HEAD,
        STOPPED,
        DEAD,
        ALERT
    }

    /** A line, never wider than asked for. */
    public record Line(Style style, String text) {}

    private static final int WIDE = 120;
    private static final long DAY_MILLIS = 86_400_000;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

    private record Column(String title, int width, Function<ProcessRow, String> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column(
                    "PID",
                    9,
                    row -> (row.drains() ? "*" : "") + (row.here() ? "" : "?") + (row.pid() > 0 ? row.pid() : "?")),
            new Column("STATE", 8, row -> row.state().name().toLowerCase(Locale.ROOT)),
            new Column("LINES/S", 8, row -> ColumnFormats.count(row.linesPerSecond())),
            new Column("BYTES/S", 8, row -> ColumnFormats.bytes(row.bytesPerSecond())),
            new Column("WAITING", 8, row -> ColumnFormats.count((double) row.waitingLines())),
            new Column("OLDEST", 7, row -> ColumnFormats.age(row.oldestMillis())),
            new Column("MEMORY", 12, row -> ColumnFormats.used(row.memoryBytes(), row.memoryCap())),
            new Column("SPILL", 6, row -> ColumnFormats.bytes((double) row.spillBytes())),
            new Column("WAITS", 6, row -> ColumnFormats.count((double) row.waits())),
            new Column("DROPPED", 8, row -> ColumnFormats.count((double) row.dropped())),
            new Column("LIMITED", 8, row -> ColumnFormats.count((double) row.limited())));

    private static final List<Column> MORE = List.of(
            new Column(
                    "SPILL CAP",
                    10,
                    row -> row.spillCap() == null ? "-" : ColumnFormats.bytes((double) row.spillCap())),
            new Column("UNREPORTED", 11, row -> ColumnFormats.count((double) row.unreported())));

    private final TopReport report;
    private final TopSort sort;
    private final String filter;
    private final int width;
    private final ZoneId zone;

    /** @param filter only logs, or processes, whose names or numbers have it; empty: all */
    public TopTable(TopReport report, TopSort sort, String filter, int width, ZoneId zone) {
        this.report = report;
        this.sort = sort;
        this.filter = filter.toLowerCase(Locale.ROOT);
        this.width = Math.max(20, width);
        this.zone = zone;
    }

    /** The first line, above all logs. */
    public Line title(String state) {
        int processes = 0;
        int stopped = 0;
        int dead = 0;
        for (LogRow log : report.logs()) {
            for (ProcessRow each : log.processes()) {
                processes++;
                stopped += each.state() == State.STOPPED ? 1 : 0;
                dead += each.state() == State.DEAD ? 1 : 0;
            }
        }
        String text = "tailrace top  " + clock(report.takenMillis()) + "  "
                + number(report.logs().size(), "log") + ", "
                + number(processes, "process") + (stopped > 0 ? ", " + stopped + " stopped" : "")
                + (dead > 0 ? ", " + dead + " dead" : "") + "  by " + sort.title
                + (filter.isEmpty() ? "" : "  /" + filter) + (state.isEmpty() ? "" : "  " + state);
        return line(Style.PLAIN, text);
    }

    private static String number(int count, String what) {
        return count + " " + what + (count == 1 ? "" : what.endsWith("s") ? "es" : "s");
    }

    /** The logs that the filter leaves, those with a reason to look at first. */
    public List<String> logs() {
        return rows().map(LogRow::log).toList();
    }

    private Stream<LogRow> rows() {
        return report.logs().stream()
                .filter(log -> has(name(log)) || log.processes().stream().anyMatch(this::has))
                .sorted(Comparator.<LogRow, Boolean>comparing(
                                log -> log.trouble().isEmpty())
                        .thenComparing(sort.logs()));
    }

    /** Logs that can't be looked at. */
    public List<Line> remarks() {
        return report.remarks().stream()
                .flatMap(remark -> wrapped(Style.ALERT, "! " + remark, "").stream())
                .toList();
    }

    /** A line for each of {@link #logs}: what is wrong with it, or its rate and what is loudest in it. */
    public List<Line> overview() {
        int names = Math.max(20, width * 2 / 5 - 1);
        return rows().map(log -> {
                    String rest = log.trouble().isEmpty()
                            ? ColumnFormats.count(log.linesPerSecond()) + " lines/s, "
                                    + ColumnFormats.bytes(log.bytesPerSecond()) + "/s" + first(log)
                            : log.trouble();
                    // A long reason takes room of the name.
                    String name = end(name(log), Math.max(20, Math.min(names, width - 4 - rest.length())));
                    return line(
                            log.trouble().isEmpty() ? Style.PLAIN : Style.ALERT,
                            (log.trouble().isEmpty() ? "  " : "! ") + name
                                    + " "
                                            .repeat(Math.max(
                                                    0, Math.min(names, width - 4 - rest.length()) - name.length()))
                                    + "  " + rest);
                })
                .toList();
    }

    private static String first(LogRow log) {
        if (log.loudest().isEmpty()) {
            return "";
        }
        TopReport.Loud most = log.loudest().get(0);
        String logger = most.logger().substring(most.logger().lastIndexOf('.') + 1);
        return ", " + most.percent() + " % " + logger + " " + most.level();
    }

    /** All logs and their processes. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>(remarks());
        rows().forEach(log -> log(log, lines));
        return lines;
    }

    /** One log and its processes. */
    public List<Line> lines(String log) {
        List<Line> lines = new ArrayList<>();
        rows().filter(each -> each.log().equals(log)).forEach(each -> log(each, lines));
        return lines;
    }

    private boolean has(ProcessRow process) {
        return has(process.pid() + " " + process.name() + " " + process.state());
    }

    private static String name(LogRow log) {
        TargetFigures target = log.target();
        return target == null ? log.log() : target.kind() + " " + target.address() + " from " + log.log();
    }

    private void log(LogRow log, List<Line> lines) {
        TargetFigures target = log.target();
        String name = name(log);
        boolean whole = has(name);
        List<ProcessRow> shown = log.processes().stream()
                .filter(each -> whole || has(each))
                .sorted(sort.processes())
                .toList();
        if (!lines.isEmpty()) {
            lines.add(line(Style.PLAIN, ""));
        }
        lines.addAll(target == null ? List.of(new Line(Style.LOG, end(name, width))) : wrapped(Style.LOG, name, ""));
        if (target != null && target.waitingBytes() > 0 && !target.problem().isEmpty()) {
            lines.addAll(wrapped(Style.ALERT, "! records wait: " + target.problem(), "  "));
        }
        if (target != null) {
            String text = (target.waitingBytes() == 0
                            ? "nothing waits"
                            : ColumnFormats.bytes((double) target.waitingBytes()) + " wait, the oldest for "
                                    + ColumnFormats.age(target.lagMillis()))
                    + ", records: " + ColumnFormats.count((double) target.acknowledged()) + " acknowledged, "
                    + ColumnFormats.count((double) target.retried()) + " retried, "
                    + ColumnFormats.count((double) target.dropped()) + " dropped";
            lines.addAll(wrapped(Style.PLAIN, text, "  "));
        }
        if (!log.remark().isEmpty()) {
            lines.addAll(wrapped(Style.ALERT, "! " + log.remark(), "  "));
        }
        if (log.trouble().startsWith("disk full")) {
            lines.addAll(wrapped(Style.ALERT, "! " + log.trouble(), "  "));
        }
        if (log.unreadable()) {
            return;
        }
        lines.addAll(wrapped(Style.PLAIN, facts(log), "  "));
        log.limits().forEach(each -> lines.addAll(wrapped(Style.PLAIN, limit(each), "  ")));
        if (!shown.isEmpty()) {
            lines.add(line(Style.HEAD, row(Column::title, "PROGRAM")));
        }
        for (ProcessRow each : shown) {
            Style style = each.state() == State.DEAD
                    ? Style.DEAD
                    : each.state() == State.STOPPED ? Style.STOPPED : Style.PLAIN;
            lines.add(line(style, row(column -> column.value.apply(each), each.name())));
            if (!each.remark().isEmpty()) {
                lines.addAll(wrapped(Style.ALERT, "! " + each.remark(), "          "));
            }
        }
        loudest(log, lines);
    }

    private void loudest(LogRow log, List<Line> lines) {
        if (!log.loudest().isEmpty()) {
            String whole = loudest(log, false);
            lines.add(line(Style.PLAIN, whole.length() <= width ? whole : loudest(log, true)));
        }
        if (!log.droppedByLogger().isEmpty()) {
            StringBuilder text = new StringBuilder("  dropped:");
            for (TopReport.Dropped each : log.droppedByLevel()) {
                text.append(' ').append(each.name()).append(' ').append(ColumnFormats.count((double) each.events()));
            }
            text.append(';');
            for (TopReport.Dropped each : log.droppedByLogger()) {
                text.append(' ').append(each.name()).append(' ').append(ColumnFormats.count((double) each.events()));
            }
            lines.add(line(Style.ALERT, text.toString()));
        }
    }

    /** {@code brief}: without the packages of loggers. */
    private static String loudest(LogRow log, boolean brief) {
        StringBuilder text = new StringBuilder("  loudest of " + log.sampledLines() + " sampled:");
        String separator = " ";
        for (TopReport.Loud each : log.loudest()) {
            String name = brief ? each.logger().substring(each.logger().lastIndexOf('.') + 1) : each.logger();
            text.append(separator)
                    .append(each.percent())
                    .append(" % ")
                    .append(name)
                    .append(' ')
                    .append(each.level());
            separator = ", ";
        }
        return text.toString();
    }

    private boolean has(String text) {
        return text.toLowerCase(Locale.ROOT).contains(filter);
    }

    private String facts(LogRow log) {
        List<String> facts = new ArrayList<>();
        Long drainer = log.drainerPid();
        if (!log.isConsole()) {
            facts.add(
                    drainer != null
                            ? "drained by " + drainer
                            : log.drained() == null ? "drainer not known" : log.drained() ? "drained" : "not drained");
        }
        facts.add(ColumnFormats.count(log.linesPerSecond()) + " lines/s");
        facts.add(ColumnFormats.bytes(log.bytesPerSecond()) + "/s");
        if (log.waitingLines() > 0) {
            facts.add(ColumnFormats.count((double) log.waitingLines()) + " lines wait, the oldest for "
                    + ColumnFormats.age(log.oldestMillis()));
        }
        if (log.target() == null && !log.isConsole()) {
            facts.add("file has " + ColumnFormats.bytes((double) log.fileBytes()));
            String roll = roll(log);
            facts.add(roll.isEmpty() ? "no roll" : "rolls " + roll);
        }
        if (log.archiverBacklog() > 0) {
            facts.add("archiver has " + log.archiverBacklog());
        }
        if (log.limited() > 0) {
            facts.add(ColumnFormats.count((double) log.limited()) + " held back by limits");
        }
        return String.join(", ", facts);
    }

    private String limit(LevelAnswer.LimitState limit) {
        long until = limit.untilMillis();
        return "limit " + limit.logger() + " " + limit.rate() + " up to " + limit.highest() + ", by " + limit.origin()
                + (until == 0
                        ? ""
                        : ", until " + (until - report.takenMillis() < DAY_MILLIS ? clock(until) : day(until)));
    }

    private String roll(LogRow log) {
        Long at = log.rollAtMillis();
        String time = at == null ? "" : "at " + (at - report.takenMillis() < DAY_MILLIS ? clock(at) : day(at));
        String size = log.rollBytes() == null
                ? ""
                : "by size: " + log.rollPercent() + " % of " + ColumnFormats.bytes((double) log.rollBytes());
        return time + (time.isEmpty() || size.isEmpty() ? "" : " or ") + size;
    }

    private String clock(long millis) {
        return CLOCK.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    private String day(long millis) {
        return DAY.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    private String row(Function<Column, String> value, String name) {
        StringBuilder row = new StringBuilder();
        int end = 0;
        for (Column column : COLUMNS) {
            end += column.width;
            if (end <= width) {
                append(row, end, value.apply(column));
            }
        }
        if (width >= WIDE) {
            for (Column column : MORE) {
                end += column.width;
                append(row, end, value.apply(column));
            }
            row.append("  ").append(name);
        }
        return row.toString();
    }

    /** {@code end}: where the value should end; a long one takes the room of those after it. */
    private static void append(StringBuilder row, int end, String value) {
        row.append(" ".repeat(Math.max(1, end - row.length() - value.length()))).append(value);
    }

    private Line line(Style style, String text) {
        String printable = printable(text);
        return new Line(style, printable.length() <= width ? printable : printable.substring(0, width - 1) + "…");
    }

    /** Broken at spaces; each line begins with {@code indent}, those after the first with two columns more. */
    private List<Line> wrapped(Style style, String text, String indent) {
        List<Line> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        boolean empty = true;
        for (String word : printable(text).split(" ", -1)) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line(style, line.toString()));
                line.setLength(0);
                line.append(indent).append("  ");
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line(style, line.toString()));
        return lines;
    }

    /** The end of a path says more than its beginning. */
    private static String end(String text, int width) {
        String printable = printable(text);
        return printable.length() <= width ? printable : "…" + printable.substring(printable.length() - width + 1);
    }

    private static String printable(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }
}
