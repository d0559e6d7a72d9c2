package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many objects of each class a heap holds. Immutable.
 *
 * @param rows those of most bytes first
 * @param instances of all classes, those that are not listed included
 * @param bytes of all classes, those that are not listed included
 */
public record ClassHistogram(Source source, List<Row> rows, long instances, long bytes) implements EvidenceItem {
    public ClassHistogram {
        rows = List.copyOf(rows);
    }

    /**
     * One class.
     *
     * @param type as Java writes it: {@code byte[]}, {@code java.lang.String[][]}
     */
    public record Row(String type, long instances, long bytes) {}

    /**
     * What became of the objects of one class between two histograms.
     *
     * @param instances how many there are more; negative when there are fewer
     * @param bytes how many they take more; negative when fewer
     */
    public record Growth(String type, long instances, long bytes) {}

    /** How the classes changed until a later histogram of the same process, those that grew by most bytes first. */
    public List<Growth> until(ClassHistogram later) {
        Map<String, Row> before = new HashMap<>();
        for (Row row : rows) {
            before.merge(row.type(), row, ClassHistogram::sum);
        }
        Map<String, Row> after = new HashMap<>();
        for (Row row : later.rows) {
            after.merge(row.type(), row, ClassHistogram::sum);
        }
        List<Growth> changes = new ArrayList<>();
        after.forEach((type, row) -> {
            Row was = before.getOrDefault(type, new Row(type, 0, 0));
            changes.add(new Growth(type, row.instances() - was.instances(), row.bytes() - was.bytes()));
        });
        before.forEach((type, row) -> {
            if (!after.containsKey(type)) {
                changes.add(new Growth(type, -row.instances(), -row.bytes()));
            }
        });
        changes.sort(Comparator.comparingLong(Growth::bytes).reversed().thenComparing(Growth::type));
        return changes;
    }

    /** Classes of the same name from several loaders are rows of their own. */
    private static Row sum(Row a, Row b) {
        return new Row(a.type(), a.instances() + b.instances(), a.bytes() + b.bytes());
    }

    /** The objects of classes in a package, or below it. */
    public Row of(String prefix) {
        long instances = 0;
        long bytes = 0;
        for (Row row : rows) {
            if (row.type().startsWith(prefix)) {
                instances += row.instances();
                bytes += row.bytes();
            }
        }
        return new Row(prefix, instances, bytes);
    }
}
