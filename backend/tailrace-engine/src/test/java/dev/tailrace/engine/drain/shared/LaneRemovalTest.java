package dev.tailrace.engine.drain.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneRemovalTest {
    private LaneFolder folder;
    private SharedLog log;
    private Owner owner;
    private Path moved;

    @BeforeEach
    void joinLog(@TempDir Path temp) throws Exception {
        folder = new LaneFolder(temp);
        log = join();
        owner = Objects.requireNonNull(log.owner());
        moved = folder.lanes.resolveSibling(folder.lanes.getFileName() + ".over");
    }

    private SharedLog join() throws Exception {
        LogFile file = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, null), finding -> {});
        return Objects.requireNonNull(
                SharedLog.join(file, 2_000_000_000L, this::lanes, new QuietListener(), finding -> {}));
    }

    private Path lanes() {
        try {
            LaneDirectory.remake(folder.lanes);
            return folder.lanes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LockRecord record() throws Exception {
        return Objects.requireNonNull(LockView.record(folder.lockFile));
    }

    @Test
    void nothingIsLeft_directoryGoes_andTheRecordSaysSo() throws Exception {
        assertThat(log.removeLanes()).isTrue();
        assertThat(folder.lanes).doesNotExist();
        assertThat(moved).doesNotExist();
        assertThat(record().isOver()).isTrue();
        log.close();
    }

    @Test
    void ringOfItsOwnIsLeft_directoryStays() throws Exception {
        Path ring = Files.createFile(folder.lanes.resolve(owner.name() + "-1-1.ring"));

        log.close();

        assertThat(ring).exists();
        assertThat(record().closer()).isZero();
    }

    @Test
    void nameForTheRemovalIsALink_nothingBehindItIsDeleted() throws Exception {
        Path precious = Files.createDirectory(folder.folder.resolve("precious"));
        Path file = Files.createFile(precious.resolve("file"));
        Files.createSymbolicLink(moved, precious);

        assertThat(log.removeLanes()).isFalse();

        assertThat(file).exists();
        assertThat(folder.lanes).isDirectory();
        assertThat(record().closer()).isZero();
        log.close();
    }

    @Test
    void killedRemovalLeftADirectory_theNextOneDeletesBoth() throws Exception {
        Files.copy(folder.lanes, moved);
        Files.setPosixFilePermissions(moved, Files.getPosixFilePermissions(folder.lanes));
        Files.createFile(moved.resolve("1-a.owner"));

        assertThat(log.removeLanes()).isTrue();

        assertThat(moved).doesNotExist();
        log.close();
    }

    @Test
    void killedRemovalLeftADirectoryWithLines_bothStay() throws Exception {
        Files.copy(folder.lanes, moved);
        Files.setPosixFilePermissions(moved, Files.getPosixFilePermissions(folder.lanes));
        Path ring = Files.createFile(moved.resolve("1-a-1-1.ring"));

        assertThat(log.removeLanes()).isFalse();

        assertThat(ring).exists();
        assertThat(folder.lanes).isDirectory();
        log.close();
    }

    @Test
    void anotherProcessHasMadeTheDirectoryAnew_lateRingComesAfterItsOwner() throws Exception {
        assertThat(log.removeLanes()).isTrue();
        log.stopDraining();
        log.lock().close();
        SharedLog next = join();
        assertThat(Owners.living(folder.lanes, 0)).hasSize(1);

        List<String> seen = owner.beside(() -> Owners.living(folder.lanes, 0).stream()
                .map(each -> Long.toHexString(each.id()))
                .toList());

        assertThat(seen).hasSize(2).contains(Long.toHexString(owner.id()));
        next.close();
        assertThat(folder.lanes).as("the other one's lanes").isDirectory();
        log.close();
    }

    @Test
    void ringIsBeingMade_directoryStays() throws Exception {
        CountDownLatch making = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Path ring = folder.lanes.resolve(owner.name() + "-1-1.ring");
        Thread maker = new Thread(() -> {
            try {
                owner.beside(() -> {
                    making.countDown();
                    try {
                        asked.await(5, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return Files.createFile(ring);
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        maker.start();
        assertThat(making.await(5, TimeUnit.SECONDS)).isTrue();

        assertThat(log.removeLanes()).isFalse();

        asked.countDown();
        maker.join();
        assertThat(ring).exists();
        log.close();
    }
}
