package dev.tailrace.bench.child;

import java.util.concurrent.CountDownLatch;

/**
 * The gates where producers and the measuring thread wait for each other.
 *
 * @param go opens when the start is known
 * @param paced counts the threads that have logged all their paced events
 * @param full opens when all have, and their records were read: no thread may log at full speed while another is still paced
 * @param warm counts the threads that have warmed up for full speed
 * @param flat opens for lines at full speed
 * @param done counts the threads that have logged everything
 * @param leave opens when everything is measured; a thread that ended earlier would lose its allocation counter
 */
record Gates(
        CountDownLatch go,
        CountDownLatch paced,
        CountDownLatch full,
        CountDownLatch warm,
        CountDownLatch flat,
        CountDownLatch done,
        CountDownLatch leave) {
    static Gates of(int threads) {
        return new Gates(
                new CountDownLatch(1),
                new CountDownLatch(threads),
                new CountDownLatch(1),
                new CountDownLatch(threads),
                new CountDownLatch(1),
                new CountDownLatch(threads),
                new CountDownLatch(1));
    }
}
