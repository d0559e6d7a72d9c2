package dev.tailrace.engine.runtime;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.engine.drain.ConsoleDrainer;
import dev.tailrace.engine.drain.DrainLoop;
import dev.tailrace.engine.journal.LaneKeeper;
import dev.tailrace.engine.journal.LaneListener;
import org.jspecify.annotations.Nullable;

/**
 * Wakes a console's thread for each line, or has the caller write the line. The engine's own threads never write here: a pipe that takes
 * nothing would keep them from the other destinations.
 */
final class ConsoleWaker implements LaneListener {
    private final DrainLoop loop;
    private final LaneKeeper keeper;
    private final LaneKeeper spiller;
    /** Set once, before the first caller. */
    private @Nullable ConsoleDrainer drainer;

    ConsoleWaker(DrainLoop loop, LaneKeeper keeper, LaneKeeper spiller) {
        this.loop = loop;
        this.keeper = keeper;
        this.spiller = spiller;
    }

    void drains(ConsoleDrainer console) {
        drainer = console;
    }

    @Override
    public void onFrame() {
        ConsoleDrainer console = drainer;
        if (console == null
                || !console.isSynchronous()
                || Thread.currentThread() instanceof HelperThread
                || !console.writeThrough()) {
            loop.wake();
        }
    }

    /** The calling thread doesn't write here: it may be the keeper, which other destinations need. */
    @Override
    public void onFrames() {
        loop.wake();
    }

    @Override
    public void onPressure() {
        keeper.wake();
        spiller.wake();
    }
}
