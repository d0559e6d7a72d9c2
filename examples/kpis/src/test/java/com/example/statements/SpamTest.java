package com.example.statements;

import dev.tailrace.junit.LogBudget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fails, to show how: run mvn verify -Pspam. */
@Tag("spam")
class SpamTest {
    @Test
    @LogBudget(entries = 10)
    void dump_everything_isOverBudget() {
        new Statements().dump(1_000);
    }
}
