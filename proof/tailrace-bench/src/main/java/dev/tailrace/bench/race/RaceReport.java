package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Series;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a race; the components are the fields of its JSON.
 *
 * @param schema version of this format
 * @param jdk version of the JVM
 * @param cpus processors
 * @param rounds requested rounds of each backend in each incident
 * @param quick whether it was the short form
 * @param machine operating system and its architecture
 * @param fileSystem the file system of the log files
 * @param incidents with all their rows
 */
record RaceReport(
        int schema,
        String jdk,
        int cpus,
        int rounds,
        boolean quick,
        String machine,
        String fileSystem,
        List<Incident> incidents) {
    /** The version that is written. */
    static final int SCHEMA = 1;

    /**
     * One incident.
     *
     * @param id stable id
     * @param title title in a few words
     * @param load the load in a sentence
     * @param rounds rounds that were run
     * @param threads logging threads of all processes; null if their number isn't fixed
     * @param backends rows in the order of the contestants
     */
    record Incident(
            String id,
            String title,
            String load,
            int rounds,
            @Nullable Integer threads,
            List<Standing> backends) {}

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
        List<Incident> incidents = new ArrayList<>();
        for (Incident incident : present(file, "incidents", report.incidents())) {
            List<Standing> rows = new ArrayList<>();
            for (Standing row : present(
                    file, "backends", present(file, "incidents", incident).backends())) {
                rows.add(checked(file, present(file, "backends", row)));
            }
            incidents.add(new Incident(
                    present(file, "id", incident.id()),
                    present(file, "title", incident.title()),
                    present(file, "load", incident.load()),
                    incident.rounds(),
                    incident.threads(),
                    rows));
        }
        return new RaceReport(
                report.schema(),
                present(file, "jdk", report.jdk()),
                report.cpus(),
                report.rounds(),
                report.quick(),
                present(file, "machine", report.machine()),
                present(file, "fileSystem", report.fileSystem()),
                incidents);
    }

    private static Standing checked(Path file, Standing row) throws IOException {
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
        return row;
    }

    private static <T> T present(Path file, String field, @Nullable T value) throws IOException {
        if (value == null) {
            throw new IOException("cannot read " + file + ": it is no result of a race, it has no " + field);
        }
        return value;
    }
}
