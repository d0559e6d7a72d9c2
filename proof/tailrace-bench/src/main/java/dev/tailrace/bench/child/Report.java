package dev.tailrace.bench.child;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A child's results, written after it has stopped its backend.
 *
 * @param phases in the order of measurement
 * @param logged for each process number, the events of each thread, warm-up included
 * @param calls the paced calls by thread; empty for a server
 */
public record Report(List<Phase> phases, Map<Integer, long[]> logged, List<Samples> calls) implements Serializable {
    /** Reads a report that {@link #write} wrote. */
    public static Report read(Path file) throws IOException {
        return Handover.read(file, Report.class);
    }

    void write(Path file) throws IOException {
        Handover.write(this, file);
    }
}
