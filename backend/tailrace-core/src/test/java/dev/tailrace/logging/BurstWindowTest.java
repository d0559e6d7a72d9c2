package dev.tailrace.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class BurstWindowTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 50);

    private int passing(BurstWindow window, int attempts) {
        int passed = 0;
        for (int i = 0; i < attempts; i++) {
            passed += window.tryPass() ? 1 : 0;
        }
        return passed;
    }

    @Test
    void tryPass_withinTheInterval_soManyPass() {
        BurstWindow window = new BurstWindow(3, 100, clock::get);

        assertThat(passing(window, 10)).isEqualTo(3);
        clock.addAndGet(99);
        assertThat(passing(window, 10)).isZero();
        clock.addAndGet(1);
        assertThat(passing(window, 10)).isEqualTo(3);
    }

    @Test
    void tryPass_eachPlaceIsFreeAnIntervalAfterItWasTaken() {
        BurstWindow window = new BurstWindow(2, 100, clock::get);

        assertThat(window.tryPass()).isTrue();
        clock.addAndGet(60);
        assertThat(window.tryPass()).isTrue();
        assertThat(window.tryPass()).isFalse();
        clock.addAndGet(40);
        assertThat(passing(window, 3)).isEqualTo(1);
        clock.addAndGet(60);
        assertThat(passing(window, 3)).isEqualTo(1);
    }

    @Test
    void tryPass_ofNothing_nothingPasses() {
        assertThat(passing(new BurstWindow(0, 0, clock::get), 3)).isZero();
    }

    /** In each interval exactly as many events pass as may, from any thread: with one place each claim meets the one before. */
    @Test
    void tryPass_byManyThreads_neverMoreThanMayAndNeverFewer() throws Exception {
        for (int most : new int[] {1, 2, 5}) {
            BurstWindow window = new BurstWindow(most, 100, clock::get);
            for (int round = 0; round < 300; round++) {
                clock.addAndGet(100);
                AtomicInteger passed = new AtomicInteger();
                CountDownLatch start = new CountDownLatch(1);
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    Thread thread = new Thread(() -> {
                        try {
                            start.await();
                            passed.addAndGet(passing(window, 50));
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
                    thread.start();
                    threads.add(thread);
                }
                start.countDown();
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(passed).as("%s places, round %s", most, round).hasValue(most);
            }
        }
    }
}
