package dev.tailrace.bench.child;

import dev.tailrace.bench.load.LineKind;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * What a child JVM that serves has to do.
 *
 * @param backend the contestant's name, which decides how it is stopped
 * @param clientClassPath for the JVM of the client, where {@code wrk} is not installed
 * @param lines the kind of line that a request logs
 * @param connections that the client keeps open
 * @param warmMillis load before anything is measured
 * @param flatOutMillis load for each number of lines, in two halves, as many requests as will go; from 2,000 on with {@code wrk} where it is
 * @param pacedRequestsPerSecond rate of a further stretch in which the time to answer is taken; 0 for none
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

    /** Writes it for the child. */
    public void write(Path file) throws IOException {
        Handover.write(this, file);
    }
}
