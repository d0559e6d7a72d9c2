package dev.tailrace.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.loadtest.Step.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One step, before a service that is none and in a time that passes as told, however busy the machine is. */
class PaceTest {
    private static final Slo HALF_A_STEP = new Slo(90, Duration.ofMillis(400));

    @Test
    void run_serviceThatAnswersAtOnce_holdsAndLosesNothing() throws Exception {
        SimulatedService service = new SimulatedService(4, 0);
        AtomicInteger sent = new AtomicInteger();

        Step step = new Pace(
                        () -> {
                            sent.incrementAndGet();
                            return service.send();
                        },
                        HALF_A_STEP,
                        4,
                        service)
                .run(1, 500, Duration.ofMillis(400));

        assertThat(sent).hasValue(200);
        assertThat(step.due()).isEqualTo(200);
        assertThat(step.failed()).isZero();
        assertThat(step.verdict()).isEqualTo(Verdict.HELD);
    }

    /** Who waits for an answer before the next request would see one slow request here, and not that hundreds came too late. */
    @Test
    void run_serviceThatStandsStillOnce_countsAllThatWouldHaveComeMeanwhile() throws Exception {
        SimulatedService service = new SimulatedService(1, 0);
        service.standStill(Duration.ofMillis(900).toNanos());

        Step step = new Pace(service, HALF_A_STEP, 1, service).run(1, 100, Duration.ofSeconds(1));

        assertThat(step.due()).isEqualTo(100);
        assertThat(step.p50())
                .as("half of the requests waited for more than a third of the stall")
                .isGreaterThan(300);
        assertThat(step.verdict()).isEqualTo(Verdict.BROKE);
    }

    @Test
    void run_senderThatIsLate_isNotTheService() throws Exception {
        SimulatedService service = lateFor600Millis(Duration.ZERO);

        Step step = new Pace(service, HALF_A_STEP, 100, service).run(1, 50, Duration.ofSeconds(1));

        assertThat(step.lateMillis()).isGreaterThan(400);
        assertThat(step.verdict()).isEqualTo(Verdict.SENDER_TOO_SLOW);
    }

    @Test
    void run_serviceThatIsSlowerThanTheSenderWasLate_breaksAllTheSame() throws Exception {
        SimulatedService service = lateFor600Millis(Duration.ofMillis(1500));

        Step step = new Pace(service, HALF_A_STEP, 100, service).run(1, 50, Duration.ofSeconds(2));

        assertThat(step.lateMillis()).isGreaterThan(100);
        assertThat(step.verdict()).isEqualTo(Verdict.BROKE);
    }

    /** Whoever sends sleeps too long after the first request; all answers take so long. */
    private static SimulatedService lateFor600Millis(Duration answer) {
        SimulatedService service = new SimulatedService(100, answer.toNanos());
        service.oversleep(1, Duration.ofMillis(600).toNanos());
        return service;
    }

    @Test
    void run_serviceThatNeverAnswers_endsAndSaysSo() throws Exception {
        Time time = new SimulatedService(1, 0);
        Step step = new Pace(CompletableFuture::new, new Slo(99, Duration.ofMillis(50)), 10, time)
                .run(1, 200, Duration.ofMillis(200));

        assertThat(step.answered()).isZero();
        assertThat(step.failed()).isEqualTo(40);
        assertThat(step.failures()).containsEntry(Pace.TIMEOUT, 10L);
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

    /** One of 80 is more than one percent, and less than a hundred requests could show. */
    @Test
    void run_oneFailureOfFewRequests_isNoCeiling() throws Exception {
        assertThat(withFailures(80, 1).verdict()).isEqualTo(Verdict.HELD);
        assertThat(withFailures(80, 2).verdict()).isEqualTo(Verdict.BROKE);
        assertThat(withFailures(400, 4).verdict()).isEqualTo(Verdict.HELD);
        assertThat(withFailures(400, 5).verdict()).isEqualTo(Verdict.BROKE);
    }

    @Test
    void failuresText_saysHowManyFailedAndHow() throws Exception {
        assertThat(withFailures(80, 2).failuresText()).isEqualTo("2 times status: HTTP 503");
        assertThat(withFailures(80, 0).failuresText()).isEmpty();
    }

    private static Step withFailures(int requests, int failures) throws InterruptedException {
        SimulatedService service = new SimulatedService(4, 0);
        AtomicInteger sent = new AtomicInteger();
        return new Pace(
                        () -> {
                            String answer = sent.incrementAndGet() <= failures ? "status: HTTP 503" : "";
                            return service.send().thenApply(good -> answer);
                        },
                        new Slo(99, Duration.ofMillis(100)),
                        4,
                        service)
                .run(1, requests, Duration.ofSeconds(1));
    }

    private static Step withErrors(int oneOf) throws InterruptedException {
        SimulatedService service = new SimulatedService(4, 0);
        AtomicInteger sent = new AtomicInteger();
        return new Pace(
                        () -> {
                            String answer = sent.incrementAndGet() % oneOf == 0 ? "HTTP 503" : "";
                            return service.send().thenApply(good -> answer);
                        },
                        HALF_A_STEP,
                        4,
                        service)
                .run(1, 500, Duration.ofMillis(200));
    }
}
