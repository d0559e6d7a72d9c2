package dev.tailrace.runtime;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Checks the class path for libraries that take lines away from Tailrace: Spring Boot without our module, java.util.logging without its
 * bridge. At the start each check costs the look-up of one resource and loads no class. java.util.logging itself is checked a few seconds
 * later, since applications install the bridge after they have made their first logger, and in a thread of its own, since loading it costs
 * more than all of our start.
 */
final class Surroundings implements Runnable {
    private static final String BOOT = "org/springframework/boot/SpringApplication.class";
    private static final String BOOTS_MODULE = "dev/tailrace/spring/TailraceLoggingSystem.class";
    private static final String BRIDGE = "org/slf4j/bridge/SLF4JBridgeHandler.class";
    private static final String EMBEDDED_TOMCAT = "org/apache/catalina/startup/Tomcat.class";
    private static final String BRIDGE_HANDLER = "org.slf4j.bridge.SLF4JBridgeHandler";
    /** A container or another bridge sets its own manager. */
    private static final String MANAGER_PROPERTY = "java.util.logging.manager";

    private static final long DEFAULT_DELAY_MILLIS = 5_000;

    private final Consumer<Finding> reporter;
    private final boolean isBridgeThere;
    private final long delayMillis;
    private final HelperThread thread = HelperThread.of(this, "tailrace-bridge-check");
    private boolean ending;

    private Surroundings(Consumer<Finding> reporter, boolean isBridgeThere, long delayMillis) {
        this.reporter = reporter;
        this.isBridgeThere = isBridgeThere;
        this.delayMillis = delayMillis;
    }

    /** Reports what can be seen at once; returns the checks that are left for later, or null. */
    static @Nullable Surroundings look(@Nullable ClassLoader loader, Consumer<Finding> reporter) {
        return look(loader, reporter, DEFAULT_DELAY_MILLIS);
    }

    static @Nullable Surroundings look(@Nullable ClassLoader loader, Consumer<Finding> reporter, long delayMillis) {
        if (isThere(BOOT, loader)) {
            if (!isThere(BOOTS_MODULE, loader)) {
                reporter.accept(
                        Finding.of(
                                FindingCode.SPRING_BOOT_WITHOUT_MODULE,
                                "Spring Boot is on the class path, but not tailrace-spring-boot: Boot doesn't know Tailrace and sets up"
                                        + " java.util.logging instead. What is set as logging.* has no effect here, nor has"
                                        + " /actuator/loggers, and what Tomcat and others log through java.util.logging isn't in this log."));
            }
            // With the module, the bridge is its task.
            return null;
        }
        boolean bridge = isThere(BRIDGE, loader);
        if ((bridge || isThere(EMBEDDED_TOMCAT, loader)) && isJulPlain()) {
            return new Surroundings(reporter, bridge, delayMillis);
        }
        return null;
    }

    private static boolean isThere(String resource, @Nullable ClassLoader loader) {
        return (loader == null ? ClassLoader.getSystemResource(resource) : loader.getResource(resource)) != null;
    }

    private static boolean isJulPlain() {
        Optional<Module> jul = ModuleLayer.boot().findModule("java.logging");
        return jul.isPresent() && System.getProperty(MANAGER_PROPERTY) == null;
    }

    void start() {
        thread.start();
    }

    /** Ends the thread early, and waits for its end until {@code deadline}. */
    void end(long deadline) {
        synchronized (this) {
            ending = true;
            notifyAll();
        }
        thread.awaitEnd(deadline);
    }

    @Override
    public void run() {
        if (!waited()) {
            return;
        }
        List<String> handlers = new ArrayList<>();
        for (Handler handler : rootHandlers()) {
            String name = handler.getClass().getName();
            if (name.equals(BRIDGE_HANDLER)) {
                return;
            }
            handlers.add(name);
        }
        reporter.accept(Finding.of(
                        FindingCode.JUL_NOT_BRIDGED,
                        (isBridgeThere
                                        ? "jul-to-slf4j is on the class path, but nothing has installed it"
                                        : "An embedded Tomcat is on the class path, which logs through java.util.logging")
                                + ": what is logged that way goes to "
                                + (handlers.isEmpty() ? "no handler at all" : String.join(", ", handlers))
                                + " and isn't in this log.")
                .remedy((isBridgeThere ? "" : "Put org.slf4j:jul-to-slf4j on the class path. ")
                        + FindingCode.JUL_NOT_BRIDGED.remedy()));
    }

    private synchronized boolean waited() {
        long end = System.nanoTime() + delayMillis * 1_000_000;
        for (long left = delayMillis; left > 0 && !ending; left = (end - System.nanoTime()) / 1_000_000) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                // A helper's thread can't be interrupted.
                return false;
            }
        }
        return !ending;
    }

    private static Handler[] rootHandlers() {
        Logger root = LogManager.getLogManager().getLogger("");
        return root == null ? new Handler[0] : root.getHandlers();
    }
}
