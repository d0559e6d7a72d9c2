package dev.tailrace.cli.top;

import dev.tailrace.cli.top.TopReport.Dropped;
import dev.tailrace.cli.top.TopReport.LogRow;
import dev.tailrace.cli.top.TopReport.ProcessRow;
import dev.tailrace.cli.top.TopReport.State;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.guest.view.FileView;
import dev.tailrace.guest.view.FreeSpace;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.LogsHere;
import dev.tailrace.guest.view.OwnerFigures;
import dev.tailrace.guest.view.OwnerView;
import dev.tailrace.guest.view.ProcessState;
import dev.tailrace.guest.view.RingView;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.ship.RowView;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes reports of looks: what shared memory doesn't have, such as rates, is the difference of two. Not thread-safe. */
public final class TopModel {
    /** Bytes that a frame has beside its line, and what it is padded to. */
    private static final int FRAME_HEAD = 16;

    private static final double FRAME_PADDING = 3.5;
    private static final int MOST_DROPPED = 5;
    /** Where a ring's end would stand. */
    private static final long UNREADABLE = -1;

    private static final long IDLE_MILLIS = 4_000;
    /** Lines that wait for longer are a reason to look. */
    private static final long LONG_MILLIS = 2_000;

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

    private final Map<Path, Loudness> loudness = new HashMap<>();
    /** Ends of rings at the look before, by log and file. */
    private Map<String, Long> tails = new HashMap<>();

    /** The drops until the look before. */
    private final Map<Path, Long> drops = new HashMap<>();

    private Map<String, ConsoleRate> consoles = Map.of();
    /** Those of the look that is under way. */
    private Map<String, ConsoleRate> consolesNow = new HashMap<>();

    private long nanosBefore;
    private boolean looked;

    /** Looks at these logs, and reports. */
    public TopReport look(LogsHere here) {
        return report(TopLook.at(here));
    }

    TopReport report(TopLook look) {
        Double seconds = looked ? (look.nanos() - nanosBefore) / 1e9 : null;
        Map<String, Long> ends = new HashMap<>();
        List<LogRow> rows = new ArrayList<>();
        for (TopLook.Log log : look.logs()) {
            LogRow row = log(log, look, seconds, ends);
            if (look.logs().size() == 1 || !isOver(row)) {
                rows.add(row);
            }
        }
        tails = ends;
        consoles = consolesNow;
        consolesNow = new HashMap<>();
        nanosBefore = look.nanos();
        looked = true;
        return new TopReport(TopReport.SCHEMA, look.millis(), seconds, rows, look.remarks());
    }

    /** Whether all its processes have ended, and nothing waits. */
    private static boolean isOver(LogRow log) {
        return !log.unreadable()
                && (Boolean.FALSE.equals(log.drained()) || log.isConsole())
                && log.waitingLines() == 0
                && log.spillBytes() == 0
                && log.processes().stream().allMatch(each -> each.state() == State.DEAD);
    }

