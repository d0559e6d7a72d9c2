package dev.tailrace.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The text that a process writes into a pipe. A thread reads it at once, so that the pipe is never full, and keeps it. Thread-safe. */
final class PipeText {
    private byte[] bytes = new byte[1024];
    private int size;
    /** The start of the next line for {@link #line}. */
    private int unread;

    private boolean ended;

    /** Starts the reading thread. */
    static PipeText of(InputStream pipe, String name) {
        PipeText text = new PipeText();
        Thread reader = new Thread(() -> text.read(pipe), name);
        reader.setDaemon(true);
        reader.start();
        return text;
    }

    private void read(InputStream pipe) {
        byte[] buffer = new byte[8192];
        try (pipe) {
            for (int count = pipe.read(buffer); count >= 0; count = pipe.read(buffer)) {
                add(buffer, count);
            }
        } catch (IOException e) {
            // The stream ends with the process.
        }
        end();
    }

    private synchronized void add(byte[] more, int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
        }
        System.arraycopy(more, 0, bytes, size, count);
        size += count;
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The whole text so far. */
    synchronized String text() {
        return new String(bytes, 0, size, UTF_8);
    }

    /** Waits for the pipe's end, which is later than the process's end if the process's children hold the pipe. */
    synchronized void awaitEnd(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (!ended && deadline - System.nanoTime() > 0) {
            await(deadline);
        }
    }

    /** The next line, or the last one without a line end; null at the end or at the deadline, a time of {@link System#nanoTime}. */
    synchronized @Nullable String line(long deadline) throws InterruptedException {
        int searched = unread;
        while (true) {
            for (; searched < size; searched++) {
                if (bytes[searched] == '\n') {
                    return take(searched, searched + 1);
                }
            }
            if (ended) {
                return unread < size ? take(size, size) : null;
            }
            if (deadline - System.nanoTime() <= 0) {
                return null;
            }
            await(deadline);
        }
    }

    private String take(int end, int next) {
        String line = new String(bytes, unread, end - unread, UTF_8);
        unread = next;
        return line;
    }

    @SuppressWarnings("WaitNotInLoop") // The callers loop.
    private void await(long deadline) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline - System.nanoTime()));
    }
}
