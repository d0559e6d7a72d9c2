package dev.tailrace.guest.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.guest.LaneFolder;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogViewTest {
    private static final int SPILLED_OFFSET = 512;

    private LaneFolder folder;
    private LaneFolder.Producer producer;

    @BeforeEach
    void spill(@TempDir Path temp) throws Exception {
        folder = new LaneFolder(temp);
        producer = folder.producer("one");
        producer.spill();
    }

    private List<Path> spillFiles() throws Exception {
        try (Stream<Path> files = Files.list(folder.folder)) {
            return files.filter(file -> file.toString().endsWith(".tailrace-spill"))
                    .toList();
        }
    }

    private RingView ring() {
        return LogView.once(folder.lockFile).owners().get(0).rings().get(0);
    }

    /** A person who reads that would delete lines that the next drainer would bring in. */
    @Test
    void ringThatCantBeUnderstood_itsSpillFilesAreNotTakenForOrphans() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(folder.ring(producer).toFile(), "rw")) {
            file.seek(SPILLED_OFFSET);
            file.writeLong(-1);
        }
        assertThat(ring().problem()).isNotEmpty();

        assertThat(LogView.once(folder.lockFile).spillsLeft()).isEmpty();
        producer.owner.leave();
    }

    /** Frames that are moved to disk are cleared and overwritten in the ring, maybe just while a reader looks at them there. */
    @Test
    void processThatMovesLinesToDiskMeanwhile_looksAllRight() throws Exception {
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        Thread process = new Thread(() -> {
            try {
                byte[] line = "x".repeat(200).getBytes(StandardCharsets.ISO_8859_1);
                for (int i = 0; i < 400_000; i++) {
                    Lane.Outcome outcome = producer.lane.append(line, line.length, i, 0, 0, new PendingWord(() -> {}));
                    assertThat(outcome).isEqualTo(Lane.Outcome.APPENDED);
                    if (i % 20 == 0 && producer.lane.spill(0)) {
                        producer.lane.clearConsumed();
                    }
                }
            } catch (Throwable e) {
                errors.add(e);
            }
        });
        process.start();
        try {
            do {
                LogView view = LogView.once(folder.lockFile);
                assertThat(view.spillsLeft()).isEmpty();
                assertThat(view.owners().get(0).rings().get(0).problem())
                        .doesNotContain("no producer writes")
                        .doesNotContain("spill file");
            } while (process.isAlive());
        } finally {
            process.join();
        }
        assertThat(errors).isEmpty();
        producer.owner.leave();
    }

    @Test
    void ringThatIsGone_itsSpillFilesAreLeft() throws Exception {
        assertThat(LogView.once(folder.lockFile).spillsLeft()).isEmpty();
        Files.delete(folder.ring(producer));

        assertThat(LogView.once(folder.lockFile).spillsLeft())
                .containsExactly(spillFiles().get(0).toString());
        producer.owner.leave();
    }

    @Test
    void deadRingWithADamagedWord_linesBehindItAreCounted_andTheDamageIsTold() throws Exception {
        LaneFolder.Producer other = folder.producer("other");
        other.log(100);
        folder.kill(other);
        try (RandomAccessFile file = new RandomAccessFile(folder.ring(other).toFile(), "rw")) {
            file.seek(4096);
            file.writeLong(0x7777777777777777L);
        }

        RingView ring = LogView.once(folder.lockFile).owners().stream()
                .filter(owner -> owner.name().equals(other.owner.name()))
                .findFirst()
                .orElseThrow()
                .rings()
                .get(0);

        assertThat(ring.lines()).isEqualTo(99);
        assertThat(ring.problem()).contains("bytes in 1 place").contains("will be skipped");
        producer.owner.leave();
    }

    /** Only committed frames are moved to disk: a drainer gives up there, and doesn't step on. */
    @Test
    void deadRingWithZerosInItsSpill_isReportedAsDamaged() throws Exception {
        folder.kill(producer);
        Path file = spillFiles().get(0);
        Files.write(file, new byte[(int) Files.size(file)]);

        assertThat(ring().problem()).contains("no producer writes");
        assertThat(ring().torn()).isZero();
    }
}
