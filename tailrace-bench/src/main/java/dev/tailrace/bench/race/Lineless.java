package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.child.Report;
import java.util.Arrays;

/** The audit of a backend that writes nothing on purpose: its events are counted, none is missed. Stateless. */
final class Lineless {
    private Lineless() {}

    static Audit of(Report report) {
        long events = report.logged().values().stream()
                .mapToLong(counts -> Arrays.stream(counts).sum())
                .sum();
        return new Audit(events, 0, 0, 0, 0);
    }
}
