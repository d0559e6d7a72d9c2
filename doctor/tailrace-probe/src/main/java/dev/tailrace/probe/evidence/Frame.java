package dev.tailrace.probe.evidence;

/**
 * One call of a stack. Immutable.
 *
 * @param type the class with its package, without loader and module; {@code a.B$C} for a nested one
 * @param method as the JVM names it; {@code <init>} for a constructor
 * @param file the source file's name; empty when it is unknown
 * @param line in that file; 0: unknown; {@link #NATIVE}: a native method
 */
public record Frame(String type, String method, String file, int line) {
    /** The line of native methods. */
    public static final int NATIVE = -2;

    /** Whether this is a native method. */
    public boolean isNative() {
        return line == NATIVE;
    }

    /** {@code a.B.method}. */
    public String call() {
        return type + "." + method;
    }

    /** The frame as a stack shows it: {@code a.B.method(B.java:12)}. */
    @Override
    public String toString() {
        if (isNative()) {
            return call() + "(Native Method)";
        }
        if (file.isEmpty()) {
            return call() + "(Unknown Source)";
        }
        return call() + "(" + file + (line > 0 ? ":" + line : "") + ")";
    }
}
