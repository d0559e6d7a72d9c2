package dev.tailrace.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.bytes.Memory;
import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each option of an engine changes. */
class LogEngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final byte[] RECORD = ("x".repeat((1 << 16) - 1) + "\n").getBytes(UTF_8);

    @TempDir
    private Path folder;

    private LogEngine.Options options = new LogEngine.Options();

    @BeforeEach
    void small() {
        options = new LogEngine.Options().memory(4 << 20);
    }

    private DestinationConfig.File file() {
        return new DestinationConfig.File(folder.resolve("a.log").toString(), true, null);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("a.log"));
    }

    /** Opens the log, says so, and waits: while this process is stopped, nothing is written. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            AppendLog log = LogEngine.start(new LogEngine.Options())
                    .open(new DestinationConfig.File(arguments[0] + "/a.log", true, null));
            System.out.println("opened");
            Thread.sleep(60_000);
            log.close();
        }
    }

    private final class Stalled implements AutoCloseable {
        final ChildProcess child;
        final LogEngine engine;
        final AppendLog log;

        Stalled() throws Exception {
            child = JvmLauncher.of(Holder.class, folder.toString())
                    .classPath(Memory.class, Sink.class, Holder.class)
                    .start();
            child.awaitLine("opened");
            child.stop();
            engine = LogEngine.start(options);
            log = engine.open(file());
        }

        /** Appends up to {@code most} records; returns how many were taken before one was refused. */
        int fill(int most) {
            for (int i = 0; i < most; i++) {
                if (!log.append(RECORD)) {
                    return i;
                }
            }
            return most;
        }

        void assertWrittenOnceItGoesOn(int count) throws Exception {
            assertThat(engine.flush(SHORT)).isFalse();
            child.resume();
            await().atMost(PATIENCE).until(() -> engine.flush(PATIENCE));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(lines().stream().filter(each -> each.startsWith("xxx")))
                            .hasSize(count));
        }

        @Override
        public void close() {
            child.resume();
            child.kill();
            engine.close();
            child.close();
        }
    }

    @Test
    void dropWhenFull_atTheCapOfMemory_refusesAndCounts() throws Exception {
        options.spill(0).dropWhenFull();
        try (Stalled stalled = new Stalled()) {
            int taken = stalled.fill(200);

            assertThat(taken).isBetween(1, (4 << 20) / RECORD.length);
            assertThat(stalled.log.figures().dropped()).isEqualTo(1);
            assertThat(stalled.engine.figures()).singleElement().isEqualTo(stalled.log.figures());
            assertThat(stalled.log.figures().backlogBytes()).isGreaterThan((long) taken * RECORD.length);
            stalled.assertWrittenOnceItGoesOn(taken);
        }
    }

    @Test
    void dropBelow_atTheCapOfMemory_refusesRecordsWithoutALevel_unlessTheyReachIt() throws Exception {
        options.spill(0).waitWhenFull(SHORT).dropBelow(1);
        try (Stalled stalled = new Stalled()) {
            stalled.fill(200);
            long start = System.nanoTime();
            PendingWord pending = new PendingWord(() -> {});
            TextBuffer record = new TextBuffer(RECORD.length, RECORD.length);
            record.append(RECORD);
            stalled.log.append(0, "x", 0, record, pending);
            long refused = System.nanoTime() - start;
            stalled.log.append(1, "x", 0, record, pending);

            assertThat(refused).isLessThan(SHORT.toNanos());
            assertThat(System.nanoTime() - start - refused).isGreaterThanOrEqualTo(SHORT.toNanos());
            assertThat(stalled.log.figures().dropped()).isEqualTo(3);
        }
    }

    @Test
    void lanes_inADirectory_areThere() throws Exception {
        Path directory = Files.createDirectory(
                folder.resolve("lanes"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        options.lanes(directory.toString(), null, 1);
        try (LogEngine engine = LogEngine.start(options);
                AppendLog log = engine.open(file());
                Stream<Path> files = Files.list(directory)) {
            assertThat(log.append(RECORD)).isTrue();
            assertThat(files).isNotEmpty();
        }
    }

    @Test
    void waitWhenFull_atTheCapOfMemory_waitsAsLongAsItMayAndRefuses() throws Exception {
        options.spill(0).waitWhenFull(SHORT);
        try (Stalled stalled = new Stalled()) {
            long start = System.nanoTime();
            int taken = stalled.fill(200);
            long waited = System.nanoTime() - start;
            // Nothing has moved since a call has waited in full.
            boolean again = stalled.log.append(RECORD);

            assertThat(again).isFalse();
            assertThat(waited).isGreaterThanOrEqualTo(SHORT.toNanos());
            assertThat(stalled.log.figures().dropped()).isEqualTo(2);
            stalled.assertWrittenOnceItGoesOn(taken);
        }
    }

    @Test
    void spill_takesWhatMemoryCant_upToItsCap() throws Exception {
        options.spill(8 << 20).dropWhenFull();
        try (Stalled stalled = new Stalled()) {
            int taken = stalled.fill(1_000);

            assertThat(taken).isBetween((4 << 20) / RECORD.length + 1, (13 << 20) / RECORD.length);
            stalled.assertWrittenOnceItGoesOn(taken);
        }
    }

    @Test
    void memory_more_takesMore() throws Exception {
        options.memory(16 << 20).spill(0).dropWhenFull();
        try (Stalled stalled = new Stalled()) {
            assertThat(stalled.fill(1_000)).isBetween((4 << 20) / RECORD.length + 1, (16 << 20) / RECORD.length);
        }
    }

    @Test
    void longestRecord_longer_isTruncatedAndCounted() throws Exception {
        try (LogEngine engine = LogEngine.start(options.longestRecord(100));
                AppendLog log = engine.open(file())) {
            log.append(("y".repeat(500) + "\n").getBytes(UTF_8));
            log.append("short\n".getBytes(UTF_8));
            assertThat(engine.flush(PATIENCE)).isTrue();

            assertThat(lines()).hasSize(2).endsWith("short");
            assertThat(lines().get(0))
                    .startsWith("yyy")
                    .endsWith(" of 501 bytes]")
                    .hasSizeLessThanOrEqualTo(100);
            assertThat(log.figures().cut()).isEqualTo(1);
        }
    }

    @Test
    void longestSleep_ofAMillisecond_writesWithoutAFlush() throws Exception {
        try (LogEngine engine = LogEngine.start(options.longestSleep(Duration.ofMillis(1)));
                AppendLog log = engine.open(file())) {
            log.append("one\n".getBytes(UTF_8));

            await().atMost(PATIENCE).untilAsserted(() -> assertThat(lines()).containsExactly("one"));
        }
    }

    @Test
    void archiverShare_ofAWholeCore_compressesWhatIsRolled() throws Exception {
        DestinationConfig.File rolled = new DestinationConfig.File(
                folder.resolve("a.log").toString(),
                true,
                new Rolling.FixedWindow(folder.resolve("a.%i.log.gz").toString(), 1, 3, 10_000));
        try (LogEngine engine = LogEngine.start(options.archiverShare(1));
                AppendLog log = engine.open(rolled)) {
            log.append(RECORD);
            log.append(RECORD);

            await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("a.1.log.gz")));
        }
    }

    @Test
    void options_outOfTheirRange_areRefusedWithLimitAndValue() {
        assertThatThrownBy(() -> options.memory(0)).hasMessage("memory is less than 1 bytes: 0");
        assertThatThrownBy(() -> options.spill(-1)).hasMessage("spill is less than 0 bytes: -1");
        assertThatThrownBy(() -> options.waitWhenFull(Duration.ofMillis(-1)))
                .hasMessageContaining("negative: PT-0.001S");
        assertThatThrownBy(() -> options.longestSleep(Duration.ZERO)).hasMessageContaining("1 and 100 ms: PT0S");
        assertThatThrownBy(() -> options.longestSleep(Duration.ofMillis(101))).hasMessageContaining("PT0.101S");
        assertThatThrownBy(() -> options.longestRecord(63)).hasMessageContaining("less than 64 bytes: 63");
        assertThatThrownBy(() -> options.longestRecord((1 << 24) + 1)).hasMessageContaining("16777217");
        assertThatThrownBy(() -> options.archiverShare(0)).hasMessageContaining("at most 1: 0.0");
        assertThatThrownBy(() -> options.archiverShare(1.5)).hasMessageContaining("at most 1: 1.5");
        assertThatThrownBy(() -> options.archiverShare(Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void start_keepsACopyOfTheOptions() throws Exception {
        try (LogEngine engine = LogEngine.start(options)) {
            options.longestRecord(64);
            try (AppendLog log = engine.open(file())) {
                log.append(("z".repeat(500) + "\n").getBytes(UTF_8));
            }
            assertThat(lines()).containsExactly("z".repeat(500));
        }
    }
}
