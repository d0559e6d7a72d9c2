package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The result of a race; the components are the fields of its JSON, which {@code docs/reference/race.md} explains. */
record RaceReport(
        int schema,
        String jdk,
        int cpus,
        int rounds,
        boolean quick,
        String machine,
        String fileSystem,
        List<Incident> incidents) {
    static final int SCHEMA = 1;

    /** {@code threads}: of all processes; null if their number isn't fixed. */
    record Incident(
            String id,
            String title,
            String load,
            int rounds,
            @Nullable Integer threads,
            List<Standing> backends) {}

    Stream<Standing> rows() {
        return incidents.stream().flatMap(incident -> incident.backends().stream());
    }

    /**
     * Reads a result that {@code --json} wrote.
     *
     * @throws IOException if the file can't be read or isn't a race's result; the message names the file
     */
    static RaceReport read(Path file) throws IOException {
        RaceReport report = Json.read(file, RaceReport.class);
        if (report.schema() != SCHEMA) {
            throw new IOException(
                    "cannot read " + file + ": schema=" + report.schema() + ", this version reads " + SCHEMA);
        }
        present(file, "jdk", report.jdk());
        present(file, "machine", report.machine());
        present(file, "fileSystem", report.fileSystem());
        for (Incident incident : present(file, "incidents", report.incidents())) {
            for (Standing row : present(
                    file, "backends", present(file, "incidents", incident).backends())) {
                check(file, present(file, "backends", row));
            }
            present(file, "id", incident.id());
            present(file, "title", incident.title());
            present(file, "load", incident.load());
        }
        return report;
    }

    private static void check(Path file, Standing row) throws IOException {
        present(file, "name", row.name());
        present(file, "version", row.version());
        present(file, "settings", row.settings());
        for (Spread spread : present(file, "spread", row.spread()).values()) {
            present(file, "spread", spread);
        }
        Series series = row.series();
        if (series != null) {
            int steps = present(file, "series", series.longestNanos()).size();
            if (present(file, "series", series.events()).size() != steps || series.stepMillis() <= 0) {
                throw new IOException("cannot read " + file + ": series of different lengths");
            }
            for (Long nanos : series.longestNanos()) {
                present(file, "series", nanos);
            }
        }
    }

    private static <T> T present(Path file, String field, @Nullable T value) throws IOException {
        if (value == null) {
            throw new IOException("cannot read " + file + ": it is no result of a race, it has no " + field);
        }
        return value;
    }
}
