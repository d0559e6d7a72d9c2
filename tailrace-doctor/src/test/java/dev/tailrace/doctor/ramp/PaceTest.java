package dev.tailrace.doctor.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.ramp.Step.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** One step, before a service that is none. */
class PaceTest {
    private static final Slo HALF_A_STEP = new Slo(90, Duration.ofMillis(400));

    @Test
    void run_serviceThatAnswersAtOnce_holdsAndLosesNothing() throws Exception {
        AtomicInteger sent = new AtomicInteger();

        Step step = new Pace(
                        () -> {
                            sent.incrementAndGet();
                            return CompletableFuture.completedFuture("");
                        },
                        HALF_A_STEP,
                        4,
                        Time.REAL)
                .run(1, 500, Duration.ofMillis(400));

        assertThat(sent).hasValue(200);
        assertThat(step.due()).isEqualTo(200);
        assertThat(step.failed()).isZero();
        assertThat(step.verdict()).isEqualTo(Verdict.HELD);
    }

    /** Who waits for an answer before the next request would see one slow request here, and not that hundreds came too late. */
    @Test
    void run_serviceThatStandsStillOnce_countsAllThatWouldHaveComeMeanwhile() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        Sender stalls = () -> sent.incrementAndGet() == 1
                ? CompletableFuture.supplyAsync(() -> {
                    awaitQuietly(over);
                    return "";
                })
                : CompletableFuture.completedFuture("");
        Thread end = new Thread(() -> {
            while (sent.get() == 0) {
                Thread.onSpinWait();
            }
            awaitQuietly(Duration.ofMillis(900));
            over.countDown();
        });
        end.start();

        Step step = new Pace(stalls, HALF_A_STEP, 1, Time.REAL).run(1, 100, Duration.ofSeconds(1));

        end.join();
        assertThat(step.due()).isEqualTo(100);
        assertThat(step.p50())
                .as("half of the requests waited for more than a third of the stall")
                .isGreaterThan(300);
        assertThat(step.verdict()).isEqualTo(Verdict.BROKE);
    }

    @Test
    void run_senderThatIsLate_isNotTheService() throws Exception {
        Step step = new Pace(lateFor600Millis(Duration.ZERO), HALF_A_STEP, 100, Time.REAL)
                .run(1, 50, Duration.ofSeconds(1));

        assertThat(step.lateMillis()).isGreaterThan(400);
        assertThat(step.verdict()).isEqualTo(Verdict.SENDER_TOO_SLOW);
    }

    @Test
    void run_serviceThatIsSlowerThanTheSenderWasLate_breaksAllTheSame() throws Exception {
        Step step = new Pace(lateFor600Millis(Duration.ofMillis(1500)), HALF_A_STEP, 100, Time.REAL)
                .run(1, 50, Duration.ofSeconds(2));

        assertThat(step.lateMillis()).isGreaterThan(100);
        assertThat(step.verdict()).isEqualTo(Verdict.BROKE);
    }

    /** Stands still in its first request; all answers take so long. */
    private static Sender lateFor600Millis(Duration answer) {
        AtomicInteger sent = new AtomicInteger();
        return () -> {
            if (sent.incrementAndGet() == 1) {
                awaitQuietly(Duration.ofMillis(600));
            }
            return answer.isZero()
                    ? CompletableFuture.completedFuture("")
                    : new CompletableFuture<String>().completeOnTimeout("", answer.toMillis(), TimeUnit.MILLISECONDS);
        };
    }

    private static void awaitQuietly(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    @Test
    void run_serviceThatNeverAnswers_endsAndSaysSo() throws Exception {
        Step step = new Pace(CompletableFuture::new, new Slo(99, Duration.ofMillis(50)), 10, Time.REAL)
                .run(1, 200, Duration.ofMillis(200));

        assertThat(step.answered()).isZero();
        assertThat(step.failed()).isEqualTo(40);
        assertThat(step.failures()).containsEntry("no answer in time", 10L);
        assertThat(step.failures()).containsEntry("not sent: all connections were waiting", 30L);
        assertThat(step.atSlo()).isInfinite();
        assertThat(step.verdict()).isEqualTo(Verdict.BROKE);
    }

    @Test
    void run_fewErrors_holdAndManyBreak() throws Exception {
        assertThat(withErrors(20).verdict()).isEqualTo(Verdict.HELD);
        assertThat(withErrors(5).verdict()).isEqualTo(Verdict.BROKE);
        assertThat(withErrors(5).failures()).containsEntry("HTTP 503", 20L);
    }

    private static Step withErrors(int oneOf) throws InterruptedException {
        AtomicInteger sent = new AtomicInteger();
        return new Pace(
                        () -> CompletableFuture.completedFuture(sent.incrementAndGet() % oneOf == 0 ? "HTTP 503" : ""),
                        HALF_A_STEP,
                        4,
                        Time.REAL)
                .run(1, 500, Duration.ofMillis(200));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
