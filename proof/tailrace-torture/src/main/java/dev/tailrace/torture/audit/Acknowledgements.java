package dev.tailrace.torture.audit;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A mapped file in which producers store the lines that they begin to log, and the lines whose calls have returned. It survives the
 * producers' deaths. Each thread has two words: begun, acknowledged. Each word has one writer; other processes may read it late.
 */
public final class Acknowledgements {
    /** The most producers of one scene, including consecutive ones. */
    public static final int PROCESSES = 512;

    public static final int THREADS = 16;
    private static final int BYTES_A_THREAD = 16;
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer words;

    private Acknowledgements(ByteBuffer words) {
        this.words = words;
    }

    /** Maps the file, and creates it if it doesn't exist. */
    public static Acknowledgements open(Path file) throws IOException {
        int size = PROCESSES * THREADS * BYTES_A_THREAD;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Acknowledgements(channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
        }
    }

    public void begin(int process, int thread, long sequence) {
        LONG.setRelease(words, at(process, thread), sequence);
    }

    public void acknowledge(int process, int thread, long sequence) {
        LONG.setRelease(words, at(process, thread) + 8, sequence);
    }

    /** The last line that a thread began to log; 0 for none. */
    public long begun(int process, int thread) {
        return (long) LONG.getAcquire(words, at(process, thread));
    }

    /** The last line whose call returned; 0 for none. */
    public long acknowledged(int process, int thread) {
        return (long) LONG.getAcquire(words, at(process, thread) + 8);
    }

    private static int at(int process, int thread) {
        if (process < 0 || process >= PROCESSES || thread < 0 || thread >= THREADS) {
            throw new IllegalArgumentException("process=" + process + ", thread=" + thread + ", there are places for "
                    + PROCESSES + " times " + THREADS);
        }
        return (process * THREADS + thread) * BYTES_A_THREAD;
    }
}
