package dev.tailrace.trials;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Rows that are known not to hold: the row, the versions, separated by commas, and the reason, separated by tabs. */
final class KnownFailures {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    private KnownFailures() {}

    static KnownFailures read() throws IOException {
        KnownFailures known = new KnownFailures();
        try (var in = Objects.requireNonNull(KnownFailures.class.getResourceAsStream("/known-failures.tsv"))) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (String line : lines) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split("\t", -1);
                if (parts.length != 3 || parts[2].isBlank()) {
                    throw new IllegalArgumentException("row, versions and reason expected: " + line);
                }
                for (String version : parts[1].split(",", -1)) {
                    known.reasons.put(key(parts[0], Boot.of(version)), parts[2]);
                }
            }
        }
        return known;
    }

    /** Why the row doesn't hold, or an empty text. */
    String reason(Row row, Boot boot) {
        return reasons.getOrDefault(key(row.id, boot), "");
    }

    /** Rows and versions, as {@code row version}. */
    Stream<String> all() {
        return reasons.keySet().stream();
    }

    private static String key(String row, Boot boot) {
        return row + " " + boot;
    }

    static Stream<String> keys(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> Arrays.stream(Boot.values())
                        .filter(boot -> row.isFor(boot, Backend.TAILRACE))
                        .map(boot -> key(row.id, boot)));
    }
}
