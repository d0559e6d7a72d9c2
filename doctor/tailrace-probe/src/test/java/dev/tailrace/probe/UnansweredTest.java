package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.probe.archive.ArchiveReader;
import dev.tailrace.probe.archive.ArchiveWriter;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Proc;
import dev.tailrace.probe.jvm.RefusalCode;
import dev.tailrace.probe.jvm.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnansweredTest {
    private final LiveException refused = new LiveException(RefusalCode.NO_ANSWER, "No answer.");

    @TempDir
    Path folder;

    /** This process is the one that is looked at. */
    private LiveRecording record() throws Exception {
        long pid = ProcessHandle.current().pid();
        Path file = folder.resolve("evidence.zip");
        try (ArchiveWriter archive = new ArchiveWriter(file)) {
            LiveOptions options = new LiveOptions(pid, Duration.ofSeconds(2), 0.02, file);
            return Unanswered.record(options, new Target(pid, new Proc(pid)), archive, refused);
        }
    }

    @Test
    void record_jvmThatCollects_keepsItsCounters() throws Exception {
        Object[] live = IntStream.range(0, 500_000).mapToObj(i -> new int[4]).toArray();
        AtomicBoolean over = new AtomicBoolean();
        Thread collects = new Thread(() -> {
            while (!over.get()) {
                System.gc();
                LockSupport.parkNanos(20_000_000);
            }
        });
        collects.start();
        try {
            assertThat(record().notes()).singleElement().asString().startsWith("No answer. There are no thread dumps;");
        } finally {
            over.set(true);
            collects.join();
        }
        assertThat(ArchiveReader.inputs(folder.resolve("evidence.zip"), new EvidenceBuilder()))
                .extracting(each -> each.name().replaceFirst(".*!", ""))
                .contains("gc/counters.txt", "recording.json");
        assertThat(live).isNotEmpty();
    }

    @Test
    void record_jvmThatDoesntAnswerForAnotherReason_isRefused() {
        assertThatThrownBy(this::record).isSameAs(refused);
        assertThat(folder.resolve("evidence.zip")).doesNotExist();
    }
}
