package dev.tailrace.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The text that a process writes into a pipe. A thread reads it at once, so that the pipe is never full, and keeps it. Thread-safe. */
final class PipeText {
    private final StringBuilder text = new StringBuilder();
    /** The start of the next line for {@link #line}. */
    private int unread;

    private boolean ended;

    static PipeText of(InputStream pipe, String name) {
        PipeText text = new PipeText();
        Thread reader = new Thread(() -> text.read(pipe), name);
        reader.setDaemon(true);
        reader.start();
        return text;
    }

    private void read(InputStream pipe) {
        char[] buffer = new char[8192];
        try (Reader in = new InputStreamReader(pipe, UTF_8)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                synchronized (this) {
                    text.append(buffer, 0, count);
                    notifyAll();
                }
            }
        } catch (IOException e) {
            // The stream ends with the process.
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    /** The whole text so far. */
    synchronized String text() {
        return text.toString();
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
            int end = text.indexOf("\n", searched);
            if (end >= 0) {
                return take(end, end + 1);
            }
            searched = text.length();
            if (ended) {
                return unread < searched ? take(searched, searched) : null;
            }
            if (deadline - System.nanoTime() <= 0) {
                return null;
            }
            await(deadline);
        }
    }

    private String take(int end, int next) {
        String line = text.substring(unread, end);
        unread = next;
        return line;
    }

    @SuppressWarnings("WaitNotInLoop") // The callers loop.
    private void await(long deadline) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline - System.nanoTime()));
    }
}
