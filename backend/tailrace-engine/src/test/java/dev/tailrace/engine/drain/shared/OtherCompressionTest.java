package dev.tailrace.engine.drain.shared;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.BatchCompressor;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archiver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A successor whose configuration compresses otherwise than that of the drainer which died. */
class OtherCompressionTest {
    private static final long NOW = 1_709_985_600_000L * 1_000_000;

    private final Archiver archiver = new Archiver(1, () -> NOW);
    private final long[] nanos = {0};

    @TempDir
    Path temp;

    private LogFile log(LaneFolder folder, @Nullable String pattern, boolean streaming) throws Exception {
        Rolling rolling = pattern == null ? null : new Rolling.FixedWindow(folder.folder + "/" + pattern, 1, 3, 10_000);
        RollingOptions options = RollingOptions.NONE.withStreaming(streaming);
        return LogFile.of(new DestinationConfig.File(folder.log.toString(), true, rolling, options), finding -> {});
    }

    /** As a drainer leaves it that was killed right after it had noted a batch; the log is taken away then. */
    private static void noteAndDie(LaneFolder folder, LogFile log, String lines, Archiver archiver) throws Exception {
        Sink sink = log.open(archiver, () -> NOW, finding -> {}, false);
        BatchCompressor compressor = sink.compressor();
        ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(UTF_8));
        if (compressor != null) {
            bytes = compressor.compress(bytes);
            compressor.close();
        }
        Staging staging = Staging.open(folder.lanes, folder.lockFile, new QuietListener());
        staging.last(new QuietListener());
        ByteBuffer staged = staging.buffer();
        staged.put(bytes).flip();
        staging.publish(sink, staged, List.of(), null);
        sink.close();
        Files.delete(folder.log);
    }

    @Test
    void batchThatIsInTheFile_isCommitted_beforeAnythingIsDoneWithTheFile() throws Exception {
        LaneFolder folder = new LaneFolder(temp);
        noteAndDie(folder, log(folder, null, false), "noted\n", archiver);
        Staging staging = Staging.open(folder.lanes, folder.lockFile, new QuietListener());
        Intent noted = Objects.requireNonNull(staging.last(new QuietListener()));
        // By the next one, which dies as well.
        Sink sink = log(folder, null, false).open(archiver, () -> NOW, finding -> {}, false);
        staging.publishRest(sink, 0);
        sink.write(ByteBuffer.wrap("noted\n".getBytes(UTF_8)));
        sink.close();
        assertThat(StagingHead.committed(folder.lanes)).isLessThan(noted.sequence() + 1);

        String unreadable = "kind=window file=" + folder.log + " root=" + folder.folder
                + "/ pattern=app.%i.log.zst size=10 min=1 max=3 streaming=true";
        SharedLog log = Objects.requireNonNull(SharedLog.join(
                LogFile.ofRecord(folder.lockFile, unreadable),
                false,
                () -> folder.lanes,
                new QuietListener(),
                finding -> {}));
        SharedDrainer drainer = new SharedDrainer(
                Destination.withoutLanes("app.log"),
                log,
                archiver,
                0,
                () -> nanos[0],
                () -> NOW,
                new QuietListener(),
                finding -> {});
        drainer.doWork(true);

        assertThat(drainer.state()).isEqualTo(SharedDrainer.State.FAILING);
        assertThat(StagingHead.committed(folder.lanes)).isEqualTo(noted.sequence() + 1);
        assertThat(folder.log).hasContent("noted\n");
        drainer.close();
    }

    private void recover(LaneFolder folder, LogFile next) throws Exception {
        SharedLog log = Objects.requireNonNull(
                SharedLog.join(next, false, () -> folder.lanes, new QuietListener(), finding -> {}));
        SharedDrainer drainer = new SharedDrainer(
                Destination.withoutLanes("app.log"),
                log,
                archiver,
                0,
                () -> nanos[0],
                () -> NOW,
                new QuietListener(),
                finding -> {});
        LaneFolder.Producer live = folder.producer("live");
        live.log(2);
        for (int i = 0; i < 200; i++) {
            nanos[0] += 60_000_000L;
            drainer.doWork(true);
            archiver.doWork();
        }
        assertThat(drainer.isSettled()).isTrue();
        drainer.close();
        live.owner.leave();
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        List<Path> all = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.filter(each -> Files.isRegularFile(each) && !each.toString().endsWith(".tailrace-lock"))
                    .forEach(all::add);
        }
        for (Path file : all) {
            byte[] bytes = Files.readAllBytes(file);
            boolean packed = bytes.length > 0 && bytes[0] == 0x1f;
            try (InputStream in =
                    packed ? new GZIPInputStream(Files.newInputStream(file)) : Files.newInputStream(file)) {
                files.put(
                        file.getFileName() + (packed ? " packed" : ""),
                        new String(in.readAllBytes(), UTF_8).replaceAll(" some words that make it longer", ""));
            }
        }
        return files;
    }

    @Test
    void memberOfTheDead_whereLinesAreWrittenAsTheyAre_getsAFileOfItsOwn() throws Exception {
        LaneFolder folder = new LaneFolder(temp);
        noteAndDie(folder, log(folder, "app.%i.log.gz", true), "noted\n", archiver);
        recover(folder, log(folder, "app.%i.log", false));
        assertThat(files(folder.folder)).isEqualTo(Map.of("app.log", "live 0\nlive 1\n", "app.1.log", "noted\n"));
    }

    @Test
    void memberOfTheDead_whereNothingIsRolled_getsAFileOfItsOwn() throws Exception {
        LaneFolder folder = new LaneFolder(temp);
        noteAndDie(folder, log(folder, "app.%i.log.gz", true), "noted\n", archiver);
        recover(folder, log(folder, null, false));
        Map<String, String> files = files(folder.folder);
        assertThat(files).containsEntry("app.log", "live 0\nlive 1\n").hasSize(2);
        assertThat(files.values()).contains("noted\n");
        assertThat(files.keySet()).anyMatch(each -> each.startsWith("app.log.2024-03-"));
    }

    @Test
    void linesOfTheDead_whereMembersAreWritten_getAFileOfTheirOwn() throws Exception {
        LaneFolder folder = new LaneFolder(temp);
        noteAndDie(folder, log(folder, null, false), "noted\n", archiver);
        recover(folder, log(folder, "app.%i.log.gz", true));
        assertThat(files(folder.folder))
                .isEqualTo(Map.of("app.log packed", "live 0\nlive 1\n", "app.1.log.gz packed", "noted\n"));
    }
}
