package dev.tailrace.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What becomes of drainers whose steps fail. */
class FailingDrainersTest {
    private final DrainLoop loop = new DrainLoop("failing-test", WaitStrategy.SLEEP, 1_000_000, new QuietListener());

    /** Fails as long as it is asked to; without lanes. */
    private static final class Agent implements DrainAgent {
        private final Destination destination = Destination.withoutLanes("test");
        private final List<Throwable> givenUp = new CopyOnWriteArrayList<>();
        private final AtomicInteger steps = new AtomicInteger();
        private volatile @Nullable Error failure;

        @Override
        public Destination destination() {
            return destination;
        }

        @Override
        public long doWork(boolean urgent) {
            steps.incrementAndGet();
            Error error = failure;
            if (error != null) {
                throw error;
            }
            return 0;
        }

        @Override
        public void giveUp(Throwable error) {
            givenUp.add(error);
            if (error instanceof NoClassDefFoundError) {
                throw new IllegalStateException("can't even give up");
            }
        }

        @Override
        public boolean isHolding() {
            return false;
        }

        /** As one that failed in the middle. */
        @Override
        public boolean hasMore() {
            return failure != null;
        }

        @Override
        public int smallestCapacity() {
            return Integer.MAX_VALUE;
        }

        @Override
        public long longestSleepNanos() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isFinished() {
            return true;
        }

        @Override
        public void close() {}
    }

    private final Agent agent = new Agent();
    private final Agent other = new Agent();

    private void run(Executable work) throws Throwable {
        loop.add(agent);
        loop.add(other);
        loop.start();
        try {
            work.execute();
        } finally {
            loop.stop();
        }
    }

    @Test
    void step_thatFailsSeveralTimesInARow_givesUp() throws Throwable {
        AssertionError error = new AssertionError("broken");
        agent.failure = error;
        run(() -> {
            await().until(() -> !agent.givenUp.isEmpty());
            assertThat(agent.givenUp).containsOnly(error);
            assertThat(agent.steps.get()).isGreaterThanOrEqualTo(Failures.TOO_MANY);
            assertThat(other.steps.get()).as("steps of another").isGreaterThan(Failures.TOO_MANY);
            assertThat(other.givenUp).isEmpty();
        });
    }

    @Test
    void step_thatGoesWellAgain_isAsBefore() throws Throwable {
        agent.failure = new AssertionError("broken");
        run(() -> {
            await().until(() -> !agent.givenUp.isEmpty());
            agent.failure = null;
            int failed = agent.steps.get();
            await().until(() -> agent.steps.get() > failed + 10);
        });
    }

    @Test
    void giveUp_thatFails_keepsTheThread() throws Throwable {
        agent.failure = new NoClassDefFoundError("gone");
        run(() -> {
            await().until(() -> agent.givenUp.size() >= 2);
            int before = other.steps.get();
            await().until(() -> other.steps.get() > before);
        });
    }

    @Test
    void failures_inARow_pauseLongerEachTime() {
        Failures failures = new Failures(DrainLoop.FIRST_PAUSE_MILLIS, DrainLoop.LONGEST_PAUSE_MILLIS);
        long now = 0;
        for (int i = 1; i <= 20; i++) {
            failures.count(now);
            assertThat(failures.isTooMany()).isEqualTo(i % Failures.TOO_MANY == 0);
            long pause = 1_000_000
                    * Math.min(DrainLoop.FIRST_PAUSE_MILLIS << Math.min(i - 1, 10), DrainLoop.LONGEST_PAUSE_MILLIS);
            assertThat(failures.isPausing(now + pause - 1, false)).isTrue();
            assertThat(failures.isPausing(now + pause, false)).isFalse();
            assertThat(failures.isPausing(now + DrainLoop.FIRST_PAUSE_MILLIS * 1_000_000, true))
                    .isFalse();
            now += pause;
        }
    }
}
