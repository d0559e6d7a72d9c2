package dev.tailrace.engine.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.archive.Archiver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A finished file has a name that its pattern explains, at any moment. */
class VisibleFilesTest {
    /** A directory whose time of change is older than this changed at no later moment: the kernel's clock goes by ticks. */
    private static final long TICK_MILLIS = 20;

    private static final Pattern DATED = Pattern.compile("app\\.\\d{4}-\\d\\d-\\d\\d\\.(\\d+)\\.log(\\.gz)?");

    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    @Test
    void rolledFile_beforeTheArchiverHasItsTurn_hasItsPlace() {
        Sink sink = rig.open("app.log", rig.window("old/app.%i.log.gz", 3, 2));
        for (String line : List.of("a", "b", "c")) {
            rig.log(sink, line);
        }
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "c", "old/app.1.log", "b", "old/app.2.log", "a"));
        rig.close(sink);
    }

    @Test
    void datedFile_beforeTheArchiverHasItsTurn_hasItsPlace() {
        Sink sink = rig.open("app.log", rig.dated("%d{yyyy/MM,aux}/app.%d.%i.log.gz", 2));
        for (String line : List.of("a", "b", "c")) {
            rig.log(sink, line);
        }
        assertThat(rig.tree())
                .isEqualTo(Map.of(
                        "app.log", "c",
                        "2024/03/app.2024-03-09.0.log", "a",
                        "2024/03/app.2024-03-09.1.log", "b"));
        rig.close(sink);
    }

    /** The window is full, and its oldest file not yet compressed: it goes as it would as an archive. */
    @Test
    void window_isNeverLargerThanItMayBe_whileTheArchiverIsBehind() {
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 2, 2));
        for (String line : List.of("a", "b", "c", "d")) {
            rig.log(sink, line);
        }
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "d", "app.1.log", "c", "app.2.log", "b"));
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "d", "app.1.log.gz", "c", "app.2.log.gz", "b"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    @Test
    void sizeCap_doesNotCountWhatWaits_asIfItWereNeverCompressed() throws IOException {
        Files.write(folder.resolve("app.2024-03-08.0.log.gz"), new byte[10]);
        Sink sink = rig.open("app.log", rig.dated("app.%d.%i.log.gz", 1_000, 9, 500));
        for (int i = 0; i < 3; i++) {
            rig.log(sink, "x".repeat(999));
        }
        // One of two is compressed, and what is too old is deleted: beside it there are a thousand bytes that wait.
        rig.archiver.doWork();
        assertThat(folder.resolve("app.2024-03-08.0.log.gz")).exists();
        assertThat(rig.hidden()).as("one waits").hasSize(1);
        rig.close(sink);
    }

    @ParameterizedTest
    @ValueSource(strings = {"window", "dated", "numbered"})
    void atAnyMoment_underLoad_eachLineIsInAVisibleFile(String kind) throws Exception {
        int most = 30;
        Rolling rolling = switch (kind) {
            case "window" -> rig.window("app.%i.log.gz", most, 1);
            case "dated" -> rig.dated("app.%d.%i.log.gz", 1);
            default -> new Rolling.Numbered(rig.path("app-%i.log.gz"), 1, most, true, 1, 0, 0);
        };
        // Full speed: what is to be seen is how files change places, not how long compressing takes.
        rig.archiver = new Archiver(1, () -> rig.nowNanos);
        rig.archiver.start();
        Sink sink = rig.open("app.log", rolling);
        AtomicInteger written = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            // Between bursts there is time for a listing that nothing comes into.
            for (int burst = 0; !over.get(); burst++) {
                for (int i = 0; i < 5; i++) {
                    rig.log(sink, "line " + (written.get() + 1));
                    written.incrementAndGet();
                }
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                while (burst % 3 == 0 && rig.archiver.backlog() > 0 && System.nanoTime() < deadline) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(burst % 3 == 0 ? 60 : 2));
            }
        });
        writer.start();
        int listings = 0;
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (listings < 25 && System.nanoTime() < deadline) {
                int before = written.get();
                NavigableSet<Integer> seen = seen();
                if (seen == null || before < most) {
                    continue;
                }
                listings++;
                assertThat(seen.last()).as("newest line that is seen").isGreaterThanOrEqualTo(before);
                assertThat(seen)
                        .as("lines that are seen, of the newest %d files", most)
                        .containsAll(Stream.iterate(seen.last(), i -> i - 1)
                                .limit(most)
                                .toList());
            }
        } finally {
            over.set(true);
            writer.join();
        }
        assertThat(listings).as("listings that nothing came into").isEqualTo(25);
        rig.archiver.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(60));
        rig.close(sink);
        assertThat(rig.findings).isEmpty();
    }

    /** The lines of all visible files; null when the directory changed meanwhile. */
    private @Nullable NavigableSet<Integer> seen() throws IOException {
        FileTime changed = Files.getLastModifiedTime(folder);
        if (changed.toMillis() > System.currentTimeMillis() - TICK_MILLIS) {
            return null;
        }
        NavigableSet<Integer> seen = new TreeSet<>();
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> listed = Files.list(folder)) {
            listed.filter(file -> !file.getFileName().toString().startsWith("."))
                    .forEach(file -> files.put(file.getFileName().toString(), file));
        }
        for (Path file : files.values()) {
            Matcher dated = DATED.matcher(file.getFileName().toString());
            if (dated.matches()) {
                // The nth file has the nth line, and there are too many to read them all.
                seen.add(Integer.parseInt(dated.group(1)) + 1);
                continue;
            }
            try (InputStream in = Files.newInputStream(file);
                    BufferedReader lines = new BufferedReader(new InputStreamReader(
                            file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
                lines.lines().map(line -> Integer.valueOf(line.substring(5))).forEach(seen::add);
            } catch (NoSuchFileException e) {
                return null;
            }
        }
        return changed.equals(Files.getLastModifiedTime(folder)) ? seen : null;
    }
}
