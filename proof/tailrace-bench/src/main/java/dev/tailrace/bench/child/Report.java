package dev.tailrace.bench.child;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * A child's results, written after it has stopped its backend.
 *
 * @param phases in the order of measurement
 * @param logged for each process number, the events of each thread, warm-up included
 * @param calls the paced calls by thread; empty for a server
 */
public record Report(List<Phase> phases, Map<Integer, long[]> logged, List<Samples> calls) implements Serializable {}
