package dev.tailrace.loadtest;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at a rate that answers have no influence on, as the users of a service do: no user waits with a click until another
 * user has got an answer. Each request has a moment at which it is due, and its latency counts from there. One instance is one step.
 */
final class Pace {
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(20);
    private static final int DIGITS = 3;
    /** A sender that is later than this share of the limit would be the cause of what it measures. */
    private static final double TOO_LATE = 0.25;

    private static final long SHORTEST_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    static final String TIMEOUT = "timeout: no answer in time";

    private final Sender sender;
    private final Time time;
    private final Slo slo;
    private final Semaphore places;
    private final int connections;
    private final Histogram latencies = new ConcurrentHistogram(HIGHEST_NANOS, DIGITS);
    private final Histogram late = new Histogram(HIGHEST_NANOS, DIGITS);
    private final Map<String, AtomicLong> failures = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<String>> open = new ConcurrentHashMap<>();
    private final AtomicLong answered = new AtomicLong();
    private volatile long closedNanos = Long.MAX_VALUE;
    private volatile boolean stopped;

    Pace(Sender sender, Slo slo, int connections, Time time) {
        this.sender = sender;
        this.time = time;
        this.slo = slo;
        this.connections = connections;
        this.places = new Semaphore(connections);
    }

    /** Runs the step; takes its length, and as long again at most until the last answer is there. */
    Step run(int number, double rate, Duration length) throws InterruptedException {
        long due = Math.max(1, Math.round(rate * length.toNanos() / 1e9));
        double interval = 1e9 / rate;
        long begin = time.nanos();
        long end = begin + length.toNanos();
        closedNanos = end;
        long sent = 0;
        boolean crowded = false;
        for (; sent < due; sent++) {
            long at = begin + (long) (sent * interval);
            crowded &= !sleepUntil(at);
            if (!places.tryAcquire()) {
                crowded = true;
                if (!time.acquire(places, 1, Math.max(0, end - time.nanos()))) {
                    break;
                }
            }
            if (!crowded) {
                late.recordValue(bounded(time.nanos() - at));
            }
            send(sent, at);
        }
        sleepUntil(end);
        if (!areAllAnswered(length)) {
            stopped = true;
            open.values().forEach(each -> each.cancel(true));
        }
        long unsent = due - sent;
        if (unsent > 0) {
            failures.computeIfAbsent("not sent: all connections were waiting", unused -> new AtomicLong())
                    .addAndGet(unsent);
        }
        return step(number, rate, length.toNanos() / 1e9, due);
    }

    /** Answers that come after the end still show how long they took. */
    private boolean areAllAnswered(Duration length) throws InterruptedException {
        long patience = Math.max(2 * slo.limit().toNanos(), Math.min(length.toNanos(), TimeUnit.SECONDS.toNanos(5)));
        return time.acquire(places, connections, patience);
    }

    /** Whether there was time to sleep. */
    private boolean sleepUntil(long at) throws InterruptedException {
        boolean early = at - time.nanos() > 0;
        time.sleepUntil(at);
        return early;
    }

    private void send(long number, long dueNanos) {
        CompletableFuture<String> answer = sender.send();
        open.put(number, answer);
        CompletableFuture<String> unused = answer.whenComplete((wrong, cancelled) -> {
            long now = time.nanos();
            open.remove(number);
            places.release();
            if (cancelled != null || wrong == null) {
                fail(TIMEOUT);
            } else if (wrong.isEmpty()) {
                latencies.recordValue(bounded(now - dueNanos));
                if (now - closedNanos <= 0) {
                    answered.incrementAndGet();
                }
            } else {
                fail(stopped ? TIMEOUT : wrong);
            }
        });
    }

    private void fail(String why) {
        failures.computeIfAbsent(why, unused -> new AtomicLong()).incrementAndGet();
    }

    private static long bounded(long nanos) {
        return Math.max(0, Math.min(HIGHEST_NANOS, nanos));
    }

    private Step step(int number, double rate, double seconds, long due) {
        Histogram all = latencies.copy();
        long failed = due - all.getTotalCount();
        double atSlo = percentile(all, slo.percentile(), due);
        double lateMillis = late.getValueAtPercentile(slo.percentile()) / 1e6;
        // A request that is sent so much later is answered so much later at most: what is slower still is the
        // service's.
        boolean ofTheService = atSlo - late.getMaxValue() / 1e6 > slo.limitMillis();
        boolean tooLate =
                !ofTheService && lateMillis > Math.max(slo.limitMillis() * TOO_LATE, SHORTEST_LATE_NANOS / 1e6);
        Step.Verdict verdict = atSlo <= slo.limitMillis()
                ? Step.Verdict.HELD
                : tooLate ? Step.Verdict.SENDER_TOO_SLOW : Step.Verdict.BROKE;
        Map<String, Long> why = new TreeMap<>();
        failures.forEach((reason, count) -> why.put(reason, count.get()));
        return new Step(
                number,
                rate,
                seconds,
                due,
                answered.get(),
                failed,
                why,
                percentile(all, 50, due),
                percentile(all, 99, due),
                atSlo,
                all.getMaxValue() / 1e6,
                lateMillis,
                verdict);
    }

    /**
     * A percentile of all requests that were due, in milliseconds: those that failed stand at the end, and take for ever. Where there are too few of them
     * for the percentile, the worst one is left out: one of 80 is a hiccup, and says nothing of the 99th of a hundred.
     */
    static double percentile(Histogram answered, double percentile, long due) {
        double rank = Math.min(percentile / 100 * due, (double) (due - 1));
        long count = answered.getTotalCount();
        if (count == 0 || rank > count) {
            return Double.POSITIVE_INFINITY;
        }
        return answered.getValueAtPercentile(Math.min(100, rank * 100 / count)) / 1e6;
    }
}
