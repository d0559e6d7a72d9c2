package dev.tailrace.bench.child;

import dev.tailrace.bench.load.LineKind;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * The task of a child JVM. First paced events, of which the first are warm-up, then lines at full speed.
 *
 * @param backend the contestant's name, which determines how it is stopped
 * @param folder the folder of its log files, as text
 * @param lines the kind of line
 * @param threads producers
 * @param eventsPerSecond rate of all threads together while paced
 * @param warmMillis duration of paced events that are not measured
 * @param pacedMillis duration of paced and measured events; 0 for none
 * @param flatOutWarmLines warm-up lines of each thread at full speed, not measured
 * @param flatOutLines the most lines of each thread at full speed; 0 for none
 * @param flatOutMillis time limit for lines at full speed; 0 for none
 * @param burst number of paced events that are due at once, followed by a pause that keeps the rate; 1 for evenly spread events
 * @param watched whether this JVM waits for its lines to arrive in the folder; false if the backend writes nothing, or other processes
 *     write there, too
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
    /** A sequence number with the digits of a typical line. */
    static final int TYPICAL_SEQUENCE = 1_000_000;

    /** An assignment with evenly spread events and without a contestant. */
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

    /** This assignment with events in bursts. */
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

    /** This assignment for a contestant. */
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

    /** The approximate size in bytes of all lines at full speed. */
    long typicalFlatOutBytes() {
        return (long) threads * flatOutLines * lines.line().length(1, 0, TYPICAL_SEQUENCE);
    }

    /** Reads an assignment that {@link #write} wrote. */
    static Assignment read(Path file) throws IOException {
        return Handover.read(file, Assignment.class);
    }

    /** Writes the assignment for the child. */
    public void write(Path file) throws IOException {
        Handover.write(this, file);
    }
}
