package dev.tailrace.bytes;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Handles mapped memory whose file was truncated: each access to a missing page is a fault, for which the JVM throws an {@link
 * InternalError}. But compiled code up to JDK 20, and later the first compiler's code, only skips the access; a read leaves any value in
 * its register; and one of the thread's next calls of the JVM's runtime throws the error, maybe far away, in the application's code. So
 * code that reads mapped memory calls {@link #raise} before it acts on a value. A log call doesn't: it asks once in a quarter of a ring.
 *
 * <p>An interpreted compare-and-set ends the JVM instead. So {@link #touch} is called before it, unless a read of the same page precedes
 * it.
 */
public final class MemoryFault {
    private static final int PAGE = 4096;
    /** More rounds than the JVM's first compiler waits for. */
    private static final int ROUNDS = 3_000;

    /** Volatile, so that no compiler knows its value. */
    private static volatile int none;

    private static @Nullable Object garbage;

    /** Keeps a read from being optimized away. */
    private static long seen;

    private MemoryFault() {}

    /**
     * Throws the error of this thread's earlier failed access, if there was one. Costs some 150 ns and 16 bytes of garbage, and no system
     * call.
     *
     * <p>Hardly any call into the JVM throws the pending error: no native method, no monitor, no exception. Making an array of two
     * dimensions does, from all compilers and the interpreter.
     */
    public static void raise() {
        int length = none;
        garbage = new byte[length][length];
    }

    /** Throws an {@link InternalError} when this word can't be accessed. */
    public static void touch(ByteBuffer memory, int index) {
        seen = Memory.getVolatile(memory, index);
        raise();
    }

    /** Whether a word can be accessed. */
    public static boolean isReadable(ByteBuffer memory, int index) {
        try {
            touch(memory, index);
            return true;
        } catch (InternalError e) {
            return false;
        }
    }

    /**
     * The number of accessible bytes from the beginning on. Files are truncated at their end, so all pages before an existing page exist,
     * too.
     */
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
     * Gets the atomic operations compiled, within some milliseconds: a failing interpreted one ends the JVM; {@link #touch} prevents that,
     * but is too slow for callers.
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

    /** Whether this class has made or read anything; gives the fields a reader. */
    static boolean isUsed() {
        return garbage != null || seen != 0;
    }
}
