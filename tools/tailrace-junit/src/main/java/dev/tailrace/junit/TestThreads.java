package dev.tailrace.junit;

import org.jspecify.annotations.Nullable;

/**
 * Finds the test that a thread belongs to: the test that runs in the thread, or that has started it, directly or indirectly. A thread that
 * outlives its test belongs to none. Thread-safe.
 */
final class TestThreads {
    private static final InheritableThreadLocal<@Nullable Scope> CURRENT = new InheritableThreadLocal<>();

    private TestThreads() {}

    /** One test. */
    static final class Scope {
        private final @Nullable Scope before;
        private volatile boolean ended;

        private Scope(@Nullable Scope before) {
            this.before = before;
        }
    }

    /** A test begins in this thread. */
    static Scope begin() {
        // While a test waits for another test in a work-stealing pool, its thread may run a third test.
        Scope scope = new Scope(CURRENT.get());
        CURRENT.set(scope);
        return scope;
    }

    /** The test ends, in the thread that it began in. */
    static void end(Scope scope) {
        scope.ended = true;
        if (scope.before == null || scope.before.ended) {
            CURRENT.remove();
        } else {
            CURRENT.set(scope.before);
        }
    }

    static boolean isOf(Scope scope) {
        return CURRENT.get() == scope;
    }

    /** Whether the calling thread belongs to a running test. */
    static boolean isOfAny() {
        Scope scope = CURRENT.get();
        return scope != null && !scope.ended;
    }
}
