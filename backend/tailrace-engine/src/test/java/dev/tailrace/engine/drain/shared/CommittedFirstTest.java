package dev.tailrace.engine.drain.shared;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archiver;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A successor that finds the last batch in the file, but can't open the log. */
class CommittedFirstTest {
    private static final long NOW = 1_709_985_600_000L * 1_000_000;

    @Test
    void batchThatIsInTheFile_isCommitted_beforeAnythingIsDoneWithTheFile(@TempDir Path temp) throws Exception {
        Archiver archiver = new Archiver(1, () -> NOW);
        LaneFolder folder = new LaneFolder(temp);
        LogFile file = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, null), finding -> {});
        Sink sink = file.open(archiver, () -> NOW, finding -> {}, false);
        Staging staging = Staging.open(folder.lanes, folder.lockFile, new QuietListener());
        staging.last(new QuietListener());
        ByteBuffer lines = staging.buffer();
        lines.put("noted\n".getBytes(UTF_8)).flip();
        staging.publish(sink, lines, List.of(), null);
        sink.write(lines.duplicate());
        sink.close();
        long before = StagingHead.committed(folder.lanes);
        Path renamed = Files.move(folder.log, folder.log.resolveSibling("renamed.log"));
        Files.createDirectory(folder.log);

        SharedLog log = Objects.requireNonNull(
                SharedLog.join(file, 2_000_000_000L, () -> folder.lanes, new QuietListener(), finding -> {}));
        SharedDrainer drainer = new SharedDrainer(
                Destination.withoutLanes("app.log"),
                log,
                archiver,
                0,
                () -> 0,
                () -> NOW,
                new QuietListener(),
                finding -> {});
        drainer.doWork(true);

        assertThat(drainer.state()).isEqualTo(SharedDrainer.State.FAILING);
        assertThat(StagingHead.committed(folder.lanes)).isEqualTo(before + 1);
        assertThat(renamed).hasContent("noted\n");
        drainer.close();
    }
}
