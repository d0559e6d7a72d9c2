package dev.tailrace.bench.child;

import java.lang.reflect.InvocationTargetException;
import org.slf4j.LoggerFactory;

/** Stops a backend as its documentation recommends, so that all accepted events are in its files. */
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
                // Closes all handlers, which removes their lock files.
                case "jul" -> java.util.logging.LogManager.getLogManager().reset();
                case "noop" -> {
                    // There is nothing to stop.
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
