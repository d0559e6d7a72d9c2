package dev.tailrace.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table in docs/reference/spring-boot.md, between its markers. */
final class GuideTable {
    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";
    static final Path PAGE = root().resolve("docs/reference/spring-boot.md");

    private final StringBuilder text = new StringBuilder();
    private final Map<Boot, Integer> good = new EnumMap<>(Boot.class);
    private final Map<Boot, Integer> tried = new EnumMap<>(Boot.class);

    private GuideTable() {}

    private static Path root() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("README.md"))) {
                return at;
            }
        }
        throw new IllegalStateException("no project around");
    }

    static String of(List<Row> rows, KnownFailures known) {
        GuideTable table = new GuideTable();
        Map<String, List<Row>> areas = new LinkedHashMap<>();
        rows.forEach(each ->
                areas.computeIfAbsent(each.area, unused -> new ArrayList<>()).add(each));
        areas.forEach((area, its) -> table.area(area, its, known));
        StringBuilder sums = new StringBuilder("\nRows that hold:");
        for (Boot each : Boot.values()) {
            sums.append(each == Boot.V35 ? " " : ", ")
                    .append(table.good.getOrDefault(each, 0))
                    .append(" of ")
                    .append(table.tried.getOrDefault(each, 0))
                    .append(" on ")
                    .append(each);
        }
        return sums + ".\n" + table.text + "\n";
    }

    /** How many rows need no words, and the others. */
    private void area(String area, List<Row> rows, KnownFailures known) {
        List<String> listed = rows.stream()
                .map(each -> row(each, known))
                .filter(each -> !each.isEmpty())
                .toList();
        text.append("\n**").append(area).append("**: ");
        text.append(rows.size() - listed.size())
                .append(" of ")
                .append(rows.size())
                .append(" rows are the same on all versions");
        if (listed.isEmpty()) {
            text.append(".\n");
        } else {
            text.append(":\n\n| Spring Boot promises | holds, if not on all |\n|---|---|\n")
                    .append(String.join("", listed));
        }
    }

    /** A row of the table; empty: it holds on all versions and is compared. */
    private String row(Row row, KnownFailures known) {
        String reason = "";
        List<String> holds = new ArrayList<>();
        for (Boot each : Boot.values()) {
            if (!row.isFor(each, Backend.TAILRACE)) {
                continue;
            }
            tried.merge(each, 1, Integer::sum);
            if (known.reason(row, each).isEmpty()) {
                good.merge(each, 1, Integer::sum);
                holds.add(each.toString());
            } else {
                reason = known.reason(row, each);
            }
        }
        String exceptions = exceptions(row, holds);
        return exceptions.isEmpty()
                ? ""
                : "| " + row.promise.replace("|", "\\|") + (reason.isEmpty() ? "" : ". *" + reason + "*") + " | "
                        + exceptions + " |\n";
    }

    /** The versions on which a row holds, unless it does on all, and how one is judged that isn't compared with Logback. */
    private static String exceptions(Row row, List<String> holds) {
        List<String> words = new ArrayList<>();
        if (holds.size() < Boot.values().length) {
            words.add(holds.isEmpty() ? "**none**" : String.join(", ", holds));
        }
        if (row.only != null) {
            words.add("Tailrace only");
        } else if (!row.isCompared()) {
            words.add("asserted");
        }
        return String.join("; ", words);
    }

    /** What stands in the page. */
    static String current() throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
    }

    static void write(String table) throws IOException {
        String page = Files.readString(PAGE);
        Files.writeString(
                PAGE,
                page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + table + page.substring(page.indexOf(END)));
    }
}
