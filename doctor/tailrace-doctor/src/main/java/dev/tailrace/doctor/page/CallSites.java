package dev.tailrace.doctor.page;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Unit;
import java.util.List;

/** The code that allocates, throws, waits and writes, as the JVM's own recording shows it; the most costly first. */
final class CallSites {
    private static final int MOST_ROWS = 12;

    private CallSites() {}

    static void add(Page page, Evidence evidence) {
        List<FlightRecording> flights = evidence.all(FlightRecording.class);
        if (flights.isEmpty()) {
            return;
        }
        Section section = page.section("Call sites by cost");
        section.text(
                "What the JVM recorded of itself, by the place in the code. \"Logging\" marks what was done in order to log.");
        for (FlightRecording each : flights) {
            add(section, "Memory, by allocating call site", each.allocationSites(), Unit.MEMORY);
            add(section, "Exceptions, by type and where they are thrown", each.exceptions(), Unit.COUNT);
            add(section, "Stacks walked for the caller location", each.locationWalks(), Unit.COUNT);
            add(section, "Waiting for monitors", each.monitors(), Unit.SECONDS);
            add(section, "Waiting for room in a log", each.roomWaits().waits(), Unit.SECONDS);
            add(section, "Writing files", each.writes(), Unit.SECONDS);
        }
    }

    private static void add(Section section, String title, Ranking ranking, Unit unit) {
        if (ranking.rows().isEmpty()) {
            return;
        }
        Table table = new Table(title)
                .column("what", Unit.TEXT)
                .column(unit == Unit.COUNT ? "times" : "in all", unit)
                .column("logging", Unit.TEXT)
                .column("where", Unit.TEXT);
        for (Ranked row : ranking.rows().stream().limit(MOST_ROWS).toList()) {
            double amount = unit == Unit.COUNT ? row.count() : row.amount();
            table.row(row.what(), amount, row.logging() ? "yes" : "", row.site());
        }
        section.table(table);
    }
}
