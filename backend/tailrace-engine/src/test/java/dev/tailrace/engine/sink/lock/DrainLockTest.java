package dev.tailrace.engine.sink.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.testkit.OpenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainLockTest {
    private Path file;
    private DrainLock lock;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        file = folder.toRealPath().resolve(".app.log.tailrace-lock");
        lock = DrainLock.on(file);
    }

    @AfterEach
    void close() throws IOException {
        lock.close();
    }

    @Test
    void ofTwoProcesses_oneDrains_untilItStops() throws Exception {
        try (LockProcess other = new LockProcess(file)) {
            assertThat(lock.tryDrain()).isTrue();
            assertThat(lock.tryDrain()).isTrue();
            assertThat(other.send("drain")).isEqualTo("false");
            lock.stopDraining();
            assertThat(lock.drains()).isFalse();
            assertThat(other.send("drain")).isEqualTo("true");
            assertThat(lock.tryDrain()).isFalse();
        }
    }

    @Test
    void killedDrainer_isSucceededAtOnce() throws Exception {
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.send("drain")).isEqualTo("true");
            assertThat(lock.tryDrain()).isFalse();
            other.kill();
            assertThat(lock.tryDrain()).isTrue();
        }
    }

    @Test
    void pulse_ofAFileThatWasWrittenLongAgo_isKnownAtOnce() throws Exception {
        lock.tryDrain();
        lock.write(new LockRecord(Path.of("/x"), 1, ""));
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 3_000));
        assertThat(lock.pulse()).isEqualTo(DrainLock.Pulse.NONE);
    }

    @Test
    void beats_whileTheFileIsClosedAndOpened_keepNoDescriptor() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread beats = new Thread(() -> {
            while (!over.get()) {
                lock.beat();
            }
        });
        beats.start();
        for (int i = 0; i < 1_000; i++) {
            lock.reopen();
        }
        lock.close();
        over.set(true);
        beats.join();
        assertThat(OpenFiles.below(Objects.requireNonNull(file.getParent()))).isEmpty();
    }

    @Test
    void age_whereNoModeCanBeSet_isByThisMachinesClock_andAtMostWhatItIs() {
        assertThat(LockFile.age(1_000, 4_000, 9_000)).isEqualTo(3_000);
        assertThat(LockFile.age(1_000, 1_000, 9_000)).isEqualTo(6_000);
        assertThat(LockFile.age(1_000, 1_000, 1_500)).isNegative();
        assertThat(LockFile.age(9_000, 1_000, 2_000)).isNegative();
    }

    @Test
    void pulse_ofAProcessThatBeats_isSeen_andItsEndToo() throws Exception {
        try (LockProcess other = new LockProcess(file);
                DrainLock looks = DrainLock.on(file)) {
            other.send("beat");
            long begin = System.nanoTime();
            assertThat(looks.pulse()).isEqualTo(DrainLock.Pulse.UNKNOWN);
            other.send("drop");
            other.send("beat");
            assertThat(looks.pulse()).isEqualTo(DrainLock.Pulse.BEATING);
            other.kill();
            assertThat(looks.pulse()).isEqualTo(DrainLock.Pulse.BEATING);
            await().until(() -> looks.pulse() == DrainLock.Pulse.NONE);
            assertThat(System.nanoTime() - begin).isGreaterThan(2_500_000_000L);
        }
    }

    @Test
    void record_ofAnyLength_isRead_andBeatsLeaveItAlone() throws Exception {
        lock.tryDrain();
        for (int length : new int[] {1, 900, 950, 1_000, 1_100, 20_000, 60_000}) {
            LockRecord record = new LockRecord(Path.of("/x"), 1, "ü".repeat(length / 2));
            lock.write(record);
            assertThat(lock.record()).isEqualTo(record);
            lock.beat();
            assertThat(lock.record()).as("length %d", length).isEqualTo(record);
            assertThat(LockView.record(file)).isEqualTo(record);
        }
    }

    @Test
    void withoutTheLock_noRecordIsWritten() {
        assertThatThrownBy(() -> lock.write(new LockRecord(Path.of("/x"), 1, "")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void twoOfOneProcess_contendAsProcessesDo() throws Exception {
        try (DrainLock second = DrainLock.on(file)) {
            assertThat(second.tryDrain()).isTrue();
            assertThat(lock.tryDrain()).isFalse();
        }
        assertThat(lock.tryDrain()).isTrue();
    }

    @Test
    void lockLostToAReaderInTheProcess_isHadAgainAfterARefresh() throws Exception {
        lock.tryDrain();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.send("drain")).isEqualTo("false");
            Files.readAllBytes(file);
            assertThat(other.send("drain")).as("what POSIX does").isEqualTo("true");
            other.kill();
            lock.refresh();
            assertThat(lock.drains()).as("believed, and asked for again").isTrue();
        }
        lock.refresh();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.send("drain")).isEqualTo("false");
        }
    }

    /** Another user swaps the file that this process has opened for one of this user's. */
    @Test
    void record_ofAnOpenFileWhosePathLeadsToATrustedOne_countsForItsLanesOnly() throws Exception {
        lock.tryDrain();
        lock.write(new LockRecord(Path.of("/dev/shm/x"), 7, "kind=none file=/app.log"));
        Path aside = file.resolveSibling("aside");
        Files.move(file, aside);
        Files.copy(aside, file);
        Files.setPosixFilePermissions(aside, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThat(lock.record()).isEqualTo(new LockRecord(Path.of("/dev/shm/x"), 7, ""));
    }

    @Test
    void interruptedThread_losesNoLock() throws Exception {
        lock.tryDrain();
        LockRecord record = new LockRecord(Path.of("/dev/shm/x"), 7, "kind=none file=/app.log");
        Thread.currentThread().interrupt();
        lock.write(record);
        assertThat(lock.record()).isEqualTo(record);
        assertThat(Thread.interrupted()).isTrue();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.send("drain")).isEqualTo("false");
            assertThat(other.send("record")).isEqualTo(record.toString());
        }
    }

    @Test
    void deletedLockFile_noLongerStands_andIsMadeAgain() throws Exception {
        DrainLock second = DrainLock.on(file);
        lock.tryDrain();
        assertThat(lock.stands()).isTrue();
        Files.delete(file);
        assertThat(lock.stands()).isFalse();
        lock.reopen();
        assertThat(lock.stands()).isTrue();
        assertThat(lock.drains()).isFalse();
        assertThat(second.stands()).isFalse();
        assertThat(lock.tryDrain()).isTrue();
        second.reopen();
        assertThat(second.tryDrain()).isFalse();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.send("drain")).isEqualTo("false");
        }
        second.close();
    }

    @Test
    void deletedDirectory_isMadeAgain_andWhileItCantBe_nothingIsHeld() throws IOException {
        lock.tryDrain();
        Path folder = file.getParent();
        Files.delete(file);
        Files.delete(folder);
        Files.writeString(folder, "in the way");
        assertThat(lock.stands()).isFalse();
        assertThatThrownBy(() -> lock.reopen()).isInstanceOf(IOException.class);
        assertThat(lock.stands()).isFalse();
        assertThat(lock.tryDrain()).isFalse();
        assertThat(lock.record()).isNull();
        Files.delete(folder);
        lock.reopen();
        assertThat(lock.tryDrain()).isTrue();
        assertThat(lock.stands()).isTrue();
    }

    @Test
    void replacedLockFile_noLongerStands() throws IOException {
        Path next = Files.writeString(file.resolveSibling("next"), "");
        Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(lock.stands()).isFalse();
    }

    @Test
    void link_isRefused() throws IOException {
        Path target = Files.writeString(file.resolveSibling("precious"), "precious");
        Path link = Files.createSymbolicLink(file.resolveSibling(".b.log.tailrace-lock"), target);
        assertThatThrownBy(() -> DrainLock.on(link)).hasMessageContaining("link");
        assertThat(target).hasContent("precious");
        Path dangling =
                Files.createSymbolicLink(file.resolveSibling(".c.log.tailrace-lock"), file.resolveSibling("no"));
        assertThatThrownBy(() -> DrainLock.on(dangling)).hasMessageContaining("link");
        assertThat(file.resolveSibling("no")).doesNotExist();
    }
}