    private LogRow log(TopLook.Log log, TopLook look, @Nullable Double seconds, Map<String, Long> ends) {
        Loudness loud = loudness.computeIfAbsent(log.lockFile(), any -> new Loudness());
        loud.add(log.sample());
        LogView view = log.view();
        List<ProcessRow> processes = new ArrayList<>();
        Map<String, Long> loggers = new TreeMap<>();
        Map<String, Long> levels = new TreeMap<>();
        Set<LevelAnswer.LimitState> limits = new LinkedHashSet<>();
        for (OwnerView owner : view.owners()) {
            OwnerFigures figures = Objects.requireNonNull(log.figures().get(owner.name()));
            ProcessRow row = process(log, owner, figures, look, seconds, loud, ends);
            if (look.pid() == 0 || owner.is(look.pid())) {
                processes.add(row);
                if (owner.alive()) {
                    limits.addAll(figures.limits());
                }
                figures.droppedByLogger().forEach((name, count) -> loggers.merge(name, count, Long::sum));
                for (int i = 0; i < LEVELS.size(); i++) {
                    long count = figures.droppedByLevel().get(i);
                    if (count > 0) {
                        levels.merge(LEVELS.get(i), count, Long::sum);
                    }
                }
            }
        }
        FileView file = log.file();
        TargetFigures target = file.path() == null ? null : RowView.figures(Path.of(file.path()));
        Long oldest = null;
        for (ProcessRow each : processes) {
            Long age = each.oldestMillis();
            oldest = age == null || (oldest != null && oldest >= age) ? oldest : age;
        }
        long waiting = processes.stream().mapToLong(ProcessRow::waitingLines).sum();
        long dropped = processes.stream().mapToLong(ProcessRow::dropped).sum();
        String remark = remark(view, look);
        Long droppedBefore = drops.put(log.lockFile(), dropped);
        return new LogRow(
                view.log(),
                trouble(
                        view.log(),
                        remark,
                        target,
                        waiting,
                        oldest,
                        droppedBefore == null ? 0 : dropped - droppedBefore,
                        look.millis()),
                remark,
                !view.unreadable().isEmpty(),
                view.drained(),
                view.drainerPid() < 0 ? null : view.drainerPid(),
                sum(processes.stream().map(ProcessRow::linesPerSecond).toList()),
                sum(processes.stream().map(ProcessRow::bytesPerSecond).toList()),
                waiting,
                processes.stream().mapToLong(ProcessRow::waitingBytes).sum(),
                oldest,
                processes.stream().mapToLong(ProcessRow::memoryBytes).sum(),
                processes.stream().mapToLong(ProcessRow::spillBytes).sum(),
                processes.stream().mapToLong(ProcessRow::waits).sum(),
                processes.stream().mapToLong(ProcessRow::limited).sum(),
                dropped,
                file.size(),
                positive(file.rollAtMillis()),
                positive(file.rollSize()),
                file.rollSize() == 0 ? null : Math.min(100, Math.round(100.0 * file.size() / file.rollSize())),
                file.backlog(),
                loud.lines(),
                // A target's records are no text.
                target == null ? loud.loudest() : List.of(),
                dropped(loggers),
                dropped(levels),
                processes,
                limits.stream()
                        .filter(each -> each.untilMillis() == 0 || each.untilMillis() > look.millis())
                        .toList(),
                target);
    }

    /** The first reason to look at a log, the gravest first. */
    private static String trouble(
            String log,
            String remark,
            @Nullable TargetFigures target,
            long waiting,
            @Nullable Long oldest,
            long dropped,
            long now) {
        long age = oldest == null ? 0 : oldest;
        boolean waits = waiting > 0 && age > LONG_MILLIS;
        if (waits) {
            String full = FreeSpace.little(Path.of(log));
            if (full != null) {
                return "disk full: " + full + ", since "
                        + CLOCK.format(Instant.ofEpochMilli(now - age).atZone(ZoneId.systemDefault()));
            }
        }
        if (!remark.isEmpty()) {
            return remark + (waiting > 0 ? ", " + waiting(waiting) : "");
        }
        if (dropped > 0) {
            return "drops events: " + ColumnFormats.count((double) dropped) + " since the last look";
        }
        if (target != null && target.waitingBytes() > 0 && !target.problem().isEmpty()) {
            return "records wait for " + ColumnFormats.age(target.lagMillis()) + ": " + target.problem();
        }
        return waits ? waiting(waiting) + ", the oldest for " + ColumnFormats.age(age) : "";
    }

    private static String waiting(long lines) {
        return lines == 1 ? "1 line waits" : ColumnFormats.count((double) lines) + " lines wait";
    }

