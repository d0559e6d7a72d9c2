package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.journal.LaneKeeper;
import dev.tailrace.engine.journal.LaneListener;
import dev.tailrace.engine.journal.owner.Owner;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Wakes the thread that a producer needs: the drain thread, or, where another process drains, the keeper, which clears consumed memory. */
final class Waker implements LaneListener {
    private final DrainLoop loop;
    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    /** Set once, before the first caller. */
    private BooleanSupplier drains = () -> false;

    private final @Nullable Owner owner;

    /** @param owner where waits are counted for tools; null: nowhere */
    Waker(DrainLoop loop, LaneKeeper keeper, LaneKeeper spiller, @Nullable Owner owner) {
        this.owner = owner;
        this.loop = loop;
        this.keeper = keeper;
        this.spiller = spiller;
    }

    void drains(BooleanSupplier here) {
        drains = here;
    }

    @Override
    public void onFrame() {
        if (drains.getAsBoolean()) {
            loop.wake();
        }
    }

    @Override
    public void onFull() {
        onFrame();
    }

    @Override
    public void onFrames() {
        if (drains.getAsBoolean()) {
            loop.wake();
        } else {
            keeper.wake();
        }
    }

    @Override
    public void onWait() {
        if (owner != null) {
            owner.countWait();
        }
    }

    @Override
    public void onPressure() {
        keeper.wake();
        spiller.wake();
    }
}
