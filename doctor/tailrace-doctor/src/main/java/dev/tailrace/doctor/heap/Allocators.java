package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import dev.tailrace.doctor.memory.ClassHistogram;
import dev.tailrace.probe.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

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
            StringJoiner rows = new StringJoiner(", ");
            last.rows().stream()
                    .limit(SHOWN)
                    .forEach(row -> rows.add(row.type() + " " + HeapFormats.bytes(row.bytes())));
            lines.add("the heap holds most of " + rows + " (" + last.source() + ")");
        }
        return lines;
    }

    static String top(Ranking ranking, boolean sites) {
        StringJoiner rows = new StringJoiner(", ");
        for (Ranked row :
                ranking.rows().subList(0, Math.min(SHOWN, ranking.rows().size()))) {
            String name = sites ? row.site() : row.what();
            String who = name.isEmpty() ? "unknown" : name;
            rows.add(who
                    + (row.logging() ? " (for logging) " : " ")
                    + HeapFormats.percent(row.amount() / ranking.amount()));
        }
        return rows.toString();
    }
}
