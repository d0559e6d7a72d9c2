package dev.tailrace.engine.drain.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatTest {
    private static final long SECOND = 1_000_000_000L;
    private Path directory;

    @BeforeEach
    void useFolder(@TempDir Path temp) throws IOException {
        directory = temp.toRealPath();
    }

    private Seat seat(Owner owner) throws IOException {
        return Seat.of(owner, new QuietListener());
    }

    @Test
    void take_fromALivingHolder_never_untilItGivesTheSeatUp() throws Exception {
        Owner first = Owner.enter(directory);
        Owner second = Owner.enter(directory);
        Seat holder = seat(first);
        Seat candidate = seat(second);
        assertThat(holder.take(0)).isTrue();
        assertThat(candidate.take(0)).isFalse();
        assertThat(candidate.take(1_000 * SECOND)).isFalse();
        assertThat(holder.confirm(1)).isTrue();
        holder.release();
        assertThat(holder.isHeld()).isFalse();
        assertThat(candidate.take(0)).isTrue();
        assertThat(holder.take(0)).isFalse();
        first.leave();
        second.leave();
    }

    @Test
    void take_fromADeadHolder_onceItsDeathIsProved() throws Exception {
        Owner second = Owner.enter(directory);
        try (OwnerProcess first = new OwnerProcess(directory)) {
            assertThat(DrainHolder.open(directory, new QuietListener()).take(0, first.id()))
                    .isTrue();
            Seat candidate = seat(second);
            candidate.warmUp(0);
            first.send("drop");
            assertThat(candidate.take(0)).as("its lock is lost").isFalse();
            first.signal("STOP");
            assertThat(candidate.take(100 * SECOND)).isFalse();
            first.kill();
            assertThat(candidate.take(100 * SECOND)).isTrue();
        }
        second.leave();
    }

    @Test
    void take_fromAHolderWithoutAFile_onlyAfterTheTimeThatALivingOneNeedsToMakeIt() throws Exception {
        Owner first = Owner.enter(directory);
        Owner second = Owner.enter(directory);
        assertThat(seat(first).take(0)).isTrue();
        Files.delete(directory.resolve(first.name() + ".owner"));
        Seat candidate = seat(second);
        assertThat(candidate.take(0)).isFalse();
        assertThat(candidate.take(10 * SECOND)).as("not looked at in between").isFalse();
        first.restore();
        assertThat(candidate.take(100 * SECOND)).isFalse();
        Files.delete(directory.resolve(first.name() + ".owner"));
        Seat later = seat(second);
        for (int i = 0; i < 25; i++) {
            assertThat(later.take(i * SECOND / 10)).isFalse();
        }
        assertThat(later.take(25 * SECOND / 10)).isTrue();
        first.leave();
        second.leave();
    }

    @Test
    void take_ofAFreeSeat_byManyAtOnce_oneHasIt() throws Exception {
        int count = 8;
        List<Owner> owners = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(count);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            for (int round = 0; round < 20; round++) {
                Files.deleteIfExists(directory.resolve(DrainHolder.FILE));
                List<Future<Boolean>> taken = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    Owner owner = Owner.enter(directory);
                    owners.add(owner);
                    taken.add(threads.submit(() -> {
                        start.await();
                        return seat(owner).take(0);
                    }));
                }
                int holders = 0;
                for (Future<Boolean> each : taken) {
                    holders += each.get() ? 1 : 0;
                }
                assertThat(holders).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
            for (Owner owner : owners) {
                owner.leave();
            }
        }
    }

    @Test
    void confirm_fileThatWasRemoved_isMadeAnewWithTheSameHolder() throws Exception {
        Owner first = Owner.enter(directory);
        Owner second = Owner.enter(directory);
        Seat holder = seat(first);
        Seat candidate = seat(second);
        assertThat(holder.take(0)).isTrue();
        Files.delete(directory.resolve(DrainHolder.FILE));
        assertThat(holder.confirm(5)).isTrue();
        assertThat(candidate.take(0)).as("maps the new file").isFalse();
        DrainHolder.Seen seen = DrainHolder.look(directory);
        assertThat(seen).isEqualTo(new DrainHolder.Seen(first.id(), 5));
        first.leave();
        second.leave();
    }

    @Test
    void confirm_anotherWasFasterWithANewFile_givesUp() throws Exception {
        Owner first = Owner.enter(directory);
        Owner second = Owner.enter(directory);
        Seat holder = seat(first);
        assertThat(holder.take(0)).isTrue();
        Seat waits = seat(second);
        Files.delete(directory.resolve(DrainHolder.FILE));
        assertThat(waits.take(0))
                .as("knows that the holder lives, which will make it anew")
                .isFalse();
        Seat faster = seat(second);
        assertThat(faster.take(0)).as("knows nothing of it").isTrue();
        assertThat(holder.confirm(5)).isFalse();
        assertThat(holder.isHeld()).isFalse();
        assertThat(faster.confirm(6)).isTrue();
        first.leave();
        second.leave();
    }

    @Test
    void confirm_anotherHoldsTheSeat_noticesIt() throws Exception {
        Owner first = Owner.enter(directory);
        Owner second = Owner.enter(directory);
        Seat holder = seat(first);
        assertThat(holder.take(0)).isTrue();
        assertThat(DrainHolder.open(directory, new QuietListener()).take(first.id(), second.id()))
                .isTrue();
        assertThat(holder.confirm(5)).isFalse();
        assertThat(holder.isHeld()).isFalse();
        first.leave();
        second.leave();
    }

    @Test
    void fileThatIsDamaged_isPutAside() throws Exception {
        Path file = directory.resolve(DrainHolder.FILE);
        Files.write(file, new byte[100]);
        Owner owner = Owner.enter(directory);
        Seat seat = seat(owner);
        assertThat(seat.take(0)).isTrue();
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(10);
        }
        assertThat(seat.confirm(1)).isTrue();
        assertThat(Files.size(file)).isEqualTo(DrainHolder.LENGTH);
        try (var entries = Files.list(directory)) {
            assertThat(entries.filter(each -> each.toString().endsWith(".damaged")))
                    .isNotEmpty();
        }
        owner.leave();
    }

    /** The word reads as 0 then, although its holder lives. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 130, 140, 1000})
    void take_fileThatWasTruncated_notFromALivingHolder(int length) throws Exception {
        isNotTakenFromALivingHolder(file -> {
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(length);
            }
        });
    }

    @Test
    void take_fileThatWasOverwrittenWithZeros_notFromALivingHolder() throws Exception {
        isNotTakenFromALivingHolder(file -> {
            try (RandomAccessFile zeros = new RandomAccessFile(file.toFile(), "rw")) {
                zeros.write(new byte[DrainHolder.LENGTH]);
            }
        });
    }

    private interface Damage {
        void to(Path file) throws IOException;
    }

    private void isNotTakenFromALivingHolder(Damage damage) throws Exception {
        Owner first = Owner.enter(directory);
        Owner second = Owner.enter(directory);
        Seat holder = seat(first);
        Seat candidate = seat(second);
        assertThat(holder.take(0)).isTrue();
        assertThat(holder.confirm(1)).isTrue();
        candidate.warmUp(0);
        damage.to(directory.resolve(DrainHolder.FILE));
        assertThat(candidate.take(SECOND)).isFalse();
        assertThat(candidate.take(2 * SECOND)).isFalse();
        assertThat(holder.confirm(2)).as("it makes the file anew").isTrue();
        assertThat(candidate.take(3 * SECOND)).isFalse();
        holder.release();
        assertThat(candidate.take(4 * SECOND)).as("from the new file").isTrue();
        first.leave();
        second.leave();
    }
}
