package dev.tailrace.loadtest;

import java.time.Duration;

/** Looks at the service while it is under load. Called by one thread. */
public interface Witness {
    /** Watches nothing. */
    Witness NONE = new Witness() {
        @Override
        public void begin(int number, Duration length) {}

        @Override
        public void end(Step step) {}
    };

    /** A step begins, and will take about this long. Returns at once. */
    void begin(int number, Duration length);

    /** It has ended. May take a while. */
    void end(Step step) throws InterruptedException;
}
