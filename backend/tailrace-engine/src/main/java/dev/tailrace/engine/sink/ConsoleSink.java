package dev.tailrace.engine.sink;

import dev.tailrace.finding.Finding;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Standard output or standard error: always the present stream, so that an application or a test that replaces {@link System#out}, before
 * or after the start, gets its lines. A sink can't find out whether a stream is the JVM's own, so writing directly to the descriptor would
 * miss replacements. The stream belongs to the process: it is never closed. Used by one thread at a time, but for {@link #isReplaced}.
 */
public final class ConsoleSink implements Sink {
    private static final int COPY_BYTES = 8192;
    /** The streams when the first console was opened. */
    private static final PrintStream OUT_AT_START = System.out;

    private static final PrintStream ERR_AT_START = System.err;

    private final boolean standardError;
    private final Consumer<Finding> findings;
    private final byte[] copy = new byte[COPY_BYTES];
    private boolean writeFails;

    public ConsoleSink(boolean standardError, Consumer<Finding> findings) {
        this.standardError = standardError;
        this.findings = findings;
    }

    /** The stream that is set now. For any thread. */
    @SuppressWarnings("SystemOut") // it is the console
    public PrintStream stream() {
        return standardError ? System.err : System.out;
    }

    /**
     * Whether the stream is another than at the start, or of a class that the JVM would not have chosen: then it is likely to be read in
     * this process, by a test for instance. For any thread.
     */
    @SuppressWarnings("ReferenceEquality") // the very stream is meant, and its methods may be the application's
    public boolean isReplaced() {
        PrintStream stream = stream();
        return stream != (standardError ? ERR_AT_START : OUT_AT_START) || stream.getClass() != PrintStream.class;
    }

    /** Consumes all lines, even after an error: a print stream hides errors and how much it wrote, so no write could be repeated. */
    @Override
    public void write(ByteBuffer lines) {
        PrintStream stream = stream();
        while (lines.hasRemaining()) {
            int count = Math.min(lines.remaining(), copy.length);
            lines.get(copy, 0, count);
            stream.write(copy, 0, count);
        }
        // Flushes too.
        if (stream.checkError() && !writeFails) {
            writeFails = true;
            findings.accept(FileFindings.consoleFailed(description()));
        }
    }

    @Override
    public String description() {
        return standardError ? "console (standard error)" : "console";
    }
}
