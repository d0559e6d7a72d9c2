package dev.tailrace.junit.suites;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** A listener and an extension that are found like the counting ones and do nothing. Their cost is the lower bound. */
public final class Idle implements TestExecutionListener {
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        System.setProperty("junit.jupiter.extensions.autodetection.enabled", "true");
        System.setProperty("junit.jupiter.extensions.autodetection.include", Extension.class.getName());
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        // Nothing.
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        // Nothing.
    }

    /** The extension, called before and after each test. */
    public static final class Extension implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            // Nothing.
        }

        @Override
        public void afterEach(ExtensionContext context) {
            // Nothing.
        }

        @Override
        public void afterAll(ExtensionContext context) {
            // Nothing.
        }
    }
}
