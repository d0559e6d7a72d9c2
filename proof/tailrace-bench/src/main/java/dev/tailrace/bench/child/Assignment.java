package dev.tailrace.bench.child;

import dev.tailrace.bench.load.LineKind;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * What a child JVM has to do. Paced events come first, the first of them to warm up, then lines as fast as the threads can.
 *
 * @param backend the contestant's name, which decides how it is stopped
 * @param folder where its log files are, as text
 * @param lines the kind of line
 * @param threads producers
 * @param eventsPerSecond of all threads together while paced
 * @param warmMillis paced, not measured
 * @param pacedMillis paced and measured; 0 for none
 * @param flatOutWarmLines lines of each thread before the flat out ones, not measured
 * @param flatOutLines lines of each thread at most, flat out; 0 for none
 * @param flatOutMillis when to stop logging flat out, even if there are lines left; 0 for never
 * @param burst paced events that are due at once, followed by a pause that keeps the rate; 1 for events that are evenly spread
 * @param watched whether this JVM waits for its lines to arrive in the folder; false where the backend writes nothing, or others write there too
 */
public record Assignment(
        String backend,
        String folder,
        LineKind lines,
        int threads,
        int eventsPerSecond,
        long warmMillis,
        long pacedMillis,
        int flatOutWarmLines,
        int flatOutLines,
        int flatOutMillis,
        int burst,
        boolean watched)
        implements Serializable {
    /** A number of as many digits as most lines have. */
    static final int TYPICAL_SEQUENCE = 1_000_000;

    /** Evenly spread, for no contestant yet. */
    public Assignment(
            LineKind lines,
            int threads,
            int eventsPerSecond,
            long warmMillis,
            long pacedMillis,
            int flatOutWarmLines,
            int flatOutLines,
            int flatOutMillis) {
        this(
                "",
                "",
                lines,
                threads,
                eventsPerSecond,
                warmMillis,
                pacedMillis,
                flatOutWarmLines,
                flatOutLines,
                flatOutMillis,
                1,
                true);
    }

    /** The same with events that come in bursts. */
    public Assignment inBursts(int size) {
        return new Assignment(
                backend,
                folder,
                lines,
                threads,
                eventsPerSecond,
                warmMillis,
                pacedMillis,
                flatOutWarmLines,
                flatOutLines,
                flatOutMillis,
                size,
                watched);
    }

    /** The same for a contestant. */
    public Assignment of(String contestant, String logs, boolean isWatched) {
        return new Assignment(
                contestant,
                logs,
                lines,
                threads,
                eventsPerSecond,
                warmMillis,
                pacedMillis,
                flatOutWarmLines,
                flatOutLines,
                flatOutMillis,
                burst,
                isWatched);
    }

    /** About as many bytes as there will be in the log when all flat out lines are in it. */
    long typicalFlatOutBytes() {
        return (long) threads * flatOutLines * lines.line().length(1, 0, TYPICAL_SEQUENCE);
    }

    /** Reads what {@link #write} wrote. */
    static Assignment read(Path file) throws IOException {
        return Handover.read(file, Assignment.class);
    }

    /** Writes it for the child. */
    public void write(Path file) throws IOException {
        Handover.write(this, file);
    }
}
