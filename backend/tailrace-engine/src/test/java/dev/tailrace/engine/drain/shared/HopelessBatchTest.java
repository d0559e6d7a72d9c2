package dev.tailrace.engine.drain.shared;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archiver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch that a process can't write, for no reason of the file's. */
class HopelessBatchTest {
    private static final long NOW = 1_709_985_600_000L * 1_000_000;
    private static final long SECOND = 1_000_000_000L;

    private final Archiver archiver = new Archiver(1, () -> NOW);
    private final long[] nanos = {0};
    private final List<String> putAside = new ArrayList<>();
    private LaneFolder folder;
    private LogFile file;

    @BeforeEach
    void noteABatch(@TempDir Path temp) throws Exception {
        folder = new LaneFolder(temp);
        file = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, null), finding -> {});
        Sink sink = file.open(archiver, () -> NOW, finding -> {}, false);
        Staging staging = Staging.open(folder.lanes, folder.lockFile, new QuietListener());
        staging.last(new QuietListener());
        ByteBuffer staged = staging.buffer();
        staged.put("noted\n".getBytes(UTF_8)).flip();
        staging.publish(sink, staged, List.of(), null);
        sink.close();
        // So that its successor has to say that lines may be there twice.
        Files.delete(folder.log);
    }

    /** A process in which that fails. */
    private SharedDrainer process(RuntimeException failure) throws IOException {
        DrainListener listener = new QuietListener() {
            @Override
            public void onPutAside(Path path, IOException reason) {
                putAside.add(String.valueOf(path.getFileName()));
            }
        };
        SharedLog log = Objects.requireNonNull(
                SharedLog.join(file, 2_000_000_000L, () -> folder.lanes, listener, finding -> {}));
        return new SharedDrainer(
                Destination.withoutLanes("app.log"),
                log,
                archiver,
                0,
                () -> nanos[0],
                () -> clock(failure),
                listener,
                finding -> {});
    }

    /** Fails while the log is opened for the batch, as long as that has not been put aside. */
    private long clock(RuntimeException failure) {
        boolean opens = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("takeOver")));
        if (opens && putAside.isEmpty()) {
            throw failure;
        }
        return NOW;
    }

    private void step(SharedDrainer drainer) {
        nanos[0] += 2 * SECOND;
        drainer.doWork(true);
    }

    private String aside() throws IOException {
        try (Stream<Path> files = Files.list(folder.folder)) {
            return Files.readString(files.filter(each -> each.toString().endsWith(".put-aside"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    @Test
    void batchThatFailsInTwoProcesses_isPutAside_andTheLinesBehindItAreWritten() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        live.log(3);
        SharedDrainer first = process(new IllegalStateException("a defect"));
        step(first);
        assertThat(first.state()).isEqualTo(SharedDrainer.State.FAILING);
        assertThat(putAside).isEmpty();
        first.close();

        SharedDrainer second = process(new IllegalStateException("the same defect"));
        step(second);
        assertThat(putAside).singleElement().asString().matches("app\\.log\\.\\d+\\.put-aside");
        assertThat(aside()).isEqualTo("noted\n");
        step(second);
        step(second);
        assertThat(second.isDraining()).isTrue();
        assertThat(folder.text()).endsWith(String.join("", live.lines));
        second.close();
        live.owner.leave();
    }

    @Test
    void batchThatFailsInOneProcess_isPutAsideAfterTheThirdTime() throws Exception {
        SharedDrainer only = process(new IllegalStateException("a defect"));
        step(only);
        step(only);
        assertThat(putAside).isEmpty();
        step(only);
        assertThat(putAside).hasSize(1);
        only.close();
    }

    @Test
    void giveUp_leavesTheLogToAnotherProcess_forAWhile() throws Exception {
        putAside.add("the batch");
        SharedDrainer first = process(new IllegalStateException());
        step(first);
        assertThat(first.isDraining()).isTrue();
        SharedDrainer second = process(new IllegalStateException());
        step(second);
        assertThat(second.isDraining()).isFalse();

        first.giveUp(new NoClassDefFoundError("a/Class"));
        step(first);
        assertThat(first.isDraining()).isFalse();
        step(second);
        assertThat(second.isDraining()).isTrue();
        second.close();
        step(first);
        step(first);
        assertThat(first.isDraining()).isTrue();
        assertThat(putAside).containsExactly("the batch");
        first.close();
    }
}
