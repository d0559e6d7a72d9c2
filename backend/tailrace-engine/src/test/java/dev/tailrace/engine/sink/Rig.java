package dev.tailrace.engine.sink;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** A log folder with a clock that stands still, an archiver that is stepped, and what a drainer does for one line. */
public final class Rig {
    public final Path folder;
    public final List<Finding> findings = new CopyOnWriteArrayList<>();
    public long nowNanos;
    public Archiver archiver;

    public Rig(Path folder) {
        this.folder = folder;
        at("2024-03-09T10:00:00");
        archiver = new Archiver(1, () -> nowNanos);
    }

    public Rig at(String localTime) {
        nowNanos = TimeUnit.MILLISECONDS.toNanos(millis(localTime));
        return this;
    }

    public static long millis(String localTime) {
        return LocalDateTime.parse(localTime)
                .atZone(ZoneId.systemDefault())
                .toInstant()
                .toEpochMilli();
    }

    public void newArchiver(LongConsumer sleep, Runnable betweenSteps) {
        long[] work = new long[1];
        archiver = new Archiver(0.5, () -> nowNanos, () -> work[0] += 10_000_000, sleep, betweenSteps);
    }

    /** As after a restart of the process. */
    public void forgetArchiver() {
        archiver = new Archiver(1, () -> nowNanos);
    }

    public Sink open(@Nullable String file, @Nullable Rolling rolling) {
        return open(new DestinationConfig.File(file == null ? null : path(file), true, rolling));
    }

    public Sink open(DestinationConfig.File target) {
        return open(log(target), true);
    }

    public LogFile log(DestinationConfig.File target) {
        try {
            return LogFile.of(target, findings::add);
        } catch (SinkUnavailableException e) {
            throw new AssertionError(e);
        }
    }

    public Sink open(LogFile log, boolean fresh) {
        try {
            return log.open(archiver, () -> nowNanos, findings::add, fresh);
        } catch (SinkUnavailableException e) {
            throw new AssertionError(e);
        }
    }

    public Rolling window(String pattern, int max, long size) {
        return new Rolling.FixedWindow(path(pattern), 1, max, size);
    }

    public Rolling dated(String pattern, long size) {
        return dated(pattern, size, 0, 0);
    }

    public Rolling dated(String pattern, long size, int history, long cap) {
        return new Rolling.TimeBased(path(pattern), size, history, cap, false);
    }

    public String path(String below) {
        return folder + "/" + below;
    }

    /** One line at the present moment, as a batch of its own. */
    public void log(Sink sink, String line) {
        try {
            if (sink.fit(nowNanos, 0) == Sink.Fit.ROLLS_FIRST) {
                sink.roll(nowNanos);
            }
            sink.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void tick(Sink sink) {
        try {
            sink.tick(nowNanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void close(Sink sink) {
        try {
            sink.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Steps the archiver until it has nothing to do. */
    public Rig archive() {
        while (archiver.doWork() > 0) {
            // goes on
        }
        return this;
    }

    public List<FindingCode> codes() {
        return findings.stream().map(Finding::code).toList();
    }

    /** All visible files by their path below the folder, uncompressed. */
    public Map<String, String> tree() {
        return tree(folder);
    }

    public static Map<String, String> tree(Path folder) {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!file.getFileName().toString().startsWith(".")) {
                    tree.put(name, read(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tree;
    }

    /** Hidden files but for lock files. */
    public List<String> hidden() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(".") && !name.endsWith(".tailrace-lock"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) throws IOException {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            if (name.endsWith(".gz")) {
                return text(new GZIPInputStream(in));
            }
            if (name.endsWith(".zip")) {
                ZipInputStream zip = new ZipInputStream(in);
                return zip.getNextEntry().getName() + ": " + text(zip);
            }
            return text(in);
        }
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\n", " ")
                .trim();
    }
}
