package dev.tailrace.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.engine.journal.ring.Ring;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import dev.tailrace.engine.journal.ring.TestRings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryBudgetTest {
    private static final int BYTES = TestRings.SMALL + RingDescriptor.DATA_OFFSET;

    @TempDir
    private Path directory;

    private final List<IOException> failures = new ArrayList<>();

    @Test
    void reserve_endsAtTheCap() {
        MemoryBudget budget = new MemoryBudget(100);

        assertThat(budget.reserve(60)).isTrue();
        assertThat(budget.reserve(41)).isFalse();
        assertThat(budget.reserve(Long.MAX_VALUE)).isFalse();
        assertThat(budget.used()).isEqualTo(60);
        assertThat(budget.reserve(40)).isTrue();
        budget.release(100);
        assertThat(budget.used()).isZero();
        assertThat(budget.cap()).isEqualTo(100);
    }

    @Test
    void ringThatNobodyHolds_isReleased_notBefore() {
        MemoryBudget budget = new MemoryBudget(BYTES);
        RingFactory rings = RingFactory.mapped(directory, "1-a", 7, budget, failures::add);
        List<Ring> held = new ArrayList<>(List.of(Objects.requireNonNull(rings.make(TestRings.SMALL, 0, 0))));
        held.get(0).discard();
        System.gc();
        assertThat(budget.used()).as("mapped still").isEqualTo(BYTES);
        assertThat(held.get(0).tail()).isZero();

        held.clear();
        await().until(() -> {
            System.gc();
            return budget.used() == 0;
        });
        assertThat(rings.make(TestRings.SMALL, 0, 1)).isNotNull();
        assertThat(failures).isEmpty();
    }

    @Test
    void collect_asksForTheMemoryOfRingsThatNobodyHolds() {
        MemoryBudget budget = new MemoryBudget(BYTES);
        RingFactory rings = RingFactory.mapped(directory, "1-a", 7, budget, failures::add);
        // As where a full disk is the reason: that must not use up the one request a minute.
        rings.collect(TestRings.SMALL);
        Objects.requireNonNull(rings.make(TestRings.SMALL, 0, 0)).discard();
        assertThat(rings.make(TestRings.SMALL, 0, 1)).isNull();

        rings.collect(TestRings.SMALL);
        await().until(() -> budget.used() == 0);
    }

    @Test
    void make_beyondTheBudget_isNull() {
        MemoryBudget budget = new MemoryBudget(2L * BYTES - 1);
        RingFactory factory = RingFactory.inProcess(budget);

        assertThat(factory.make(TestRings.SMALL, 0, 0)).isNotNull();
        assertThat(factory.make(TestRings.SMALL, 0, 1)).isNull();
        assertThat(budget.used()).isEqualTo(BYTES);
    }

    @Test
    void make_aMappedRing_isAFileOfItsOwnerOnly() throws IOException {
        RingFactory factory = factory(TestRings.PLENTY);
        Ring ring = Objects.requireNonNull(factory.make(TestRings.SMALL, 3, 7));

        Path file = directory.resolve("app-3-7.ring");
        assertThat(file).hasSize(BYTES);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readAllBytes(file)).startsWith("TAILRACE".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        ring.discard();
        assertThat(file).doesNotExist();
        ring.discard();
    }

    @Test
    void make_whereAFileIsAlready_failsAndLeavesIt() throws IOException {
        MemoryBudget budget = new MemoryBudget(1L << 20);
        Path file = Files.writeString(directory.resolve("app-3-7.ring"), "somebody else's");

        assertThat(factory(budget).make(TestRings.SMALL, 3, 7)).isNull();
        assertThat(failures).hasSize(1);
        assertThat(file).hasContent("somebody else's");
        assertThat(budget.used()).isZero();
    }

    @Test
    void make_whereThereCanBeNoDirectory_failsAndGivesTheBudgetBack() throws IOException {
        MemoryBudget budget = new MemoryBudget(1L << 20);
        Path file = Files.createFile(directory.resolve("file"));
        RingFactory factory = RingFactory.mapped(file.resolve("none"), "app", 9, budget, failures::add);

        assertThat(factory.make(TestRings.SMALL, 0, 0)).isNull();
        assertThat(failures).hasSize(1);
        assertThat(budget.used()).isZero();
    }

    @Test
    void make_ofACapacityOutOfRange_isRefused() {
        RingFactory factory = factory(TestRings.PLENTY);

        assertThatThrownBy(() -> factory.make(2048, 0, 0)).hasMessageContaining("capacity=2048, minimum=4096");
        assertThatThrownBy(() -> factory.make(1 << 30, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private RingFactory factory(MemoryBudget budget) {
        return RingFactory.mapped(directory, "app", 9, budget, failures::add);
    }
}
