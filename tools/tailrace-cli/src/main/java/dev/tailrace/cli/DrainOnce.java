package dev.tailrace.cli;

import dev.tailrace.finding.Finding;
import dev.tailrace.guest.ExternalDrainer;
import dev.tailrace.guest.ExternalDrainer.State;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.RolledFiles;
import dev.tailrace.guest.view.RolledFiles.Rolled;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Drains until nothing is left, and says what it did. */
final class DrainOnce {
    /** A lock may be held for a moment by a mere reader, and the kernel ends those of a dead process with a delay. */
    private static final long ELSEWHERE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long FAILING_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** Nothing moves, and nothing is said to be over. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long ARCHIVE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final PrintWriter err;
    private final Map<Path, List<Path>> rolled = new HashMap<>();
    private final List<ExternalDrainer.Status> ended = new ArrayList<>();
    private long unarchived;

    DrainOnce(PrintWriter err) {
        this.err = err;
    }

    void report(Finding finding) {
        synchronized (err) {
            err.println(finding.format());
        }
    }

    /** May be called repeatedly, for other lanes each time. */
    void run(ExternalDrainer drain) {
        Map<Path, Set<Long>> before = new LinkedHashMap<>();
        drain.status()
                .forEach(log -> before.put(
                        log.lockFile(),
                        RolledFiles.of(log.lockFile()).stream()
                                .map(Rolled::modified)
                                .collect(Collectors.toSet())));
        finish(drain);
        before.forEach((lockFile, known) -> rolled.putIfAbsent(
                lockFile,
                RolledFiles.of(lockFile).stream()
                        .filter(each -> !known.contains(each.modified()))
                        .map(Rolled::path)
                        .toList()));
    }

    private void finish(ExternalDrainer drain) {
        long since = System.nanoTime();
        List<State> before = List.of();
        while (true) {
            long moved = drain.step(true);
            List<ExternalDrainer.Status> now = drain.status();
            List<State> states = now.stream().map(ExternalDrainer.Status::state).toList();
            if (moved != 0 || !states.equals(before)) {
                before = states;
                since = System.nanoTime();
            }
            long quiet = System.nanoTime() - since;
            if (states.stream().allMatch(state -> quiet >= patience(state))) {
                break;
            }
            LockSupport.parkNanos(drain.pauseNanos());
        }
        awaitArchives(drain);
        ended.addAll(drain.status());
    }

    private static long patience(State state) {
        return switch (state) {
            case SETTLED, NOTHING_THERE -> 0;
            case ELSEWHERE -> ELSEWHERE_NANOS;
            case FAILING -> FAILING_NANOS;
            case DRAINING -> STUCK_NANOS;
        };
    }

    private void awaitArchives(ExternalDrainer drain) {
        long since = System.nanoTime();
        long before = drain.unarchived();
        while (before > 0 && System.nanoTime() - since < ARCHIVE_NANOS) {
            drain.step(true);
            LockSupport.parkNanos(drain.pauseNanos());
            long now = drain.unarchived();
            if (now != before) {
                before = now;
                since = System.nanoTime();
            }
        }
        unarchived += before;
    }

    /** The exit status, and what is to be said. */
    int result(List<String> lines) {
        int status = ExitStatus.GOOD;
        for (ExternalDrainer.Status log : ended) {
            lines.add(Printable.of(log.description()) + ": " + words(log));
            boolean undone = log.state() == State.FAILING || log.state() == State.DRAINING;
            boolean lost = log.damaged() != 0 || log.dropped() != 0;
            status = Math.max(status, undone ? ExitStatus.COULD_NOT_RUN : lost ? ExitStatus.FOUND : ExitStatus.GOOD);
        }
        if (unarchived != 0) {
            lines.add(unarchived + " rolled files are not archived yet; the next drainer goes on with them.");
        }
        return status;
    }

    private String words(ExternalDrainer.Status log) {
        String done = done(log);
        return switch (log.state()) {
            case SETTLED -> done + "nothing is left.";
            case ELSEWHERE -> {
                long pid = LogView.drainerOf(log.lockFile());
                yield done + (pid < 0 ? "another process" : "process " + pid) + " drains it; nothing to do here.";
            }
            case NOTHING_THERE -> done + "nothing to drain, " + Printable.of(log.why()) + ".";
            case DRAINING ->
                done + "the rest can't be written now and stays in the lanes; ./tailrace verify"
                        + " shows what is left.";
            case FAILING ->
                done + "could not be drained" + (log.why().isEmpty() ? "" : ", " + Printable.of(log.why())) + ".";
        };
    }

    private String done(ExternalDrainer.Status log) {
        StringBuilder words = new StringBuilder();
        if (log.bytes() > 0) {
            words.append(VerifyText.count(log.bytes(), "byte")).append(" of lines written to the log, ");
        }
        List<Path> files = rolled.getOrDefault(log.lockFile(), List.of());
        if (log.state() == State.SETTLED && !files.isEmpty()) {
            words.append("rolled ")
                    .append(Printable.of(String.valueOf(files.get(0).getFileName())))
                    .append(files.size() > 1 ? " and " + VerifyText.count(files.size() - 1L, "more file") : "")
                    .append(", ");
        }
        if (log.torn() > 0) {
            words.append(VerifyText.count(log.torn(), "event"))
                    .append(" cut off by a kill (their log calls never returned), ");
        }
        if (log.dropped() > 0) {
            words.append(VerifyText.count(log.dropped(), "event")).append(" had been dropped (reported in the log), ");
        }
        if (log.damaged() > 0) {
            words.append(VerifyText.count(log.damaged(), "damaged part")).append(" put aside (reported above), ");
        }
        return words.toString();
    }
}
