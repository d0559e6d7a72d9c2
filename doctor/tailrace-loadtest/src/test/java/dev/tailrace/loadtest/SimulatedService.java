package dev.tailrace.loadtest;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A service and the time it lives in: workers that take requests in turn, each for the same time. Whoever waits lets time pass at once. */
final class SimulatedService implements Sender, Time {
    private record Answer(long at, CompletableFuture<String> to) implements Comparable<Answer> {
        @Override
        public int compareTo(Answer other) {
            return Long.compare(at, other.at);
        }
    }

    private final long[] freeAt;
    private final long work;
    private final PriorityQueue<Answer> answers = new PriorityQueue<>();
    private long now;
    private int sent;
    private int stallAfter = Integer.MAX_VALUE;
    private long stallNanos;

    SimulatedService(int workers, long workNanos) {
        this.freeAt = new long[workers];
        this.work = workNanos;
    }

    /** Once, after so many requests, a sleep takes so much longer, as when a machine has other things to do. */
    void oversleep(int after, long nanos) {
        stallAfter = after;
        stallNanos = nanos;
    }

    /** From now on, no worker takes a request for so long. */
    void standStill(long nanos) {
        Arrays.fill(freeAt, now + nanos);
    }

    @Override
    public CompletableFuture<String> send() {
        sent++;
        Arrays.sort(freeAt);
        freeAt[0] = Math.max(now, freeAt[0]) + work;
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.add(new Answer(freeAt[0], answer));
        return answer;
    }

    private void pass(long until) {
        for (Answer next = answers.peek(); next != null && next.at <= until; next = answers.peek()) {
            answers.remove();
            now = Math.max(now, next.at);
            next.to.complete("");
        }
        now = Math.max(now, until);
    }

    /** To the next answer; false when there is none before that time. */
    private boolean step(long until) {
        Answer next = answers.peek();
        pass(next == null || next.at > until ? until : next.at);
        return next != null && next.at <= until;
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void sleepUntil(long at) {
        boolean over = sent >= stallAfter;
        stallAfter = over ? Integer.MAX_VALUE : stallAfter;
        pass(over ? at + stallNanos : at);
    }

    @Override
    public boolean acquire(Semaphore places, int count, long nanos) {
        long until = now + nanos;
        boolean more = true;
        while (more) {
            if (places.tryAcquire(count)) {
                return true;
            }
            more = step(until);
        }
        return places.tryAcquire(count);
    }

    @Override
    public @Nullable String await(CompletableFuture<String> answer, long nanos) {
        long until = now + nanos;
        boolean more = true;
        while (more && !answer.isDone()) {
            more = step(until);
        }
        return answer.getNow(null);
    }
}
