package dev.tailrace.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.LineKind;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ProducersTest {
    private static final int THREADS = 4;
    private static final int FLAT_OUT_WARM = 3;
    private static final int FLAT_OUT = 5;

    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();
    private final Queue<String> early = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean lastPacedCallReturned = new AtomicBoolean();

    /** 400 events a second of four threads for 50 ms, then lines flat out. */
    private static Assignment assignment() {
        return new Assignment(
                "noop", "", false, new Pace(LineKind.ORDER, THREADS, 400, 20, 50, FLAT_OUT_WARM, FLAT_OUT, 0, 1));
    }

    /** Thread 0's last paced call lasts until all other threads are as far as possible. */
    private Line.Voice voice(int thread) {
        Schedule schedule = Schedule.of(assignment().pace(), thread);
        int paced = schedule.warmEvents() + schedule.events();
        return sequence -> {
            threads.put(thread, Thread.currentThread());
            if (thread == 0 && sequence == paced - 1) {
                Awaitility.await().until(this::othersWait);
                lastPacedCallReturned.set(true);
            } else if (sequence >= paced && !lastPacedCallReturned.get()) {
                early.add("thread " + thread + ", line " + sequence);
            }
        };
    }

    /** A thread that waits by its schedule waits with a limit, so it is in another state. */
    private boolean othersWait() {
        return threads.size() == THREADS
                && threads.entrySet().stream()
                        .allMatch(
                                entry -> entry.getKey() == 0 || entry.getValue().getState() == Thread.State.WAITING);
    }

    @Test
    void run_oneThreadStillPaced_keepsTheOthersFromLoggingFlatOut() throws Exception {
        Report report = new Producers(assignment(), 1, this::voice, Barrier.NONE).run();

        assertThat(lastPacedCallReturned).isTrue();
        assertThat(early).isEmpty();
        Schedule schedule = Schedule.of(assignment().pace(), 0);
        long each = 0L + schedule.warmEvents() + schedule.events() + FLAT_OUT_WARM + FLAT_OUT;
        assertThat(report.logged().get(1)).containsExactly(each, each, each, each);
        assertThat(report.phases())
                .extracting(Phase::events)
                .containsExactly((long) THREADS * schedule.events(), (long) THREADS * FLAT_OUT);
    }

    @Test
    void run_pacedOnly_ends() throws Exception {
        Assignment pacedOnly = new Assignment("noop", "", false, Pace.paced(LineKind.ORDER, THREADS, 400, 0, 50, 1));

        Report report = new Producers(
                        pacedOnly, 1, thread -> sequence -> threads.put(thread, Thread.currentThread()), Barrier.NONE)
                .run();

        assertThat(report.phases()).singleElement().extracting(Phase::events).isEqualTo(20L);
        assertThat(report.logged().get(1)).containsExactly(5L, 5L, 5L, 5L);
    }
}
