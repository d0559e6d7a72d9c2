package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranking;
import dev.tailrace.doctor.memory.ClassHistogram;
import dev.tailrace.probe.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Allocating code and classes: from flight recordings, and as long as there is none from class histograms. */
final class Allocators {
    private static final int SHOWN = 3;

    private Allocators() {}

    /** Lines of evidence; empty when nothing is known. */
    static List<String> of(Evidence evidence) {
        List<String> lines = new ArrayList<>();
        for (FlightRecording flight : evidence.all(FlightRecording.class)) {
            Ranking classes = flight.allocation();
            if (classes.amount() > 0) {
                lines.add("most is allocated as " + top(classes, false) + " (" + flight.source() + ")");
                lines.add("most is allocated by " + top(flight.allocationSites(), true));
                lines.add("logging's share of the allocation: " + HeapFormats.percent(classes.loggingShare()));
            }
        }
        List<ClassHistogram> histograms = evidence.all(ClassHistogram.class);
        if (lines.isEmpty() && !histograms.isEmpty()) {
            ClassHistogram last = histograms.get(histograms.size() - 1);
            String rows = last.rows().stream()
                    .limit(SHOWN)
                    .map(row -> row.type() + " " + HeapFormats.bytes(row.bytes()))
                    .collect(Collectors.joining(", "));
            lines.add("the heap holds most of " + rows + " (" + last.source() + ")");
        }
        return lines;
    }

    static String top(Ranking ranking, boolean sites) {
        return ranking.rows().stream()
                .limit(SHOWN)
                .map(row -> {
                    String name = sites ? row.site() : row.what();
                    return (name.isEmpty() ? "unknown" : name)
                            + (row.logging() ? " (for logging) " : " ")
                            + HeapFormats.percent(row.amount() / ranking.amount());
                })
                .collect(Collectors.joining(", "));
    }
}
