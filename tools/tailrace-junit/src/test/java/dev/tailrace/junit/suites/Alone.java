package dev.tailrace.junit.suites;

import dev.tailrace.junit.LogKpis;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests without budgets, one after the other, that log nothing; with {@code -Dregression} each gets worse in its own way. */
@TestMethodOrder(MethodOrderer.MethodName.class)
@ExtendWith(Alone.Leaving.class)
class Alone {
    private static final Logger log = LoggerFactory.getLogger(Alone.class);
    private static final long LONG_MILLIS = 300;
    private static final long SHORT_MILLIS = 200;

    private static boolean worse() {
        return Boolean.getBoolean("regression");
    }

    /** A failure independent of figures. */
    @Test
    void aFails() {
        if (Boolean.getBoolean("failing")) {
            throw new IllegalStateException("of its own");
        }
    }

    @Test
    void bTakesLong() throws Exception {
        LogKpis.call("the sleep", () -> {
            Thread.sleep(worse() ? LONG_MILLIS : 0);
            return null;
        });
    }

    /** With an asynchronous backend, the entry is still in the queue at the test's end. */
    @Test
    void cLogsWhatTakesLong() {
        if (worse()) {
            log.info("the order failed", new Slow());
        }
    }

    /** {@link Leaving} logs after all checks are done. */
    @Test
    void dIsTidiedUpLate() {}

    /** It logs nothing itself. */
    @Test
    void eLaunches() {
        Launch.main(new String[] {Plain.class.getName(), Launched.class.getName()});
    }

    /** It logs before it launches a test with its own name, of which no listener is notified. */
    @Test
    void fLogsAndLaunches() {
        if (worse()) {
            log.info("to be launched");
        }
        Launch.run(
                Launch.unheard(),
                LauncherDiscoveryRequestBuilder.request()
                        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true"),
                Unheard.class.getName());
    }

    /** Runs without listener and extension. */
    static final class Unheard {
        @Test
        void fLogsAndLaunches() {}
    }

    /** Logs outside its tests. */
    static final class Launched {
        @BeforeAll
        static void prepare() {
            if (worse()) {
                log.info("prepared", new Slow());
            }
        }

        @Test
        void doesNothing() {}
    }

    @SuppressWarnings("serial")
    private static final class Slow extends RuntimeException {
        @Override
        public String getMessage() {
            try {
                Thread.sleep(SHORT_MILLIS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return "slow";
        }
    }

    /** Leaves a resource that JUnit closes at the end. */
    static final class Leaving implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            if (worse() && context.getRequiredTestMethod().getName().startsWith("d")) {
                context.getStore(ExtensionContext.Namespace.create(Leaving.class))
                        .put("open", (ExtensionContext.Store.CloseableResource) () -> log.info("closed"));
            }
        }
    }
}
