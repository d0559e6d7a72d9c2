package dev.tailrace.engine.journal;

import dev.tailrace.engine.journal.owner.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** A lane in a folder that may spill, with what its keeper does for it. */
final class SpillingLane {
    static final int RING = 1 << 16;

    final Path lockFile;
    final MemoryBudget spillBudget;
    final List<IOException> failures = new CopyOnWriteArrayList<>();
    final Lane lane;
    /** The number that shows that the drainer is at work. */
    volatile LongSupplier drained = () -> 0;

    /** With memory for one ring, and a MiB of disk. */
    static SpillingLane in(Path folder) throws IOException {
        return new SpillingLane(folder, RING, new MemoryBudget(RING + 4096), new MemoryBudget(1 << 20));
    }

    SpillingLane(Path folder, int capacity, MemoryBudget memory, MemoryBudget spillBudget) throws IOException {
        this.lockFile = folder.resolve(".app.log.tailrace-lock");
        this.spillBudget = spillBudget;
        Owner owner = Owner.enter(Files.createDirectories(folder.resolve("lanes")));
        RingFactory rings = RingFactory.mapped(owner, memory, failures::add, lockFile, spillBudget, failures::add)
                .drained(() -> drained.getAsLong());
        this.lane = Objects.requireNonNull(Lane.open(0, capacity, rings, new CountingListener(), false));
    }

    /** One round of the keeper; returns whether something was moved. */
    boolean keep() {
        lane.grow();
        boolean moved = lane.spill(0);
        lane.clearConsumed();
        return moved;
    }
}
