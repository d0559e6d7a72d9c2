package dev.tailrace.engine.journal;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts wake-ups, and lets a test act as the keeper under pressure. */
final class CountingListener implements LaneListener {
    final AtomicInteger frames = new AtomicInteger();
    final AtomicInteger pressure = new AtomicInteger();
    volatile Runnable keeper = () -> {};

    @Override
    public void onFrames() {
        frames.incrementAndGet();
    }

    @Override
    public void onFull() {
        frames.incrementAndGet();
        keeper.run();
    }

    @Override
    public void onPressure() {
        pressure.incrementAndGet();
        keeper.run();
    }
}
