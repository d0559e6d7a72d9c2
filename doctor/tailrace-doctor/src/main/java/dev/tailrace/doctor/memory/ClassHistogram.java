package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.List;

/**
 * How many objects of each class a heap holds. Immutable.
 *
 * @param rows those of most bytes first
 */
public record ClassHistogram(Source source, List<Row> rows) implements EvidenceItem {
    public ClassHistogram {
        rows = List.copyOf(rows);
    }

    /**
     * One class.
     *
     * @param type as Java writes it: {@code byte[]}, {@code java.lang.String[][]}
     */
    public record Row(String type, long instances, long bytes) {}
}
