package dev.tailrace.doctor.page;

import dev.tailrace.doctor.memory.GcEvent;
import dev.tailrace.doctor.memory.GcFigures;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.Occupancy;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.report.Axis;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How often the collector stopped the application, for how long, and what it threw away. */
final class HeapCharts {
    private static final int MOST_LOGS = 3;
    private static final int MOST_POINTS = 240;
    private static final int LEAST_EVENTS = 3;

    private HeapCharts() {}

    static void add(Page page, Evidence evidence) {
        List<GcLog> logs = evidence.all(GcLog.class).stream()
                .filter(each -> each.events().size() >= LEAST_EVENTS)
                .limit(MOST_LOGS)
                .toList();
        if (logs.isEmpty()) {
            return;
        }
        Section section = page.section("What the garbage collector did");
        section.text(
                "What a program no longer needs is collected from time to time. While that goes on the program stands still, mostly for"
                        + " milliseconds. It matters when it happens often, takes long, or leaves little free.");
        section.table(figures(logs));
        for (GcLog log : logs) {
            Slots slots = Slots.of(log);
            if (slots != null) {
                section.chart(slots.pauses()).chart(slots.rates());
                if (slots.showsHeap()) {
                    section.chart(slots.heap());
                }
            }
        }
    }

    private static Table figures(List<GcLog> logs) {
        Table table = new Table("In figures")
                .column("log", Unit.TEXT)
                .column("collector", Unit.TEXT)
                .column("time", Unit.SECONDS)
                .column("collections a minute", Unit.NUMBER)
                .column("garbage in each", Unit.MEMORY)
                .column("allocated a second", Unit.MEMORY)
                .column("time standing still", Unit.FRACTION)
                .column("longest pause", Unit.MILLIS)
                .column("collections of everything", Unit.COUNT);
        for (GcLog log : logs) {
            GcFigures figures = GcFigures.of(log);
            table.row(
                    log.source().file(),
                    log.collector(),
                    figures.seconds(),
                    figures.perMinute(),
                    figures.garbage() < 0 ? null : figures.garbage(),
                    figures.allocation(),
                    figures.pauseShare(),
                    figures.longestPause(),
                    figures.full());
        }
        return table;
    }

    /** The time of a log in equal slots: a long log has more events than a chart has room for. */
    private static final class Slots {
        private final String name;
        private final double width;
        private final double[] at;
        private final double[] longest;
        private final double[] perMinute;
        private final double[] before;
        private final double[] after;

        private Slots(GcLog log, List<GcEvent> events, double first, double span) {
            name = log.source().file();
            int count = Math.max(2, Math.min(MOST_POINTS, events.size() / 2));
            width = span / count;
            at = new double[count];
            longest = filled(count);
            perMinute = new double[count];
            before = filled(count);
            after = filled(count);
            for (int i = 0; i < count; i++) {
                at[i] = (i + 0.5) * width;
            }
            for (GcEvent each : events) {
                put(each, (int) Math.min(count - 1, (each.atSeconds() - first) / width));
            }
        }

        /** Null when the log has no times. */
        static @Nullable Slots of(GcLog log) {
            List<GcEvent> events = new ArrayList<>();
            double last = Double.NEGATIVE_INFINITY;
            for (GcEvent each : log.events()) {
                // A JVM that was started anew in the same log begins at 0 again; one of them is shown.
                if (each.atSeconds() >= last) {
                    events.add(each);
                    last = each.atSeconds();
                }
            }
            double first = events.isEmpty() ? Double.NaN : events.get(0).atSeconds();
            return last > first ? new Slots(log, events, first, last - first) : null;
        }

        private static double[] filled(int count) {
            double[] values = new double[count];
            Arrays.fill(values, Double.NaN);
            return values;
        }

        private void put(GcEvent event, int slot) {
            if (event.pauseMillis() > 0 && event.kind() != GcEvent.Kind.STALL) {
                longest[slot] = Double.isNaN(longest[slot])
                        ? event.pauseMillis()
                        : Math.max(longest[slot], event.pauseMillis());
            }
            if (event.isRegular() || event.kind() == GcEvent.Kind.FULL) {
                perMinute[slot] += 60 / width;
            }
            Occupancy heap = event.heap().isKnown() ? event.heap() : event.young();
            if (heap.isKnown()) {
                double full = heap.before();
                double emptied = heap.after();
                before[slot] = Double.isNaN(before[slot]) ? full : Math.max(before[slot], full);
                after[slot] = Double.isNaN(after[slot]) ? emptied : Math.min(after[slot], emptied);
            }
        }

        boolean showsHeap() {
            return Arrays.stream(after).anyMatch(each -> !Double.isNaN(each));
        }

        LineChart pauses() {
            return new LineChart("Pauses", Axis.elapsedSeconds(), Axis.linear("pause", Unit.MILLIS))
                    .caption("The longest time that all threads stood still, of " + name + ".")
                    .line("longest pause", at, longest);
        }

        LineChart rates() {
            return new LineChart("How often it collected", Axis.elapsedSeconds(), Axis.linear("a minute", Unit.NUMBER))
                    .caption(
                            "From 60 a minute on, a collection each second, the program makes much that it throws away at once.")
                    .line("collections a minute", at, perMinute);
        }

        LineChart heap() {
            return new LineChart("The heap", Axis.elapsedSeconds(), Axis.linear("in use", Unit.MEMORY))
                    .caption(
                            "Between the curves is what each collection threw away. When the lower one keeps rising, something is kept"
                                    + " that is not needed.")
                    .line("before a collection", at, before)
                    .line("after it", at, after);
        }
    }
}
