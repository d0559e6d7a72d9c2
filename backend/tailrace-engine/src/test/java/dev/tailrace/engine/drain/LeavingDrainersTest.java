package dev.tailrace.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Drainers come to a thread and leave it. */
class LeavingDrainersTest {
    private final DrainLoop loop = new DrainLoop("leaving-test", WaitStrategy.SLEEP, 1_000_000, new QuietListener());
    private final List<DrainAgent> gone = new CopyOnWriteArrayList<>();

    /** Without lanes, so that it is drained. */
    private static final class Agent implements DrainAgent {
        private final Destination destination = Destination.withoutLanes("test");
        final AtomicBoolean finished = new AtomicBoolean(true);

        @Override
        public Destination destination() {
            return destination;
        }

        @Override
        public long doWork(boolean urgent) {
            return 0;
        }

        @Override
        public boolean isHolding() {
            return false;
        }

        @Override
        public boolean hasMore() {
            return false;
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
            return finished.get();
        }

        @Override
        public void close() {}
    }

    private Agent added() {
        Agent agent = new Agent();
        loop.add(agent);
        return agent;
    }

    @Test
    void retire_oneThatFailsToClose_letsTheOthersGo() {
        List<Agent> agents = List.of(added(), added(), added());
        agents.forEach(agent -> loop.retire(agent, each -> {
            gone.add(each);
            throw new IllegalStateException("can't be closed");
        }));
        loop.start();
        try {
            await().until(() -> gone.size() == 3);
            await().until(() -> loop.drainers().isEmpty());
        } finally {
            loop.stop();
        }
        assertThat(gone).containsExactlyInAnyOrderElementsOf(agents);
    }

    @Test
    void retire_unfinished_waitsUntilItIsFinished() {
        Agent agent = added();
        Agent other = added();
        agent.finished.set(false);
        loop.start();
        try {
            loop.retire(agent, gone::add);
            loop.retire(other, gone::add);
            await().until(() -> gone.contains(other));
            assertThat(gone).doesNotContain(agent);
            agent.finished.set(true);
            await().until(() -> gone.contains(agent));
        } finally {
            loop.stop();
        }
    }

    @Test
    void recall_andRetiredAgain_isGoneOnlyByTheLastWord() {
        Agent agent = added();
        agent.finished.set(false);
        loop.start();
        try {
            loop.retire(agent, each -> Objects.requireNonNull(null, "taken back"));
            assertThat(loop.recall(agent)).isTrue();
            assertThat(loop.recall(agent)).as("a second time").isFalse();
            loop.retire(agent, gone::add);
            agent.finished.set(true);
            await().until(() -> gone.contains(agent));
        } finally {
            loop.stop();
        }
    }
}
