package com.example.statements;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tailrace.junit.LogBudget;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Run by Failsafe; its figures are in the same report as those of the unit tests. */
class StatementsIT {
    @Test
    @LogBudget(entries = 20)
    void call_tenTimes_logsOneLineEach() {
        Statements statements = new Statements();
        for (int i = 0; i < 10; i++) {
            assertEquals(1, statements.call("fill_order", Map.of("i", i)));
        }
    }
}
