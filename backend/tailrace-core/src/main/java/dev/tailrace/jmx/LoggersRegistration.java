package dev.tailrace.jmx;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The bean in the platform's MBean server, from a moment after {@link #start} to {@link #end}: registered by a thread of its own, since
 * loading JMX takes longer than all of our start. {@link #end} must be called, or the server keeps this class loader.
 */
public final class LoggersRegistration {
    /** The name of the first bean in a JVM; beans of other class loaders have {@code ,instance=2} and so on. */
    public static final String NAME = "dev.tailrace:type=Loggers";

    private static final int MOST_INSTANCES = 1_000;

    private final Loggers loggers;
    private final Consumer<Finding> findings;
    private final HelperThread thread = HelperThread.of(this::register, "tailrace-jmx");
    private @Nullable Object registered;
    private boolean ended;

    private LoggersRegistration(Loggers loggers, Consumer<Finding> findings) {
        this.loggers = loggers;
        this.findings = findings;
    }

    /** Begins to register the bean, and returns at once. Failing is a finding. */
    public static LoggersRegistration start(Loggers loggers, Consumer<Finding> findings) {
        LoggersRegistration registration = new LoggersRegistration(loggers, findings);
        registration.thread.start();
        return registration;
    }

    private synchronized void register() {
        if (ended) {
            return;
        }
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            registered = register(server);
        } catch (JMException | RuntimeException | LinkageError e) {
            // Without the module java.management its classes are missing.
            findings.accept(Finding.of(FindingCode.JMX_NOT_REGISTERED, NAME + " isn't there: " + e + "."));
        }
    }

    private ObjectName register(MBeanServer server) throws JMException {
        LoggersBean bean = new LoggersBean(loggers);
        for (int i = 1; ; i++) {
            ObjectName name = new ObjectName(i == 1 ? NAME : NAME + ",instance=" + i);
            try {
                server.registerMBean(bean, name);
                return name;
            } catch (InstanceAlreadyExistsException e) {
                if (i == MOST_INSTANCES) {
                    throw e;
                }
            }
        }
    }

    /** Unregisters the bean; waits for the registering thread until {@code deadline} ({@link System#nanoTime}). */
    public void end(long deadline) {
        thread.awaitEnd(deadline);
        synchronized (this) {
            ended = true;
            if (registered instanceof ObjectName name) {
                registered = null;
                try {
                    ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
                } catch (JMException | RuntimeException e) {
                    // Other code has unregistered the bean.
                    return;
                }
            }
        }
    }
}
