package dev.tailrace.runtime;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.engine.runtime.Waiting;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the class loader of these classes was closed: a web application was undeployed, and the engine was not shut
 * down. From then on the first use of any class is an error, and an engine that goes on keeps its log from all other processes. So once a
 * second the loader is asked for a class file of its own.
 *
 * <p>Two answers mean that the loader is closed. A loader that refuses to answer ({@link IllegalStateException}) is asked once: Tomcat's
 * prints each such question with a stack trace, so that it is asked for its state first. One that finds nothing ({@link java.net.URLClassLoader} and those made
 * of it) is asked twice, a second apart, because a jar can be unreadable for a moment, such as for want of a descriptor; should it answer
 * again later, what is logged then starts the engine as after a shutdown.
 *
 * <p>Has a thread of its own, because it ends all other threads and waits for them, and because a drain thread may be stuck in a write.
 * There is no watch in the JDK's loaders and those of Spring Boot's executable jars, which are never closed, nor in a loader that can't
 * find its class files to begin with.
 */
public final class LoaderWatch {
    private static final long PERIOD_NANOS = 1_000_000_000L;
    private static final int MOST_MISSES = 2;
    private static final long PRELOAD_NANOS = 1_000_000_000L;
    /** Loaders of executable jars, which live as long as the JVM; looking at each class file in a nested jar would delay its start. */
    private static final String SPRING_BOOT = "org.springframework.boot.loader.";

    /** The states of Tomcat's {@code LifecycleState} in which a loader refuses to answer. */
    private static final Set<String> STOPPED = Set.of("STOPPING", "STOPPED", "DESTROYING", "DESTROYED", "FAILED");

    /** Is called in the thread of the watch. */
    public interface Listener {
        /** Once. */
        void onClosed(LoaderWatch watch);

        void onFailure(Throwable error);
    }

    private enum Answer {
        FOUND,
        MISSING,
        REFUSED
    }

    private final ClassLoader loader;
    private final String own;
    private final List<Class<?>> roots;
    private final Listener listener;
    /** Tomcat's, which answers without a trace; null: the loader is another one. */
    private final @Nullable Method state;

    private final HelperThread thread = HelperThread.of(this::run, "tailrace-loader");
    private volatile boolean stopping;
    private volatile boolean refused;
    private volatile long askedAt;
    private volatile boolean ready;

    private LoaderWatch(ClassLoader loader, String own, List<Class<?>> roots, Listener listener) {
        this.loader = loader;
        this.own = own;
        this.roots = roots;
        this.listener = listener;
        this.state = stateOf(loader);
    }

    private static @Nullable Method stateOf(ClassLoader loader) {
        try {
            return loader.getClass().getMethod("getStateName");
        } catch (NoSuchMethodException | RuntimeException e) {
            return null;
        }
    }

    /** The name of the loader's state; null where it has none. */
    private @Nullable String stateName() {
        try {
            return state == null ? null : (String) state.invoke(loader);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Starts a watch; null where none is needed.
     *
     * @param loader of these classes; null is the boot loader
     * @param own the class that is called from outside in any case, as files name it
     * @param roots more classes that are called from outside once the loader is closed
     */
    public static @Nullable LoaderWatch start(
            @Nullable ClassLoader loader, String own, List<Class<?>> roots, Listener listener) {
        if (loader == null || isForever(loader)) {
            return null;
        }
        LoaderWatch watch = new LoaderWatch(loader, own, roots, listener);
        if (watch.ask() != Answer.FOUND) {
            return null;
        }
        watch.thread.start();
        return watch;
    }

    private static boolean isForever(ClassLoader loader) {
        if (loader.getClass().getName().startsWith(SPRING_BOOT)) {
            return true;
        }
        for (ClassLoader each = ClassLoader.getSystemClassLoader(); each != null; each = each.getParent()) {
            if (each.equals(loader)) {
                return true;
            }
        }
        return false;
    }

    private Answer ask() {
        askedAt = System.nanoTime();
        String name = stateName();
        if (name != null) {
            // Tomcat logs each question for a resource after its stop, which may begin just now.
            return STOPPED.contains(name) ? Answer.REFUSED : Answer.FOUND;
        }
        try {
            return loader.getResource(own + ".class") == null ? Answer.MISSING : Answer.FOUND;
        } catch (IllegalStateException e) {
            return Answer.REFUSED;
        } catch (RuntimeException | LinkageError e) {
            return Answer.MISSING;
        }
    }

    /** Whether a loader that was found closed still is. Log calls use this method, so a loader that refuses to answer isn't asked again. */
    public boolean isStillClosed() {
        return refused || System.nanoTime() - askedAt < PERIOD_NANOS || ask() != Answer.FOUND;
    }

    /** Ends the watch; its thread ends soon. */
    public void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    /** Waits, after {@link #stop}, for the end of the thread. */
    void awaitEnd(long deadline) {
        thread.awaitEnd(deadline);
    }

    /**
     * Waits at most a second until all classes are loaded that the end of the engine needs: an application that fails in its first second
     * is undeployed at once, and its last lines say why it failed.
     */
    public void awaitReady() {
        Waiting.until(System.nanoTime() + PRELOAD_NANOS, () -> ready);
    }

    private void run() {
        try {
            preload();
            if (awaitClosing()) {
                listener.onClosed(this);
            }
        } catch (Throwable e) {
            listener.onFailure(e);
        }
    }

    private void preload() {
        try {
            new ClassClosure(loader).load(own, roots);
        } catch (IllegalStateException e) {
            // The loader is closed already: the classes loaded so far have to be enough.
            return;
        } finally {
            ready = true;
        }
    }

    /** False when the watch is stopped before. */
    private boolean awaitClosing() {
        int misses = 0;
        while (!stopping) {
            long left = askedAt + PERIOD_NANOS - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                continue;
            }
            Answer answer = ask();
            misses = answer == Answer.MISSING ? misses + 1 : 0;
            refused = answer == Answer.REFUSED;
            if (refused || misses == MOST_MISSES) {
                return true;
            }
        }
        return false;
    }
}
