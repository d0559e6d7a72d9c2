package dev.tailrace.slf4j.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reports how often supported features occur in compared configurations. */
final class TwinReport {
    private static final int WIDTH = 150;

    private TwinReport() {}

    /** Prints the table, and returns features that occur less than twice. */
    static List<String> missing(String title, TwinCoverage coverage, Set<String> supported) {
        StringBuilder table = new StringBuilder(title)
                .append(": ")
                .append(supported.size())
                .append(" elements and options, each with the number of configurations that it occurs in\n");
        List<String> missing = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String each : supported) {
            if (coverage.count(each) < 2) {
                missing.add(each);
            }
            String cell = each + " " + coverage.count(each) + "; ";
            if (line.length() + cell.length() > WIDTH) {
                table.append("  ").append(line).append('\n');
                line.setLength(0);
            }
            line.append(cell);
        }
        System.out.println(table.append("  ").append(line));
        Supported.NOT_COMPARED.forEach((what, why) -> System.out.println("  not compared: " + what + ", which " + why));
        return missing;
    }
}
