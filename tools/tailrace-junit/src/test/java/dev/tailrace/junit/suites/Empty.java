package dev.tailrace.junit.suites;

import org.junit.jupiter.api.RepeatedTest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thousand tests that do nothing, in a class that has a logger as most have: what the listener itself costs. */
class Empty {
    private static final Logger log = LoggerFactory.getLogger(Empty.class);

    @RepeatedTest(1_000)
    void nothing() {
        log.trace("not even this");
    }
}
