package dev.tailrace;

import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Loads Tailrace anew, as a web application's class loader does. Once it is closed it refuses everything, as Tomcat's does, even what
 * the JDK has, and notes what it was asked for.
 */
final class ClosableLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<String> refused = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    ClosableLoader() {
        super(backend(), ClassLoader.getPlatformClassLoader());
    }

    /** The classes of an application's Tailrace. */
    static URL[] backend() {
        return Origins.backend().stream().map(ClosableLoader::url).toArray(URL[]::new);
    }

    private static URL url(Path place) {
        try {
            return place.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(place.toString(), e);
        }
    }

    /** Logs this message on level INFO. */
    void log(String message) throws ReflectiveOperationException {
        Class<?> tailrace = Class.forName("dev.tailrace.Tailrace", true, this);
        Object logger = tailrace.getMethod("logger", String.class).invoke(null, "app");
        log(logger, message);
    }

    /** A logger, for {@link #log(Object, String)} after the end. */
    Object logger() throws ReflectiveOperationException {
        Class<?> tailrace = Class.forName("dev.tailrace.Tailrace", true, this);
        return tailrace.getMethod("logger", String.class).invoke(null, "app");
    }

    static void log(Object logger, String message) throws ReflectiveOperationException {
        Class<?> type = logger.getClass();
        Object event = type.getMethod("open", int.class, String.class).invoke(logger, Level.INFO.code(), "");
        // The event as this loader knows it, which is another class than the tests'.
        Class<?> front = event.getClass().getSuperclass();
        type.getMethod("commit", front, String.class, Object[].class).invoke(logger, event, message, null);
        type.getMethod("close", front).invoke(logger, event);
    }

    void shutdown() throws ReflectiveOperationException {
        Class.forName("dev.tailrace.Tailrace", true, this).getMethod("shutdown").invoke(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (closed) {
            refused.add(name);
            throw new ClassNotFoundException("closed: " + name);
        }
        return super.loadClass(name, resolve);
    }

    @Override
    public @Nullable URL getResource(String name) {
        if (closed) {
            refused.add(name);
            throw new IllegalStateException("closed: " + name);
        }
        return super.getResource(name);
    }

    /** What it was asked for since it was closed. */
    List<String> refused() {
        return refused;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        super.close();
    }
}
