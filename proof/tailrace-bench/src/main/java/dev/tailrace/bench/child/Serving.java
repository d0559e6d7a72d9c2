package dev.tailrace.bench.child;

import dev.tailrace.bench.load.LineKind;
import java.io.Serializable;

/**
 * The task of a child JVM that serves.
 *
 * @param backend the contestant's name, which determines how it is stopped
 * @param lines the kind of line that a request logs
 * @param connections number of connections that the client keeps open
 * @param warmMillis duration of the load before the measurement
 * @param flatOutMillis duration of the load for each number of lines, in two halves, at full speed
 * @param pacedRequestsPerSecond rate of a further stretch in which response times are measured; 0 for none
 */
public record Serving(
        String backend,
        LineKind lines,
        int connections,
        long warmMillis,
        long flatOutMillis,
        int pacedRequestsPerSecond)
        implements Serializable {}
