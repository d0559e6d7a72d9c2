package dev.tailrace.junit.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class RecorderTest {
    private final Recorder recorder = new Recorder(null);

    private void log() {
        recorder.logged(2, "logger", 10, null);
    }

    private static void inAnotherThread(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }

    private static void inThread(Runnable task) {
        try {
            inAnotherThread(task);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void logged_threadThatTheTestMade_belongsToTheTest() throws Exception {
        Measurement test = recorder.begin("a", true);
        Measurement other = other();
        inAnotherThread(this::log);
        recorder.end(test);
        assertThat(test.kpis().entries()).isEqualTo(1);
        assertThat(other.kpis().entries()).isZero();
        assertThat(test.isAccompanied()).isTrue();
    }

    /** A test that runs in a thread of its own. */
    private Measurement other() throws InterruptedException {
        Measurement[] begun = new Measurement[1];
        inAnotherThread(() -> begun[0] = recorder.begin("other", true));
        return begun[0];
    }

    /** Threads that outlive a test keep its measurement, but must not keep all its counters. */
    @Test
    void conclude_afterTheEnd_keepsTheFiguresOnly() {
        Measurement test = recorder.begin("a", true);
        Counter counted = test.counter();
        log();
        recorder.end(test);
        assertThat(test.conclude().entries()).isEqualTo(1);
        assertThat(test.kpis()).as("is not counted again").isSameAs(test.kpis());
        assertThat(test.counter()).isNotSameAs(counted);
    }

    @Test
    void own_severalThreads_isWhatEachBeganLast() throws Exception {
        Measurement type = recorder.begin("C", false);
        Measurement test = recorder.begin("C#a", true);
        Measurement[] ofOther = new Measurement[3];
        Thread other = new Thread(() -> {
            ofOther[0] = recorder.own();
            Measurement began = recorder.begin("D#b", true);
            ofOther[1] = recorder.own() == began ? began : null;
            inThread(() -> recorder.end(began));
            ofOther[2] = recorder.own();
        });
        other.start();
        other.join();
        assertThat(ofOther[0]).as("inherited, not its own").isNull();
        assertThat(ofOther[1]).isNotNull();
        assertThat(ofOther[2]).as("ended by another thread").isNull();
        assertThat(recorder.own()).isSameAs(test);
        recorder.end(test);
        assertThat(recorder.own()).isSameAs(type);
        recorder.end(type);
        assertThat(recorder.own()).isNull();
    }

    @Test
    void logged_olderThreadWhileOneTestRuns_belongsToIt() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            pool.submit(() -> {}).get();
            Measurement test = recorder.begin("a", true);
            pool.submit(this::log).get();
            recorder.end(test);
            assertThat(test.kpis().entries()).isEqualTo(1);
            assertThat(test.isAccompanied()).isFalse();
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void logged_olderThreadWhileSeveralTestsRun_isNobodysAndEachIsTold() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            pool.submit(() -> {}).get();
            Measurement test = recorder.begin("a", true);
            Measurement other = other();
            pool.submit(this::log).get();
            assertThat(test.kpis().entries()).isZero();
            assertThat(test.kpis().unsure()).isEqualTo(1);
            assertThat(other.kpis().unsure()).isEqualTo(1);
            assertThat(recorder.unattributed()).isEqualTo(1);
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void logged_threadThatOutlivesItsTest_logsForTheOneThatRuns() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Measurement first = recorder.begin("first", true);
        Thread late = new Thread(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            log();
        });
        late.start();
        recorder.end(first);
        Measurement second = recorder.begin("second", true);
        over.countDown();
        late.join();
        recorder.end(second);
        assertThat(first.kpis().entries()).isZero();
        assertThat(second.kpis().entries()).isEqualTo(1);
    }

    @Test
    void logged_aroundATest_belongsToItsClass() {
        Measurement type = recorder.begin("C", false);
        log();
        Measurement test = recorder.begin("C#a", true);
        log();
        log();
        recorder.end(test);
        log();
        recorder.end(type);
        log();
        assertThat(type.kpis().entries()).isEqualTo(2);
        assertThat(test.kpis().entries()).isEqualTo(2);
        assertThat(recorder.outside()).isEqualTo(1);
    }

    @Test
    void logged_threadThatTheClassMade_belongsToTheTestThatRuns() throws Exception {
        Measurement type = recorder.begin("C", false);
        ExecutorService server = Executors.newSingleThreadExecutor();
        try {
            server.submit(this::log).get();
            Measurement test = recorder.begin("C#a", true);
            server.submit(this::log).get();
            recorder.end(test);
            recorder.end(type);
            assertThat(type.kpis().entries()).isEqualTo(1);
            assertThat(test.kpis().entries()).isEqualTo(1);
        } finally {
            server.shutdown();
        }
    }

    @Test
    void begin_inAThreadThatInheritedATest_doesNotReturnToItAfterwards() throws Exception {
        Measurement outer = recorder.begin("outer", true);
        Measurement[] afterwards = new Measurement[2];
        inAnotherThread(() -> {
            Measurement inner = recorder.begin("inner", true);
            recorder.end(inner);
            afterwards[0] = recorder.current();
            Measurement another = recorder.begin("another", true);
            inThread(() -> recorder.end(outer));
            recorder.end(another);
            afterwards[1] = recorder.current();
        });
        assertThat(afterwards).as("the only one that runs, then none").containsExactly(outer, null);
    }

    @Test
    void logged_byAnotherThreadThanTheCaller_belongsToTheCallersTest() throws Exception {
        Measurement test = recorder.begin("a", true);
        Measurement other = other();
        long caller = Thread.currentThread().getId();
        inAnotherThread(() -> recorder.logged(caller, 2, "logger", 10, null, null));
        assertThat(test.kpis().entries()).isEqualTo(1);
        assertThat(test.kpis().callSites().get(0).place()).startsWith("unknown");
        assertThat(other.kpis().entries()).isZero();
    }
}
