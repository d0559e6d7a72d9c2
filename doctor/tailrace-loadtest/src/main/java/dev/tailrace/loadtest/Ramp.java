package dev.tailrace.loadtest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Raises a load step by step until answers come too late. Stateless. */
public final class Ramp {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PROBE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int WARM_UP = 20;

    private Ramp() {}

    /**
     * Runs all steps. Takes about their number times their length.
     *
     * @param witness looks at the service meanwhile
     * @param progress receives each step, in a line without its end
     * @throws IOException when the service does not answer at all, or with an error, before there is any load
     */
    public static RampResult run(RampPlan plan, Witness witness, Consumer<String> progress)
            throws IOException, InterruptedException {
        return run(plan, new HttpSender(plan.url(), LONGEST_ANSWER), Time.REAL, witness, progress);
    }

    static RampResult run(RampPlan plan, Sender sender, Time time, Witness witness, Consumer<String> progress)
            throws IOException, InterruptedException {
        warmUp(plan, sender, time);
        Ladder ladder = new Ladder(plan.from(), plan.steps());
        List<Step> steps = new ArrayList<>();
        for (OptionalDouble rate = ladder.next(); rate.isPresent(); rate = ladder.next()) {
            int number = steps.size() + 1;
            witness.begin(number, plan.length());
            Step step = new Pace(sender, plan.slo(), plan.connections(), time)
                    .run(number, rate.getAsDouble(), plan.length());
            witness.end(step);
            steps.add(step);
            ladder.took(step);
            progress.accept(line(step, plan.slo()));
            if (step.verdict() != Step.Verdict.HELD) {
                rest(plan, sender, time);
            }
        }
        return new RampResult(plan, steps, ladder.ceiling(), ladder.broke());
    }

    /** The first answers of a JVM are slow on both sides, and an address that answers with an error is no target. */
    private static void warmUp(RampPlan plan, Sender sender, Time time) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            String wrong = ask(sender, time);
            if (!wrong.isEmpty()) {
                throw new IOException(plan.url() + " does not answer as it should, before there is any load: " + wrong);
            }
        }
    }

    /** Until what piled up in the service is done, so that the next step does not pay for it. */
    private static void rest(RampPlan plan, Sender sender, Time time) throws InterruptedException {
        long until = time.nanos() + REST_NANOS;
        while (until - time.nanos() > 0) {
            long begin = time.nanos();
            String wrong = ask(sender, time);
            if (wrong.isEmpty() && time.nanos() - begin <= plan.slo().limit().toNanos()) {
                return;
            }
            time.sleepUntil(time.nanos() + PROBE_PAUSE_NANOS);
        }
    }

    private static String ask(Sender sender, Time time) throws InterruptedException {
        String wrong = time.await(sender.send(), LONGEST_ANSWER.toNanos());
        return wrong == null ? Pace.TIMEOUT : wrong;
    }

    private static String line(Step step, Slo slo) {
        String words = switch (step.verdict()) {
            case HELD -> "held";
            case BROKE -> "too late";
            case SENDER_TOO_SLOW -> "doctor could not send so fast";
        };
        return String.format(
                Locale.ROOT,
                "step %d: %,.0f requests/s, %s %s: %s",
                step.number(),
                step.rate(),
                slo.name(),
                Double.isFinite(step.atSlo()) ? String.format(Locale.ROOT, "%,.0f ms", step.atSlo()) : "without end",
                words + (step.failed() > 0 ? " (" + step.failuresText() + ")" : ""));
    }
}
