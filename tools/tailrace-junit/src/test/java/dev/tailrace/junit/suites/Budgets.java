package dev.tailrace.junit.suites;

import dev.tailrace.junit.LogBudget;
import dev.tailrace.junit.LogBudget.PerLevel;
import dev.tailrace.junit.LogKpis;
import dev.tailrace.junit.LogLevel;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Healthy tests, and some that are over their budgets. */
@LogBudget(entries = 5)
class Budgets {
    @Test
    void healthy() {
        Orders.fill(3);
        LogKpis.run("filling", () -> Orders.fill(4));
    }

    @Test
    void spamming() {
        Orders.fill(3);
        Orders.printParameters(1_000);
    }

    @Test
    @LogBudget(entries = 2_000)
    void budgetOfItsOwn() {
        Orders.printParameters(1_000);
    }

    @Test
    @LogBudget(perLevel = @PerLevel(level = LogLevel.WARN, entries = 0))
    void warning() {
        Orders.bill();
    }

    @Test
    @LogBudget(exceptions = 0)
    void swallowing() {
        try {
            throw new IllegalStateException("swallowed");
        } catch (IllegalStateException e) {
            if (!Boolean.getBoolean("quiet")) {
                org.slf4j.LoggerFactory.getLogger("swallower").error("failed", e);
            }
        }
    }

    @Test
    void inAThreadOfItsOwn() throws InterruptedException {
        Thread thread = new Thread(() -> Orders.printParameters(10));
        thread.start();
        thread.join();
    }

    @Nested
    class Inner {
        @Test
        void spammingToo() {
            Orders.printParameters(6);
        }
    }
}
