package dev.tailrace.junit.suites;

import dev.tailrace.junit.LogBudget;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests that log nothing, and an extension that logs when they are over. */
@ExtendWith(TidyingUp.Talkative.class)
class TidyingUp {
    static final class Talkative implements AfterEachCallback, AfterAllCallback {
        @Override
        public void afterEach(ExtensionContext context) {
            Orders.fill(1);
            Orders.fill(2);
            Orders.fill(3);
        }

        @Override
        public void afterAll(ExtensionContext context) {
            Orders.fill(1);
        }
    }

    @LogBudget(entries = 2)
    @Test
    void tight() {}

    @LogBudget(entries = 3)
    @Test
    void generous() {}

    @LogBudget(entries = 0)
    @Nested
    class OutsideItsTests {
        @LogBudget(entries = 3)
        @Test
        void generousToo() {}
    }

    @LogBudget(entries = 2)
    static class Above {
        @Nested
        class Inherited {
            @Test
            void inHeirs() {}
        }
    }

    @LogBudget(entries = 3)
    @Nested
    class Heir extends Above {}
}
