package dev.tailrace.engine.journal.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.LaneDiscovery;
import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LivenessTest {
    private static final long SECOND = 1_000_000_000L;
    /** Longer than a socket's path may be. */
    private static final String LONG =
            "a-directory-whose-name-is-longer-than-the-path-of-a-unix-domain-socket-may-be-which-is-107-bytes/long";

    private Path directory;

    @BeforeEach
    void useFolder(@TempDir Path temp) throws IOException {
        directory = temp.toRealPath();
    }

    private Path file(Owner owner) {
        return directory.resolve(owner.name() + Owner.SUFFIX);
    }

    @Test
    void ownerOfThisProcess_lives_whateverReadsItsFiles() throws Exception {
        Owner owner = Owner.enter(directory);
        Liveness liveness = new Liveness(file(owner));
        assertThat(liveness.isAlive(0)).isTrue();
        Files.readAllBytes(file(owner));
        assertThat(liveness.isAlive(10 * SECOND)).isTrue();
        owner.leave();
    }

    @Test
    void ownerThatLeft_isDead_althoughItsProcessLives() throws Exception {
        Owner owner = Owner.enter(directory);
        Liveness known = new Liveness(file(owner));
        assertThat(known.isAlive(0)).isTrue();
        owner.leave();
        assertThat(known.isAlive(0)).isFalse();
        assertThat(new Liveness(file(owner)).isAlive(0)).isFalse();
    }

    @Test
    void ownerWhoseFileWasRemoved_livesForTheReaderThatKnewIt() throws Exception {
        Owner owner = Owner.enter(directory);
        Liveness known = new Liveness(file(owner));
        assertThat(known.isAlive(0)).isTrue();
        Files.delete(file(owner));
        assertThat(known.isAlive(10 * SECOND)).isTrue();
        assertThat(owner.restore()).isTrue();
        owner.leave();
        assertThat(known.isAlive(10 * SECOND)).as("told by the old file, too").isFalse();
    }

    @Test
    void killedProcess_isDead_zombieOrNot_andAStoppedOneLives() throws Exception {
        try (OwnerProcess other = new OwnerProcess(directory)) {
            Liveness liveness = new Liveness(other.file());
            assertThat(liveness.isAlive(0)).isTrue();
            other.signal("STOP");
            assertThat(liveness.isAlive(100 * SECOND)).isTrue();
            other.kill();
            assertThat(liveness.isAlive(100 * SECOND)).isFalse();
        }
    }

    @Test
    void numberThatBelongsToAnotherProcessNow_isProvedGone() throws Exception {
        Owner owner = Owner.enter(directory);
        assertThat(ProcessIdentity.of(owner.page()).evidence()).isEqualTo(Evidence.LIVES);
        Memory.putPlain(owner.page(), OwnerDescriptor.TICKS_OFFSET, 1);
        assertThat(ProcessIdentity.of(owner.page()).evidence()).isEqualTo(Evidence.GONE);
        owner.leave();
    }

    /** Containers of some kinds have a boot id of their own. */
    @Test
    void otherBootId_provesNothing() throws Exception {
        Owner owner = Owner.enter(directory);
        Memory.putPlain(owner.page(), OwnerDescriptor.BOOT_OFFSET, 4711);
        assertThat(ProcessIdentity.of(owner.page()).evidence()).isEqualTo(Evidence.NONE);
        assertThat(new Liveness(file(owner)).isAlive(0)).isTrue();
        owner.leave();
    }

    @Test
    void restore_fileThatWasCut_isMadeAnewWithTheSameWords() throws Exception {
        Owner owner = Owner.enter(directory);
        owner.join();
        owner.agree(7);
        try (RandomAccessFile cut = new RandomAccessFile(file(owner).toFile(), "rw")) {
            cut.setLength(100);
        }
        assertThat(owner.restore()).isTrue();
        assertThat(owner.restore()).isFalse();
        assertThat(Owners.living(directory, 0))
                .extracting(OwnerHead::id, OwnerHead::pid, OwnerHead::agreed)
                .containsExactly(tuple(owner.id(), ProcessHandle.current().pid(), 7L));
        owner.leave();
    }

    /** As seen from another PID namespace. */
    private static void hide(ByteBuffer page) {
        Memory.putPlain(page, OwnerDescriptor.NAMESPACE_OFFSET, 4711);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", LONG})
    void otherNamespace_socketDecides(String folder) throws Exception {
        try (OwnerProcess other = new OwnerProcess(Files.createDirectories(directory.resolve(folder)))) {
            hide(Owner.attach(other.file()));
            Liveness liveness = new Liveness(other.file());
            for (int i = 0; i < 20; i++) {
                assertThat(liveness.isAlive(i * SECOND))
                        .as("look %d, with a full queue soon", i)
                        .isTrue();
            }
            // A reader's open fails, and changes nothing.
            Path socket = Owner.socketOf(other.file());
            assertThat(socket.toFile().exists()).isTrue();
            try {
                Files.readAllBytes(socket);
            } catch (IOException e) {
                assertThat(liveness.isAlive(30 * SECOND)).isTrue();
            }
            other.signal("STOP");
            assertThat(liveness.isAlive(40 * SECOND)).isTrue();
            other.kill();
            assertThat(liveness.isAlive(40 * SECOND)).isFalse();
        }
    }

    @Test
    void nothingButTheLock_countsOnlyWhenItIsFreeForLong() throws Exception {
        try (OwnerProcess other = new OwnerProcess(directory)) {
            hide(Owner.attach(other.file()));
            Files.delete(Owner.socketOf(other.file()));
            Liveness liveness = new Liveness(other.file());
            assertThat(liveness.isAlive(0)).isTrue();
            assertThat(liveness.isAlive(10 * SECOND)).as("its lock is held").isTrue();
            other.kill();
            assertThat(liveness.isAlive(20 * SECOND)).as("free just now").isTrue();
            assertThat(liveness.isAlive(30 * SECOND))
                    .as("not looked at in between")
                    .isTrue();
            for (int i = 1; i < 25; i++) {
                assertThat(liveness.isAlive(30 * SECOND + i * SECOND / 10)).isTrue();
            }
            assertThat(liveness.isAlive(32 * SECOND + SECOND / 2)).isFalse();
        }
    }

    /** Each look falls between the loss of the lock and the moment when it is taken again. */
    @Test
    void nothingButTheLock_thatIsLostAllTheTime_heartbeatCounts() throws Exception {
        try (OwnerProcess other = new OwnerProcess(directory)) {
            hide(Owner.attach(other.file()));
            Files.delete(Owner.socketOf(other.file()));
            Liveness liveness = new Liveness(other.file());
            for (int i = 0; i <= 100; i++) {
                if (i % 10 == 5) {
                    other.send("refresh");
                }
                other.send("drop");
                assertThat(liveness.isAlive(i * SECOND / 10)).as("look %d", i).isTrue();
            }
            other.signal("STOP");
            for (int i = 101; i < 121; i++) {
                assertThat(liveness.isAlive(i * SECOND / 10)).as("look %d", i).isTrue();
            }
            assertThat(liveness.isAlive(121 * SECOND / 10))
                    .as("2.5 s without a beat")
                    .isFalse();
        }
    }

    /** The file that is there after a cut is another one, and so is its lock. */
    @Test
    void fileThatWasCutAndMadeAnew_itsLockCounts_alsoWhileItsProcessIsStopped() throws Exception {
        try (OwnerProcess other = new OwnerProcess(directory)) {
            hide(Owner.attach(other.file()));
            Files.delete(Owner.socketOf(other.file()));
            Liveness liveness = new Liveness(other.file());
            assertThat(liveness.isAlive(0)).isTrue();
            cut(other.file());
            assertThat(liveness.isAlive(SECOND / 10)).isTrue();
            other.send("restore");
            hide(Owner.attach(other.file()));
            Files.deleteIfExists(Owner.socketOf(other.file()));
            other.signal("STOP");
            for (int i = 2; i < 100; i++) {
                assertThat(liveness.isAlive(i * SECOND / 10)).as("look %d", i).isTrue();
            }
        }
    }

    @Test
    void restore_fileThatWasCut_isThereAllTheTime() throws Exception {
        Owner owner = Owner.enter(directory);
        Path file = file(owner);
        for (int i = 0; i < 200; i++) {
            cut(file);
            AtomicBoolean gone = new AtomicBoolean();
            AtomicBoolean stop = new AtomicBoolean();
            Thread looking = new Thread(() -> {
                while (!stop.get()) {
                    gone.compareAndSet(false, Files.notExists(file));
                }
            });
            looking.start();
            assertThat(owner.restore()).isTrue();
            stop.set(true);
            looking.join();
            assertThat(gone)
                    .as("round %d: a process without a file counts as dead", i)
                    .isFalse();
        }
        owner.leave();
    }

    /** As {@code shred -u} does, and a clean-up that truncates before it removes. */
    @Test
    void restore_fileThatWasCutAndThenRemoved_isMadeAnew() throws Exception {
        Owner owner = Owner.enter(directory);
        owner.join();
        cut(file(owner));
        Files.delete(file(owner));
        assertThat(owner.restore()).isTrue();
        assertThat(owner.restore()).isFalse();
        assertThat(Owners.living(directory, 0))
                .extracting(OwnerHead::id, OwnerHead::pid, OwnerHead::agreed)
                .containsExactly(tuple(owner.id(), ProcessHandle.current().pid(), 0L));
        owner.leave();
    }

    @Test
    void refresh_whileTheFileCannotBeMadeAnew_goesOnAndRecovers() throws Exception {
        Owner owner = Owner.enter(directory);
        Path inTheWay = Files.createDirectory(directory.resolve(owner.name() + Owner.UNFINISHED));
        cut(file(owner));
        assertThatThrownBy(owner::restore).isInstanceOf(IOException.class);
        owner.refresh();
        assertThat(Owner.socketOf(file(owner))).exists();
        Files.delete(inTheWay);
        assertThat(owner.restore()).isTrue();
        owner.refresh();
        assertThat(new Liveness(file(owner)).isAlive(0)).isTrue();
        owner.leave();
    }

    /** A drainer's clock may be ahead, and its file system's. */
    @Test
    void unfinishedFile_isRemovedOnlyOnceItsProcessIsGone_whateverItsAge() throws Exception {
        Path unfinished = directory.resolve("4711-abc-1x" + Owner.UNFINISHED);
        try (OwnerProcess other = new OwnerProcess(directory)) {
            Files.copy(other.file(), unfinished);
            Files.setLastModifiedTime(unfinished, FileTime.fromMillis(0));
            look();
            assertThat(unfinished).exists();
        }
        Files.setLastModifiedTime(unfinished, FileTime.from(Instant.now()));
        look();
        assertThat(unfinished).doesNotExist();
        Files.writeString(unfinished, "half");
        Files.setLastModifiedTime(unfinished, FileTime.fromMillis(0));
        look();
        assertThat(unfinished).exists();
        Path socket = Files.writeString(directory.resolve("4711-abc-1x.live" + Owner.UNFINISHED), "");
        Files.setLastModifiedTime(socket, FileTime.fromMillis(0));
        look();
        assertThat(socket).doesNotExist();
    }

    private void look() {
        LaneDiscovery discovery = new LaneDiscovery(directory, directory.resolve("lock"), "", (file, problem) -> {});
        discovery.look(0);
        discovery.close();
    }

    private static void cut(Path file) throws IOException {
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(0);
        }
    }

    @Test
    void refresh_withoutASocket_takesALostLockAgain() throws Exception {
        try (OwnerProcess other = new OwnerProcess(directory)) {
            Files.delete(Owner.socketOf(other.file()));
            assertThat(Liveness.isLockFree(other.file())).isFalse();
            other.send("drop");
            assertThat(Liveness.isLockFree(other.file())).as("what POSIX does").isTrue();
            other.send("refresh");
            assertThat(Liveness.isLockFree(other.file())).isFalse();
        }
    }

    @Test
    void garbage_countsAsDeadOnceNothingHasItLocked() throws Exception {
        Path file = directory.resolve("x" + Owner.SUFFIX);
        Files.write(file, new byte[100]);
        Liveness liveness = new Liveness(file);
        for (int i = 0; i < 25; i++) {
            assertThat(liveness.isAlive(i * SECOND / 10)).isTrue();
        }
        assertThat(liveness.isAlive(25 * SECOND / 10)).isFalse();
    }

    @Test
    void mainThreadThatEnded_isNoDeath_whileAnotherThreadRuns() throws Exception {
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(isRunnable(python), "needs another system");
        Process process = new ProcessBuilder(python.toString(), "-c", """
                        import ctypes, threading, time
                        threading.Thread(target=lambda: time.sleep(60)).start()
                        print('x', flush=True)
                        ctypes.CDLL(None).pthread_exit(None)
                        """).start();
        try {
            process.getInputStream().read();
            Path stat = Path.of("/proc/" + process.pid() + "/stat");
            long begin = System.nanoTime();
            while (!Files.readString(stat).contains(") Z ") && System.nanoTime() - begin < 20 * SECOND) {
                Thread.onSpinWait();
            }
            ProcessIdentity self = ProcessIdentity.current();
            String[] fields = Files.readString(stat).replaceAll(".*\\) ", "").split(" ", -1);
            ProcessIdentity zombie =
                    new ProcessIdentity(process.pid(), Long.parseLong(fields[19]), self.namespace(), self.boot());
            assertThat(fields[0]).isEqualTo("Z");
            assertThat(zombie.evidence()).isEqualTo(Evidence.LIVES);
            process.destroyForcibly();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(zombie.evidence()).isEqualTo(Evidence.GONE);
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean isRunnable(Path program) {
        if (Files.isExecutable(program)) {
            return true;
        }
        System.out.println("NOT RUN: needs another system (with " + program + ")");
        return false;
    }

    @Test
    void living_areMembersOnly() throws Exception {
        Owner member = Owner.enter(directory);
        Owner joining = Owner.enter(directory);
        Owner guest = Owner.enter(directory, true);
        member.join();
        member.agree(5);
        guest.join();
        assertThat(Owners.living(directory, 0))
                .extracting(OwnerHead::id, OwnerHead::pid, OwnerHead::agreed)
                .containsExactly(tuple(member.id(), ProcessHandle.current().pid(), 5L));
        assertThat(Owners.living(directory, member.id())).isEmpty();
        OwnerHead found = Objects.requireNonNull(Owners.find(directory, guest.id()));
        assertThat(found.file()).isEqualTo(file(guest));
        assertThat(found.pidHere()).isEqualTo(ProcessHandle.current().pid());
        assertThat(Owners.find(directory, 99)).isNull();
        member.leave();
        assertThat(Owners.living(directory, 0)).isEmpty();
        joining.leave();
        guest.leave();
    }
}
