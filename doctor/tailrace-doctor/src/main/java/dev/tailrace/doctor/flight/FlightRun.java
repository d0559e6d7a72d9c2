package dev.tailrace.doctor.flight;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads one recording in a thread of its own, because the JDK's parser can take forever over damaged bytes. A caller that gives up leaves
 * that thread alone with its file; it is a daemon.
 */
final class FlightRun {
    /** So long may the parser take for a single event; a chunk's constants are read before its first. */
    private static final long PATIENCE_SECONDS = 4;

    private final Path file;
    private final FlightDigest digest = new FlightDigest();
    private final CountDownLatch done = new CountDownLatch(1);
    private long progress;
    private boolean abandoned;
    private String failure = "";

    FlightRun(Path file) {
        this.file = file;
    }

    /** Returns when everything was read, when it can't go on, or when nothing has come for too long. */
    void await() throws IOException {
        Thread reader = new Thread(this::readAll, "tailrace-flight");
        reader.setDaemon(true);
        reader.start();
        try {
            long before = -1;
            while (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                synchronized (this) {
                    if (progress == before) {
                        abandoned = true;
                        failure = "The recording is damaged: reading it does not come to an end.";
                        return;
                    }
                    before = progress;
                }
            }
        } catch (InterruptedException e) {
            synchronized (this) {
                abandoned = true;
            }
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading " + file, e);
        }
    }

    private void readAll() {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                if (!take(recording)) {
                    return;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            done.countDown();
        }
    }

    private boolean take(RecordingFile recording) throws IOException {
        var event = recording.readEvent();
        synchronized (this) {
            if (abandoned) {
                return false;
            }
            progress++;
            digest.add(event);
            return true;
        }
    }

    /** The parser answers damaged bytes with exceptions of any kind, running out of memory included. */
    private synchronized void fail(Throwable e) {
        if (!abandoned) {
            String message = e.getMessage();
            failure = "The recording is damaged or cut: "
                    + (message == null || message.isBlank() ? e.getClass().getSimpleName() : firstLine(message)) + ".";
        }
    }

    private static String firstLine(String message) {
        String line = message.strip().lines().findFirst().orElse("");
        String shown = line.length() > 200 ? line.substring(0, 200) : line;
        return shown.endsWith(".") ? shown.substring(0, shown.length() - 1) : shown;
    }

    /** The digest; only after {@link #await}. */
    synchronized FlightDigest digest() {
        return digest;
    }

    /** Why it ended early, in a sentence; empty when it did not. */
    synchronized String failure() {
        return failure;
    }
}
