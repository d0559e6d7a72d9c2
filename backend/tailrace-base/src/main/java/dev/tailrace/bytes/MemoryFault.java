package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of mapped memory whose file is cut short: each access to a page that is gone is a fault, for which the JVM throws an {@link
 * InternalError}. Up to JDK 20 compiled code, and later on that of the first compiler, only skips the access, a read leaves anything in its register, and the error is thrown by one of
 * the thread's next calls of the JVM's runtime, which can be far away, in the application's code. So code that touches mapped memory calls
 * {@link #raise} before it uses what it has read, or leaves.
 *
 * <p>A compare-and-set that is not compiled ends the JVM instead. Where it isn't preceded by a read of the same page, {@link #touch} is.
 */
public final class MemoryFault {
    private static final int PAGE = 4096;
    /** More than the JVM's first compiler waits for. */
    private static final int ROUNDS = 3_000;

    /** Volatile, so that no compiler knows it. */
    private static volatile int none;

    private static @Nullable Object garbage;

    /** Keeps a read from being optimized away. */
    private static long seen;

    private MemoryFault() {}

    /**
     * Throws the error of an access of this thread that failed before, if there was one. Some 150 ns and 16 bytes of garbage; no system call.
     *
     * <p>Of all that enters the JVM hardly anything throws it: no native method, no monitor, no exception. Making an array of two dimensions
     * does, from all compilers and the interpreter.
     */
    public static void raise() {
        int length = none;
        garbage = new byte[length][length];
    }

    /** Throws an {@link InternalError} when this word can't be touched. */
    public static void touch(ByteBuffer memory, int index) {
        seen = Memory.getVolatile(memory, index);
        raise();
    }

    /** Whether a word can be touched. */
    public static boolean isReadable(ByteBuffer memory, int index) {
        try {
            touch(memory, index);
            return true;
        } catch (InternalError e) {
            return false;
        }
    }

    /** How many bytes from the beginning on can be touched. A file is cut at its end, so what lies before a page that is there is there, too. */
    public static int readable(ByteBuffer memory) {
        int there = 0;
        int gone = (memory.capacity() + PAGE - 1) / PAGE;
        if (gone == 0 || isReadable(memory, (gone - 1) * PAGE)) {
            return memory.capacity();
        }
        gone--;
        while (there < gone) {
            int middle = (there + gone) >>> 1;
            if (isReadable(memory, middle * PAGE)) {
                there = middle + 1;
            } else {
                gone = middle;
            }
        }
        return there * PAGE;
    }

    /**
     * Has the atomic operations compiled, within some milliseconds: where they are not, one that fails ends the JVM, which {@link #touch} can
     * prevent and callers can't afford.
     */
    public static void warmUp() {
        ByteBuffer memory = ByteBuffer.allocateDirect(Long.BYTES);
        for (int i = 0; i < ROUNDS; i++) {
            Memory.compareAndSet(memory, 0, i, i + 1L);
            Memory.getAndAdd(memory, 0, 0);
            Memory.getAndSet(memory, 0, i + 1L);
            Memory.getAndBitwiseOr(memory, 0, 0);
        }
    }

    /** Whether something was made or read here; gives the fields a reader. */
    static boolean isUsed() {
        return garbage != null || seen != 0;
    }
}
