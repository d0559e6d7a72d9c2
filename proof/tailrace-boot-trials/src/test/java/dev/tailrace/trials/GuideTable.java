package dev.tailrace.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
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
        String area = "";
        for (Row row : rows) {
            if (!row.area.equals(area)) {
                area = row.area;
                table.text
                        .append("\n**")
                        .append(area)
                        .append(
                                "**\n\n| Spring Boot promises | compared with Logback | 3.5 | 4.0 | 4.1 |\n|---|---|---|---|---|\n");
            }
            table.row(row, known);
        }
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

    private void row(Row row, KnownFailures known) {
        text.append("| ").append(row.promise.replace("|", "\\|"));
        String reason = "";
        StringBuilder verdicts = new StringBuilder();
        for (Boot each : Boot.values()) {
            if (!row.isFor(each, Backend.TAILRACE)) {
                verdicts.append(" – |");
                continue;
            }
            tried.merge(each, 1, Integer::sum);
            if (known.reason(row, each).isEmpty()) {
                good.merge(each, 1, Integer::sum);
                verdicts.append(" yes |");
            } else {
                verdicts.append(" **no** |");
                reason = known.reason(row, each);
            }
        }
        if (!reason.isEmpty()) {
            text.append(". *").append(reason).append('*');
        }
        text.append(" | ")
                .append(row.only == null ? row.judged() : "Tailrace only")
                .append(" |")
                .append(verdicts)
                .append('\n');
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
