package dev.tailrace.cli.top;

import dev.tailrace.guest.view.FileView;
import dev.tailrace.guest.view.IntentView;
import dev.tailrace.guest.view.LineSample;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.LogsHere;
import dev.tailrace.guest.view.OwnerFigures;
import dev.tailrace.guest.view.OwnerView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Findings in shared memory and beside the logs at one moment; all values are checked where they are read.
 *
 * @param nanos of a clock that goes evenly
 * @param pid the process that was asked for; 0: all
 */
record TopLook(long millis, long nanos, long pid, List<Log> logs, List<String> remarks) {
    /** One log. {@code figures}: by the names of owners. */
    record Log(Path lockFile, LogView view, FileView file, LineSample sample, Map<String, OwnerFigures> figures) {}

    static TopLook at(LogsHere here) {
        List<Log> logs = new ArrayList<>();
        long millis = System.currentTimeMillis();
        for (Path lockFile : here.lockFiles()) {
            logs.add(log(lockFile, millis));
        }
        return new TopLook(System.currentTimeMillis(), System.nanoTime(), here.pid(), logs, here.remarks());
    }

    private static Log log(Path lockFile, long millis) {
        LogView view = LogView.once(lockFile);
        Map<String, OwnerFigures> figures = new HashMap<>();
        String lanes = view.lanes();
        if (lanes != null) {
            for (OwnerView owner : view.owners()) {
                figures.put(owner.name(), OwnerFigures.of(Path.of(lanes), owner.name()));
            }
        }
        return new Log(lockFile, view, FileView.of(lockFile, written(view), millis), LineSample.of(lockFile), figures);
    }

    private static @Nullable Path written(LogView view) {
        IntentView intent = view.intent();
        return intent == null || intent.path().isEmpty() ? null : Path.of(intent.path());
    }
}
