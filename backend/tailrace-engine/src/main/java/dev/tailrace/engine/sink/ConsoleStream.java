package dev.tailrace.engine.sink;

import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or standard error, with the right to write there, which one thread has at a time, whichever destination it writes for.
 * Waiting threads look again by themselves: giving the right back wakes no thread. Thread-safe, but for {@link #write}.
 *
 * <p>Lines always go through the present stream and under its own lock, so that an application or a test that replaces {@link System#out}
 * gets its lines. Writing directly to the descriptor would miss replacements, and an interrupt would close the channel for good.
 */
public final class ConsoleStream {
    public static final ConsoleStream OUT = new ConsoleStream(false);
    public static final ConsoleStream ERR = new ConsoleStream(true);

    private static final VarHandle WRITER = writerOf();
    private static final long FIRST_PAUSE_NANOS = 100_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;

    private final boolean standardError;
    /** The stream when the first console was opened. */
    private final PrintStream atStart;

    private volatile @Nullable Thread writer;
    /** Changes with each write; odd during a write. Changed by the writer only. */
    private volatile long progress;
    /** The bytes of the present write. */
    private volatile int length;

    /** Until then, in {@link System#nanoTime}, a thread that has waited long goes first; 0: none has. */
    private volatile long reservedUntil;

    /** The writer writes queued lines. For the writer: others may see an old value. */
    private boolean drains;

    private ConsoleStream(boolean standardError) {
        this.standardError = standardError;
        this.atStart = stream();
    }

    private static VarHandle writerOf() {
        try {
            return MethodHandles.lookup().findVarHandle(ConsoleStream.class, "writer", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The stream that is set now; null after {@code System.setOut(null)}. */
    @SuppressWarnings("SystemOut") // it is the console
    public PrintStream stream() {
        return standardError ? System.err : System.out;
    }

    /**
     * Whether the stream is another than at the start, or of a class that the JVM would not have chosen: then it is likely to be read in
     * this process, by a test for instance.
     */
    @SuppressWarnings("ReferenceEquality") // the very stream is meant, and its methods may be the application's
    public boolean isReplaced() {
        PrintStream stream = stream();
        return stream != atStart || stream == null || stream.getClass() != PrintStream.class;
    }

    /** As {@link #tryEnter}, but after a thread that starves. */
    public boolean tryEnterFairly() {
        long until = reservedUntil;
        return (until == 0 || System.nanoTime() - until >= 0) && tryEnter();
    }

    /** As {@link #tryEnter}; if there is a writer, other threads let this one go first for {@code nanos}, since it may then sleep for long. */
    public boolean tryEnterFirst(long nanos) {
        boolean entered = tryEnter();
        reservedUntil = entered ? 0 : System.nanoTime() + nanos | 1;
        return entered;
    }

    /** Takes the right to write; false when a thread has it, even this one. */
    public boolean tryEnter() {
        return writer == null && WRITER.compareAndSet(this, (Thread) null, Thread.currentThread());
    }

    /** Takes the right to write; false when other threads have had it for {@code nanos}. */
    public boolean enter(long nanos) {
        long deadline = System.nanoTime() + nanos;
        long pause = FIRST_PAUSE_NANOS;
        while (!tryEnter()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(this, pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
        }
        return true;
    }

    /** Gives the right back. */
    public void leave() {
        writer = null;
    }

    /** The thread that has the right to write; null: none. */
    public @Nullable Thread writer() {
        return writer;
    }

    /**
     * Writes as one write, for the thread that has the right; returns whether the stream shows no error. The stream hides how much it wrote:
     * no write can be repeated.
     */
    boolean write(byte[] lines, int count) {
        PrintStream stream = stream();
        length = count;
        long before = progress;
        progress = before + 1;
        try {
            stream.write(lines, 0, count);
            // Flushes, too.
            return !stream.checkError();
        } finally {
            progress = before + 2;
        }
    }

    /** Sets whether the lines that the writing thread writes were queued. */
    public void drains(boolean queued) {
        drains = queued;
    }

    /**
     * Whether the stream logs while it writes lines that were queued, such as one that logs what is printed: its line would be queued, too,
     * and then the next, for ever.
     */
    public boolean isEcho() {
        return drains && writer == Thread.currentThread();
    }

    /** A number that stays the same while no byte moves; odd while a thread is inside a write, or waits for the stream's own lock. */
    public long progress() {
        return progress;
    }

    /** The number of bytes in the present write. */
    public int length() {
        return length;
    }

    /** For messages. */
    public String description() {
        return standardError ? "console (standard error)" : "console";
    }
}
