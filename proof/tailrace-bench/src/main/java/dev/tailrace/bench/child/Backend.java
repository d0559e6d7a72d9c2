package dev.tailrace.bench.child;

import java.lang.reflect.InvocationTargetException;
import org.slf4j.LoggerFactory;

/** Stops a backend in the way its documentation asks for, so that all it has accepted is in its files. */
final class Backend {
    private Backend() {}

    static void stop(String backend) {
        try {
            switch (backend) {
                case "logback" -> {
                    Object context = LoggerFactory.getILoggerFactory();
                    context.getClass().getMethod("stop").invoke(context);
                }
                case "log4j2" -> call("org.apache.logging.log4j.LogManager");
                case "tailrace" -> call("dev.tailrace.Tailrace");
                case "tinylog" -> {
                    Object provider = Class.forName("org.tinylog.provider.ProviderRegistry")
                            .getMethod("getLoggingProvider")
                            .invoke(null);
                    Class.forName("org.tinylog.provider.LoggingProvider")
                            .getMethod("shutdown")
                            .invoke(provider);
                }
                // Closes all handlers, so that their lock files go.
                case "jul" -> java.util.logging.LogManager.getLogManager().reset();
                case "noop" -> {
                    // Nothing runs.
                }
                default -> throw new IllegalArgumentException("backend=" + backend);
            }
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("stopping " + backend + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot stop " + backend, e);
        }
    }

    private static void call(String type) throws ReflectiveOperationException {
        Class.forName(type).getMethod("shutdown").invoke(null);
    }
}
