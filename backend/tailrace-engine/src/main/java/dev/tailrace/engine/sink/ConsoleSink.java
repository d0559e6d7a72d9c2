package dev.tailrace.engine.sink;

import dev.tailrace.finding.Finding;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Writes a destination's lines to standard output or standard error. The stream belongs to the process: it is never closed. For the thread
 * that has the {@linkplain ConsoleStream stream's} right to write.
 */
public final class ConsoleSink implements Sink {
    private static final int COPY_BYTES = 4096;

    private final ConsoleStream stream;
    private final Consumer<Finding> findings;
    private final byte[] copy = new byte[COPY_BYTES];
    private boolean writeFails;
    private final AtomicBoolean reports = new AtomicBoolean();
    private volatile boolean reported;

    public ConsoleSink(boolean standardError, Consumer<Finding> findings) {
        this.stream = standardError ? ConsoleStream.ERR : ConsoleStream.OUT;
        this.findings = findings;
    }

    /** The stream that this sink writes to. For any thread. */
    public ConsoleStream stream() {
        return stream;
    }

    /** Consumes all lines as one write, even after an error. */
    @Override
    public void write(ByteBuffer lines) {
        int count = lines.remaining();
        byte[] bytes = count <= copy.length ? copy : new byte[count];
        lines.get(bytes, 0, count);
        write(bytes, count);
    }

    /** Writes a line as one write; the line counts as written even after an error. */
    public void write(byte[] line, int length) {
        String failure = null;
        try {
            failure = stream.write(line, length) ? null : FileFindings.NO_READER;
        } catch (RuntimeException e) {
            // The application's stream. The exception's message would run foreign code.
            failure = "its stream threw " + e.getClass().getName();
        }
        if (failure != null && !writeFails) {
            writeFails = true;
            findings.accept(FileFindings.consoleFailed(description(), failure));
        }
    }

    /** Reports, once, that the console isn't read; false while another thread does so. For any thread. */
    public boolean reportUnread() {
        if (reports.compareAndSet(false, true)) {
            findings.accept(FileFindings.consoleUnread(description()));
            reported = true;
        }
        return reported;
    }

    @Override
    public String description() {
        return stream.description();
    }
}
