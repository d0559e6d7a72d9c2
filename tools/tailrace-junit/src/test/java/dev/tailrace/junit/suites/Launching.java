package dev.tailrace.junit.suites;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tailrace.junit.LogBudget;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** A test that runs other tests in its own thread, with a launcher that notifies only its own listener. */
class Launching {
    @LogBudget(entries = 1)
    @Test
    void launches() {
        Orders.fill(1);
        Launch.unheard()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(Launched.class))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    System.out.println("launched " + result.getStatus() + " "
                                            + result.getThrowable()
                                                    .map(Throwable::getMessage)
                                                    .orElse(""));
                                }
                            }
                        });
    }

    /** Not found by a launcher that runs the enclosing class. */
    static final class Launched {
        @LogBudget(entries = 2)
        @Test
        void spams() {
            for (int i = 0; i < 3; i++) {
                Orders.fill(i);
            }
        }
    }
}
