package dev.tailrace.doctor.corpus;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An application that uses exceptions to say that a thing is not there, thousands of times a second, each with a deep stack, and swallows
 * them. Healthy: it asks first.
 */
final class ExceptionStorm {
    private ExceptionStorm() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        boolean sick = stage.sick();
        int depth = stage.between(40, 90);
        AtomicLong missing = new AtomicLong();
        int count = stage.between(3, 8);
        Callers callers = Callers.start(count, stage.pick("lookup-", "request-"), 4_000, (caller, turn) -> {
            if (!found(sick, "key" + turn, depth)) {
                missing.incrementAndGet();
            }
        });
        stage.playOnceTrue(() -> callers.turns() > 4_000 && missing.get() > 4_000);
    }

    private static boolean found(boolean sick, String key, int depth) {
        if (depth > 0) {
            return found(sick, key, depth - 1);
        }
        if (!sick) {
            return false;
        }
        try {
            return lookUp(key);
        } catch (NoSuchEntryException none) {
            return false;
        }
    }

    private static boolean lookUp(String key) throws NoSuchEntryException {
        throw new NoSuchEntryException(key);
    }

    private static final class NoSuchEntryException extends Exception {
        private static final long serialVersionUID = 1;

        NoSuchEntryException(String key) {
            super("no entry for " + key);
        }
    }
}
