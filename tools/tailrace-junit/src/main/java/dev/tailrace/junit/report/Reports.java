package dev.tailrace.junit.report;

import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the reports: {@code run.json}, {@code index.html}, {@code summary.md} and {@code junit.xml}; and the history, which may
 * be elsewhere. JVMs that test at the same time write one after the other. Thread-safe.
 */
public final class Reports {
    private final Path folder;
    private final Path history;
    private final int keptRuns;

    /**
     * The reports in this folder.
     *
     * @param history the file with the figures of earlier builds
     * @param keptRuns how many builds the history has
     */
    public Reports(Path folder, Path history, int keptRuns) {
        this.folder = folder;
        this.history = history;
        this.keptRuns = keptRuns;
    }

    /** The path of {@code index.html}. */
    public Path page() {
        return folder.resolve("index.html");
    }

    /** An action that runs while no other JVM writes. */
    public interface Writing {
        /** Receives the whole run: the results of this JVM and of earlier JVMs of the same build. */
        void with(Run whole) throws IOException;
    }

    /**
     * Adds this JVM's results and writes all reports.
     *
     * @param also runs under the same lock; null: nothing
     * @return the whole run
     */
    public RunSummary write(Run measured, @Nullable Writing also) throws IOException {
        Files.createDirectories(folder);
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            Run whole = merged(measured);
            RunSummary runSummary = new RunSummary(whole);
            History earlier = History.read(history);
            // A run that wasn't counted adds no point to the curves.
            boolean counted = whole.notCounted().isEmpty();
            History builds = counted ? earlier.with(runSummary, keptRuns) : earlier;
            if (!lock.isValid()) {
                throw new IOException("the lock of " + folder + " is gone");
            }
            Json.write(whole, new RunJson(), folder.resolve("run.json"));
            builds.write(history);
            Files.writeString(folder.resolve("junit.xml"), KpiXml.of(runSummary));
            if (also != null) {
                also.with(whole);
            }
            KpiPage.of(runSummary, builds).write(page().toString());
            Files.writeString(
                    folder.resolve("summary.md"),
                    KpiMarkdown.of(runSummary, builds, counted ? Moved.of(builds, runSummary) : List.of()));
            return runSummary;
        }
    }

    private Run merged(Run measured) {
        Path file = folder.resolve("run.json");
        try {
            // The file is usually the run of an earlier build, and long.
            if (!Files.exists(file) || !Files.readString(file).contains('"' + measured.key() + '"')) {
                return measured;
            }
            Run earlier = Run.read(file);
            return earlier.schema() == Run.SCHEMA && measured.key().equals(earlier.key())
                    ? measured.after(earlier)
                    : measured;
        } catch (IOException | RuntimeException unreadable) {
            return measured; // another version, or truncated
        }
    }
}
