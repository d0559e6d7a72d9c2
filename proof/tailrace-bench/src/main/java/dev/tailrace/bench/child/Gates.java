package dev.tailrace.bench.child;

import java.util.concurrent.CountDownLatch;

/**
 * Where producers and the measuring thread meet.
 *
 * @param go opens when the start is known
 * @param paced counts the threads that have logged all their paced events
 * @param full opens when all have, and what they recorded has been read: no thread may log flat out while another is still paced
 * @param warm counts the threads that have warmed up for lines flat out
 * @param flat opens for lines flat out
 * @param done counts the threads that have logged everything
 * @param leave opens when all is measured; a thread that ended earlier would take its allocation counter with it
 */
record Gates(
        CountDownLatch go,
        CountDownLatch paced,
        CountDownLatch full,
        CountDownLatch warm,
        CountDownLatch flat,
        CountDownLatch done,
        CountDownLatch leave) {}
