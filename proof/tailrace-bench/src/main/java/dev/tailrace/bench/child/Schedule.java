package dev.tailrace.bench.child;

import java.util.concurrent.TimeUnit;

/**
 * The due times of one paced thread's events, in nanoseconds since the start. All threads have the same interval and are spread evenly over
 * it.
 *
 * @param offset of the first event
 * @param interval between events
 * @param warmEvents number of events before the measured ones
 * @param events measured events
 * @param burst number of events that are due together
 */
record Schedule(long offset, long interval, int warmEvents, int events, int burst) {
    static Schedule of(Pace pace, int thread) {
        if (pace.eventsPerSecond() == 0) {
            return new Schedule(0, 1, 0, 0, 1);
        }
        long second = TimeUnit.SECONDS.toNanos(1);
        long interval = second * pace.threads() / pace.eventsPerSecond();
        return new Schedule(
                interval * thread / pace.threads(),
                interval,
                (int) (TimeUnit.MILLISECONDS.toNanos(pace.warmMillis()) / interval),
                (int) (TimeUnit.MILLISECONDS.toNanos(pace.pacedMillis()) / interval),
                pace.burst());
    }

    long due(int event) {
        return offset + interval * (event - event % burst);
    }
}
