package dev.tailrace.bench.race;

import dev.tailrace.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results of races as files: a recorded one, and small ones with chosen figures. */
final class SavedRace {
    /** What {@code race --quick --json} wrote on two processors; the machine's name was shortened, {@code threads} added. */
    static final Path QUICK = Path.of("src/test/resources/dev/tailrace/bench/race/quick-race.json");

    private final List<Object> rows = new ArrayList<>();
    private final @Nullable Integer threads;

    SavedRace(@Nullable Integer threads) {
        this.threads = threads;
    }

    /** A row of 1,000 events; figures are names and values in turn. */
    SavedRace row(String name, String settings, Object... figures) {
        Map<String, Object> row = new LinkedHashMap<>(
                Map.of("name", name, "version", "1", "settings", settings, "events", 1_000, "spread", Map.of()));
        for (int i = 0; i < figures.length; i += 2) {
            row.put((String) figures[i], figures[i + 1]);
        }
        rows.add(row);
        return this;
    }

    /** The same with the highest round of a figure. */
    static Map<String, Object> spread(String figure, double min, double median, double max) {
        return Map.of(figure, Map.of("min", min, "median", median, "max", max));
    }

    Path write(Path folder) throws IOException {
        Map<String, Object> incident = new LinkedHashMap<>(
                Map.of("id", "I1", "title", "title", "load", "load", "rounds", 1, "backends", rows));
        if (threads != null) {
            incident.put("threads", threads);
        }
        Path file = Files.createTempFile(folder, "race", ".json");
        Json.write(
                Map.of(
                        "schema",
                        1,
                        "jdk",
                        "17",
                        "cpus",
                        2,
                        "rounds",
                        1,
                        "quick",
                        true,
                        "machine",
                        "Linux",
                        "fileSystem",
                        "ext4",
                        "incidents",
                        List.of(incident)),
                file.toString());
        return file;
    }

    RaceReport.Incident incident(Path folder) throws IOException {
        return RaceReport.read(write(folder)).incidents().get(0);
    }
}
