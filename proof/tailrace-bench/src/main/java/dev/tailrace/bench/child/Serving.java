package dev.tailrace.bench.child;

import dev.tailrace.bench.load.LineKind;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * The task of a child JVM that serves.
 *
 * @param backend the contestant's name, which determines how it is stopped
 * @param clientClassPath class path for the client's JVM, if {@code wrk} isn't installed
 * @param lines the kind of line that a request logs
 * @param connections number of connections that the client keeps open
 * @param warmMillis duration of the load before the measurement
 * @param flatOutMillis duration of the load for each number of lines, in two halves, at full speed; from 2,000 on with {@code wrk} if
 *     installed
 * @param pacedRequestsPerSecond rate of a further stretch in which response times are measured; 0 for none
 * @param noFile whether the backend writes nothing
 */
public record Serving(
        String backend,
        String clientClassPath,
        LineKind lines,
        int connections,
        long warmMillis,
        long flatOutMillis,
        int pacedRequestsPerSecond,
        boolean noFile)
        implements Serializable {
    static Serving read(Path file) throws IOException {
        return Handover.read(file, Serving.class);
    }

    /** Writes the task for the child. */
    public void write(Path file) throws IOException {
        Handover.write(this, file);
    }
}
