package dev.tailrace.engine.drain.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.bytes.Memory;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.lock.DrainLock;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedLogTest {
    private static final int TICKS_OFFSET = 40;
    private static final int HEARTBEAT_OFFSET = 104;

    private final List<Finding> findings = new ArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private LaneFolder folder;
    private LogFile file;
    private Path elsewhere;

    @BeforeEach
    void makeFolder(@TempDir Path temp) throws Exception {
        folder = new LaneFolder(temp);
        file = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, null), findings::add);
        elsewhere = Files.createDirectory(
                folder.folder.resolve("elsewhere"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @AfterEach
    void endThread() {
        thread.shutdownNow();
    }

    private @Nullable SharedLog join(Path lanes) throws Exception {
        return SharedLog.join(file, 2_000_000_000L, () -> lanes, new QuietListener(), findings::add);
    }

    private LockRecord record() throws Exception {
        try (DrainLock lock = DrainLock.on(folder.lockFile)) {
            return Objects.requireNonNull(lock.record());
        }
    }

    private void write(LockRecord record) throws Exception {
        try (DrainLock lock = DrainLock.on(folder.lockFile)) {
            assertThat(lock.tryDrain()).isTrue();
            lock.write(record);
        }
    }

    @Test
    void join_noProcessHasAnythingInTheRecordedLanes_movesToItsOwn() throws Exception {
        SharedLog log = Objects.requireNonNull(join(elsewhere));
        assertThat(log.directory()).isEqualTo(elsewhere);
        assertThat(record().lanes()).isEqualTo(elsewhere);
        assertThat(record().closer()).isZero();
        assertThat(log.isFresh()).isTrue();
        assertThat(log.isDraining()).isTrue();
        log.close();
        assertThat(Owners.living(elsewhere, 0)).isEmpty();
    }

    @Test
    void join_aMemberLives_goesByItsLanes_andIsNotFresh() throws Exception {
        SharedLog first = Objects.requireNonNull(join(folder.lanes));
        SharedLog second = Objects.requireNonNull(join(elsewhere));
        assertThat(second.directory()).isEqualTo(folder.lanes);
        assertThat(first.isFresh()).isTrue();
        assertThat(second.isFresh()).isFalse();
        assertThat(second.isDraining()).isFalse();
        assertThat(Owners.living(folder.lanes, 0)).hasSize(2);
        first.close();
        second.close();
    }

    @Test
    void join_othersMayWriteTheLockFile_onlyItsLanesCount() throws Exception {
        SharedLog first = Objects.requireNonNull(join(folder.lanes));
        openToOthers();
        LogFile plain = file;
        Rolling rolling = new Rolling.FixedWindow(folder.folder + "/app.%i.log", 1, 3, 1000);
        file = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, rolling), findings::add);
        long begin = System.nanoTime();
        SharedLog second = Objects.requireNonNull(join(elsewhere));
        assertThat(System.nanoTime() - begin).isLessThan(1_000_000_000L);
        assertThat(second.directory()).isEqualTo(folder.lanes);
        first.close();
        assertThat(second.tryDrain(System.nanoTime())).isEqualTo(SharedLog.Attempt.TAKEN);
        assertThat(second.rolling().rolling()).isEqualTo(file.rolling()).isNotEqualTo(plain.rolling());
        second.close();
        try (DrainLock lock = DrainLock.on(folder.lockFile)) {
            assertThat(Objects.requireNonNull(lock.record()).isOpen()).isTrue();
        }
    }

    @Test
    void join_othersMayWriteTheLockFile_lanesOfAnotherLogAreNotUsed() throws Exception {
        Path other = Files.createDirectories(folder.folder.resolve("other"));
        LogFile otherLog =
                LogFile.of(new DestinationConfig.File(other.resolve("b.log").toString(), true, null), findings::add);
        SharedLog victim = Objects.requireNonNull(
                SharedLog.join(otherLog, 2_000_000_000L, () -> elsewhere, new QuietListener(), findings::add));
        write(new LockRecord(elsewhere, StagingHead.id(elsewhere), file.rolling()));
        openToOthers();
        SharedLog log = Objects.requireNonNull(join(folder.lanes));
        assertThat(log.directory()).isEqualTo(folder.lanes);
        assertThat(Owners.living(elsewhere, 0)).hasSize(1);
        // The first to write it closes it.
        assertThat(record().isOpen()).isFalse();
        log.close();
        victim.close();
    }

    @Test
    void attend_othersMayWriteTheLockFile_drainsWithoutRolling() throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        dead.log(3);
        openToOthers();
        SharedLog guest = SharedLog.attend(folder.lockFile, null, new QuietListener(), findings::add);
        assertThat(guest.directory()).isEqualTo(folder.lanes);
        assertThat(guest.file().rolling()).isEqualTo("kind=none file=" + folder.log);
        guest.close();
    }

    private void openToOthers() throws IOException {
        Files.setPosixFilePermissions(folder.lockFile, PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    @Test
    void join_livingOwnerIsReplacingTheRecord_waitsUntilItHas() throws Exception {
        Owner closer = Owner.enter(folder.lanes);
        LockRecord before = record();
        write(before.closedBy(closer.id()));
        AtomicReference<@Nullable Thread> joiner = new AtomicReference<>();
        Future<@Nullable SharedLog> joining = thread.submit(() -> {
            joiner.set(Thread.currentThread());
            return join(folder.lanes);
        });
        // The joining thread is known to look by now: it parks between two looks.
        await().until(() ->
                joiner.get() != null && Objects.requireNonNull(joiner.get()).getState() == Thread.State.TIMED_WAITING);
        assertThat(joining.isDone()).isFalse();
        assertThat(Owners.living(folder.lanes, 0)).isEmpty();
        write(new LockRecord(
                elsewhere,
                Staging.open(elsewhere, folder.lockFile, new QuietListener()).id(),
                before.rolling()));
        SharedLog log = Objects.requireNonNull(joining.get());
        assertThat(log.directory()).isNotNull();
        assertThat(record().lanes()).isEqualTo(log.directory());
        log.close();
        closer.leave();
    }

    @Test
    void join_deadOwnerWasReplacingTheRecord_itsMarkIsVoid() throws Exception {
        Owner closer = Owner.enter(folder.lanes);
        write(record().closedBy(closer.id()));
        Memory.putPlain(closer.page(), TICKS_OFFSET, 1);
        SharedLog log = Objects.requireNonNull(join(folder.lanes));
        assertThat(log.directory()).isEqualTo(folder.lanes);
        log.ensureRecord(record().id());
        assertThat(record().closer()).isZero();
        log.close();
    }

    @Test
    void ensureRecord_otherLanesAreNamed_replacesThemOnlyWhenNoMemberLivesThere() throws Exception {
        SharedLog drains = Objects.requireNonNull(join(folder.lanes));
        LockRecord own = record();
        long id = Staging.open(elsewhere, folder.lockFile, new QuietListener()).id();
        Owner member = Owner.enter(elsewhere);
        member.join();
        drains.lock().write(new LockRecord(elsewhere, id, own.rolling()));
        try {
            drains.ensureRecord(own.id());
            throw new AssertionError("replaced although " + member.name() + " lives");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("others have their lanes in " + elsewhere);
        }
        assertThat(record().lanes()).isEqualTo(elsewhere);
        member.leave();
        drains.ensureRecord(own.id());
        assertThat(record()).isEqualTo(own);
        assertThat(Owners.find(elsewhere, 0)).isNull();
        drains.close();
    }

    /** As of a container whose lanes can't be seen here, nor its locks. */
    private LockRecord unseen() throws Exception {
        LockRecord unseen = new LockRecord(folder.folder.resolve("unseen"), 1, file.rolling());
        write(unseen);
        return unseen;
    }

    @Test
    void join_unseenLanes_lastBeatIsOld_usesItsOwnAtOnce() throws Exception {
        unseen();
        Files.setLastModifiedTime(folder.lockFile, FileTime.fromMillis(System.currentTimeMillis() - 3_000));
        long begin = System.nanoTime();
        SharedLog log = Objects.requireNonNull(join(folder.lanes));
        assertThat(System.nanoTime() - begin).isLessThan(300_000_000L);
        assertThat(log.directory()).isEqualTo(folder.lanes);
        log.close();
    }

    @Test
    void join_unseenLanes_lastBeatIsFresh_looksForLessThanTwoSeconds_andThenUsesItsOwn() throws Exception {
        unseen();
        long begin = System.nanoTime();
        SharedLog log = Objects.requireNonNull(join(folder.lanes));
        assertThat(System.nanoTime() - begin).isBetween(1_800_000_000L, 2_300_000_000L);
        assertThat(log.directory()).isEqualTo(folder.lanes);
        log.close();
    }

    @Test
    void join_unseenLanes_anotherNewcomerHasTheLock_goesOnLooking() throws Exception {
        unseen();
        try (DrainLock other = DrainLock.on(folder.lockFile)) {
            Future<?> looking = thread.submit(() -> {
                LockSupport.parkNanos(this, 200_000_000L);
                await().until(other::tryDrain);
                LockSupport.parkNanos(this, 1_300_000_000L);
                other.stopDraining();
                return null;
            });
            SharedLog log = Objects.requireNonNull(join(folder.lanes));
            assertThat(log.directory()).isEqualTo(folder.lanes);
            looking.get();
            log.close();
        }
    }

    @Test
    void join_unseenLanes_theirProcessBeats_leavesThemAlone() throws Exception {
        LockRecord unseen = unseen();
        try (DrainLock other = DrainLock.on(folder.lockFile)) {
            Future<?> beating = thread.submit(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    other.beat();
                    LockSupport.parkNanos(this, 900_000_000L);
                }
            });
            assertThat(join(folder.lanes)).isNull();
            assertThat(record()).isEqualTo(unseen);
            assertThat(SharedLog.joinAlone(file, new QuietListener(), findings::add))
                    .isNull();
            assertThat(record()).isEqualTo(unseen);
            beating.cancel(true);
        }
        assertThat(findings.toString()).contains("LANES_UNREACHABLE");
    }

    @Test
    void ensureRecord_unseenLanesAreNamed_waitsUntilTheirHeartbeatStandsStill_withoutItsOwn() throws Exception {
        SharedLog drains = Objects.requireNonNull(join(folder.lanes));
        LockRecord own = record();
        drains.lock().write(new LockRecord(folder.folder.resolve("unseen"), 1, file.rolling()));
        long begin = System.nanoTime();
        await().until(() -> {
            drains.beat();
            try {
                drains.ensureRecord(own.id());
                return true;
            } catch (IOException e) {
                return false;
            }
        });
        assertThat(System.nanoTime() - begin).isGreaterThan(1_500_000_000L);
        assertThat(record()).isEqualTo(own);
        drains.beat();
        assertThat(drains.lock().pulse()).isEqualTo(DrainLock.Pulse.BEATING);
        drains.close();
    }

    private static void cut(Path file) throws IOException {
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(0);
        }
    }

    private static long heartbeat(SharedLog log) throws IOException {
        Owner owner = Objects.requireNonNull(log.owner());
        Path file = owner.directory().resolve(owner.name() + Owner.SUFFIX);
        return ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(HEARTBEAT_OFFSET);
    }

    @Test
    void holderFileThatWasCut_allGoOnShowingThatTheyLive_andTheDrainerMakesItAnew() throws Exception {
        SharedLog drainer = Objects.requireNonNull(join(folder.lanes));
        SharedLog member = Objects.requireNonNull(join(folder.lanes));
        Path holder = folder.lanes.resolve(DrainHolder.FILE);
        cut(holder);
        for (int i = 1; i <= 3; i++) {
            member.warmUpSeat(System.nanoTime());
            assertThat(member.confirmSeat(1)).isTrue();
            drainer.warmUpSeat(System.nanoTime());
            assertThat(drainer.confirmSeat(1)).isTrue();
            assertThat(heartbeat(member)).isEqualTo(i);
            assertThat(heartbeat(drainer)).isEqualTo(i);
            assertThat(Files.size(holder)).isEqualTo(DrainHolder.LENGTH);
            assertThat(member.tryDrain(System.nanoTime())).isNotEqualTo(SharedLog.Attempt.TAKEN);
        }
        assertThat(drainer.isDraining()).isTrue();
        member.close();
        drainer.close();
    }

    @Test
    void drainerThatLostItsSeat_knowsIt_alsoWhenItsOwnFileWasCut() throws Exception {
        SharedLog former = Objects.requireNonNull(join(folder.lanes));
        assertThat(former.isDraining()).isTrue();
        Files.delete(folder.lanes.resolve(DrainHolder.FILE));
        Owner newcomer = Owner.enter(folder.lanes);
        Seat seat = Seat.of(newcomer, new QuietListener());
        assertThat(seat.take(System.nanoTime())).isTrue();
        Owner owner = Objects.requireNonNull(former.owner());
        cut(folder.lanes.resolve(owner.name() + Owner.SUFFIX));
        assertThat(former.confirmSeat(1)).isFalse();
        assertThat(former.isDraining()).isFalse();
        seat.release();
        newcomer.leave();
        former.close();
    }
}
