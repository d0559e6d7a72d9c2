package dev.tailrace.junit.show;

import dev.tailrace.report.JsonStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the reports: {@code run.json}, {@code index.html}, {@code summary.md}, {@code junit.xml} and {@code history.json}. JVMs that
 * test at the same time write one after the other.
 */
public final class Reports {
    private static final int LINES_OF_KEY = 5;

    private final Path folder;
    private final int keptRuns;

    /** @param keptRuns how many runs the history has */
    public Reports(Path folder, int keptRuns) {
        this.folder = folder;
        this.keptRuns = keptRuns;
    }

    /** The page. */
    public Path page() {
        return folder.resolve("index.html");
    }

    /** What is to be done while no other JVM writes. */
    public interface Writing {
        /** Takes the whole run: what this JVM and earlier ones of the same build measured. */
        void with(Run whole) throws IOException;
    }

    /**
     * Adds what this JVM measured and writes all reports.
     *
     * @param also null for nothing else
     * @return the whole run
     */
    public Digest write(Run measured, @Nullable Writing also) throws IOException {
        Files.createDirectories(folder);
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            Run whole = merged(measured);
            Digest digest = new Digest(whole);
            // A run that wasn't counted is no point of a curve.
            History history = whole.notCounted().isEmpty() ? history().with(digest, keptRuns) : history();
            if (!lock.isValid()) {
                throw new IOException("the lock of " + folder + " is gone");
            }
            FutureTask<Path> forReaders =
                    new FutureTask<>(new ForReaders(page(), folder.resolve("summary.md"), digest, history));
            new Thread(forReaders, "tailrace-kpis-page").start();
            JsonStream.write(folder.resolve("run.json"), new RunJson(), whole);
            JsonStream.write(folder.resolve("history.json"), new HistoryJson(), history);
            Files.writeString(folder.resolve("junit.xml"), KpiXml.of(digest));
            if (also != null) {
                also.with(whole);
            }
            forReaders.get();
            return digest;
        } catch (ExecutionException failure) {
            throw new IOException(failure.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before they were written", stopped);
        }
    }

    /** Writes what people read. A class: for a lambda the JVM would make one at the end of each run. */
    private record ForReaders(Path page, Path summary, Digest digest, History history) implements Callable<Path> {
        @Override
        public Path call() throws IOException {
            KpiPage.of(digest, history).write(page.toString());
            return Files.writeString(summary, KpiMarkdown.of(digest, history));
        }
    }

    private Run merged(Run measured) {
        Path file = folder.resolve("run.json");
        try {
            if (!Files.exists(file) || !isOf(measured.key(), file)) {
                return measured;
            }
            Run earlier = Run.read(file);
            return earlier.schema() == Run.SCHEMA && measured.key().equals(earlier.key())
                    ? measured.after(earlier)
                    : measured;
        } catch (IOException | RuntimeException unreadable) {
            return measured; // of another version, or cut short
        }
    }

    /** Looks at the beginning only: mostly it is the run of an earlier build, and long. */
    private static boolean isOf(String key, Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            for (int i = 0; i < LINES_OF_KEY; i++) {
                String line = in.readLine();
                if (line == null || line.contains('"' + key + '"')) {
                    return line != null;
                }
            }
            return false;
        }
    }

    private History history() {
        Path file = folder.resolve("history.json");
        if (!Files.exists(file)) {
            return History.EMPTY;
        }
        try {
            History read = JsonStream.read(file, new HistoryJson());
            return read.schema() == History.SCHEMA ? read : History.EMPTY;
        } catch (IOException | RuntimeException unreadable) {
            return History.EMPTY;
        }
    }
}
