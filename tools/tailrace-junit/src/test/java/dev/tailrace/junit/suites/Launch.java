package dev.tailrace.junit.suites;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the named classes with the JUnit of the class path and prints the result of each test. */
public final class Launch {
    private Launch() {}

    public static void main(String[] classes) {
        run(LauncherFactory.create(), LauncherDiscoveryRequestBuilder.request(), classes);
    }

    /** A launcher that notifies only explicitly given listeners. */
    static Launcher unheard() {
        return LauncherFactory.create(LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .build());
    }

    static void run(Launcher launcher, LauncherDiscoveryRequestBuilder request, String... classes) {
        for (String name : classes) {
            request.selectors(selectClass(name));
        }
        LauncherDiscoveryRequest built = request.build();
        launcher.execute(built, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                    System.out.println(result.getStatus() + " " + test.getDisplayName() + " "
                            + result.getThrowable().map(Throwable::getMessage).orElse(""));
                }
            }
        });
    }
}
