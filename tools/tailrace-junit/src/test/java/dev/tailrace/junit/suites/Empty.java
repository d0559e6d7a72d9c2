package dev.tailrace.junit.suites;

import org.junit.jupiter.api.RepeatedTest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thousand empty tests in a class with a logger, to measure the listener's own cost. */
class Empty {
    private static final Logger log = LoggerFactory.getLogger(Empty.class);

    @RepeatedTest(1_000)
    void nothing() {
        log.trace("not even this");
    }
}
