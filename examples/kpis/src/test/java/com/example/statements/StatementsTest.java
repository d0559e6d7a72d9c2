package com.example.statements;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tailrace.junit.LogBudget;
import dev.tailrace.junit.LogBudget.PerLevel;
import dev.tailrace.junit.LogLevel;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Healthy tests. The budget is a promise in the code; what the tests logged last time is in tailrace-kpis.json. */
@LogBudget(entries = 100, perLevel = @PerLevel(level = LogLevel.ERROR, entries = 0))
class StatementsTest {
    private final Statements statements = new Statements();

    @Test
    void call_withParameters_countsThem() {
        Map<String, Object> parameters = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            parameters.put("p" + i, i);
        }
        assertEquals(40, statements.call("fill_order", parameters));
    }

    @Test
    @LogBudget(entries = 2, bytes = 300, exceptions = 0, time = "10s")
    void call_parameterWithoutValue_warns() {
        Map<String, Object> parameters = new TreeMap<>();
        parameters.put("customer", null);
        assertEquals(1, statements.call("bill_order", parameters));
    }
}
