package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.spi.MarkerReader;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class EventPoolTest {
    private final EventPool pool = new EventPool(1 << 20);

    @Test
    void take_afterGive_returnsTheSameEventCleared() {
        Event event = pool.take();
        event.message("m");
        event.arguments(event.arrayOf("a", "b"));
        event.throwable(new Exception());
        event.threadName("t");
        event.context(Map.of("k", "v"));
        event.addMarker("marker", MarkerReader.PLAIN);
        event.addKeyValue("k", "v");
        event.line().append("text");
        pool.give(event);
        assertThat(pool.take()).isSameAs(event);
        assertThat(event.message()).isNull();
        assertThat(event.arguments()).isNull();
        assertThat(event.thrown()).isNull();
        assertThat(event.context()).isNull();
        assertThat(event.threadName()).isEqualTo(Thread.currentThread().getName());
        assertThat(event.markers().count()
                        + event.keyValueCount()
                        + event.line().length())
                .isZero();
    }

    @Test
    void forgetMemory_eventsInThePool_letGoOfWhatTheyWroteTo() {
        Event event = pool.take();
        WeakReference<ByteBuffer> memory = new WeakReference<>(ByteBuffer.allocate(8));
        event.pending.prepare(Objects.requireNonNull(memory.get()), 0, 0, -1, 0);
        pool.give(event);
        pool.forgetMemory();
        await().until(() -> {
            System.gc();
            return memory.get() == null;
        });
        assertThat(pool.take()).isSameAs(event);
    }

    @Test
    void reclaim_eventsThatWereNeverGivenBack_arePooledNoMore() {
        pool.take().count();
        Event used = pool.take();
        pool.reclaim();
        used.count();
        pool.reclaim();
        Event fresh = pool.take();
        pool.give(fresh);
        pool.give(used);
        assertThat(pool.take()).isSameAs(fresh);
        assertThat(pool.take()).isSameAs(used);
        assertThat(pool.counted(0)).isEqualTo(2);
    }

    @Test
    void take_manyWithoutGive_returnsDifferentEvents() {
        Set<Event> events = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 1_000; i++) {
            assertThat(events.add(pool.take())).isTrue();
        }
        events.forEach(pool::give);
    }

    @Test
    void give_hugeLine_isNotKeptAtThatSize() {
        Event event = pool.take();
        event.line().append("x".repeat(500_000));
        pool.give(event);
        assertThat(event.line().array().length).isLessThanOrEqualTo(64 * 1024);
    }

    @Test
    void take_manyThreads_neverSharesAnEvent() throws Exception {
        int threads = 8;
        Set<Event> inUse = ConcurrentHashMap.newKeySet();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                results.add(executor.submit(() -> {
                    start.await();
                    boolean alone = true;
                    for (int i = 0; i < 50_000; i++) {
                        Event event = pool.take();
                        alone &= inUse.add(event);
                        alone &= inUse.remove(event);
                        pool.give(event);
                    }
                    return alone;
                }));
            }
            start.countDown();
            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
        } finally {
            executor.shutdown();
        }
    }
}