    private static List<Dropped> dropped(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_DROPPED)
                .map(each -> new Dropped(each.getKey(), each.getValue()))
                .toList();
    }

    private static String remark(LogView view, TopLook look) {
        if (!view.unreadable().isEmpty()) {
            return view.unreadable();
        }
        boolean alive = view.owners().stream().anyMatch(OwnerView::alive);
        if (Boolean.FALSE.equals(view.drained())) {
            return alive ? "processes log, but none drains" : view.lines() > 0 ? "left by dead processes" : "";
        }
        if (ProcessState.isStopped(view.drainerPid())) {
            return "the drainer, process " + view.drainerPid() + ", is stopped";
        }
        String drainer = view.drainerPid() < 0 ? "another process" : "process " + view.drainerPid();
        return view.steppedMillis() > 0 && look.millis() - view.steppedMillis() > IDLE_MILLIS
                ? drainer + " drains this log and has written nothing for "
                        + (look.millis() - view.steppedMillis()) / 1000 + " s"
                : "";
    }

    private ProcessRow process(
            TopLook.Log log,
            OwnerView owner,
            OwnerFigures figures,
            TopLook look,
            @Nullable Double seconds,
            Loudness loud,
            Map<String, Long> ends) {
        long moved = 0;
        long memory = 0;
        long spill = 0;
        long oldest = 0;
        String remark = owner.problem();
        for (RingView ring : owner.rings()) {
            String key = log.lockFile() + " " + ring.file();
            boolean readable = ring.problem().isEmpty();
            ends.put(key, readable ? ring.tail() : UNREADABLE);
            long before = tails.getOrDefault(key, 0L);
            moved += readable && before != UNREADABLE ? Math.max(0, ring.tail() - before) : 0;
            memory += ring.capacity();
            spill += Math.max(0, ring.spilled() - ring.consumed());
            oldest = ring.oldestNanos() == 0 || (oldest != 0 && oldest < ring.oldestNanos())
                    ? oldest
                    : ring.oldestNanos();
            remark = remark.isEmpty() ? ring.problem() : remark;
        }
        Double bytes = null;
        Double lines = null;
        if (seconds != null && seconds > 0) {
            double mean = loud.bytesPerLine();
            double rate = moved / seconds;
            lines = mean == 0 ? null : rate / (mean + FRAME_HEAD + FRAME_PADDING);
            bytes = lines == null ? rate : lines * mean;
        }
        if (figures.consoleNanos() > 0) {
            ConsoleRate rate = ConsoleRate.next(consoles.get(owner.name()), figures, look.millis());
            consolesNow.put(owner.name(), rate);
            lines = rate.linesPerSecond();
            bytes = rate.bytesPerSecond();
        }
        boolean drains = owner.alive()
                && owner.here()
                && owner.pid() > 0
                && owner.pid() == log.view().drainerPid();
        return new ProcessRow(
                owner.pid(),
                owner.here(),
                name(owner),
                owner.name(),
                !owner.alive()
                        ? State.DEAD
                        : owner.here() && ProcessState.isStopped(owner.pid()) ? State.STOPPED : State.RUNNING,
                positive(owner.startMillis()),
                drains,
                lines,
                bytes,
                owner.rings().stream().mapToLong(RingView::lines).sum(),
                owner.rings().stream().mapToLong(RingView::bytes).sum(),
                oldest == 0 ? null : Math.max(0, look.millis() - oldest / 1_000_000L),
                memory,
                positive(figures.memoryCap()),
                spill,
                positive(figures.spillCap()),
                figures.waits(),
                figures.limited(),
                owner.dropped(),
                owner.unreported(),
                remark.isEmpty() && owner.otherRolling()
                        ? "wants another rolling than the one in use (TR2016): see ./tailrace verify"
                        : remark);
    }

    /** The main class or the jar of a Java process. */
    private static String name(OwnerView owner) {
        if (!owner.alive() || !owner.here() || owner.pid() <= 0) {
            return "";
        }
        ProcessHandle.Info info =
                ProcessHandle.of(owner.pid()).map(ProcessHandle::info).orElse(null);
        String[] arguments = info == null ? new String[0] : info.arguments().orElse(new String[0]);
        for (int i = 0; i < arguments.length; i++) {
            String each = arguments[i];
            if (each.equals("-cp")
                    || each.equals("-classpath")
                    || each.equals("--class-path")
                    || each.equals("-p")
                    || each.equals("--module-path")) {
                i++;
            } else if (!each.startsWith("-") && !each.startsWith("@")) {
                return each.substring(
                        Math.max(each.lastIndexOf('/'), each.endsWith(".jar") ? -1 : each.lastIndexOf('.')) + 1);
            }
        }
        return "";
    }

    private static @Nullable Long positive(long value) {
        return value > 0 ? value : null;
    }

    private static @Nullable Double sum(List<@Nullable Double> rates) {
        Double sum = null;
        for (Double each : rates) {
            sum = each == null ? sum : Double.valueOf((sum == null ? 0 : sum) + each);
        }
        return sum;
    }
}
