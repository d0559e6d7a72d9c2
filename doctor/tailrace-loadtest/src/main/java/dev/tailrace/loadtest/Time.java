package dev.tailrace.loadtest;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The clock of a load, and all waiting by it. */
interface Time {
    /** The time that passes for everybody. */
    Time REAL = new Time() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleepUntil(long at) throws InterruptedException {
            for (long left = at - nanos(); left > 0; left = at - nanos()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(left);
            }
        }

        @Override
        public boolean acquire(Semaphore places, int count, long nanos) throws InterruptedException {
            return places.tryAcquire(count, nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public @Nullable String await(CompletableFuture<String> answer, long nanos) throws InterruptedException {
            try {
                return answer.get(nanos, TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                return null;
            }
        }
    };

    /** Nanoseconds since some moment. */
    long nanos();

    /** Returns at once when it is that late already. */
    void sleepUntil(long at) throws InterruptedException;

    /** Whether so many places were to be had in so many nanoseconds. */
    boolean acquire(Semaphore places, int count, long nanos) throws InterruptedException;

    /** The answer within so many nanoseconds; null: none. */
    @Nullable
    String await(CompletableFuture<String> answer, long nanos) throws InterruptedException;
}
