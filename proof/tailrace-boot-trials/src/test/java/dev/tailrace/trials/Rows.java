package dev.tailrace.trials;

import java.util.ArrayList;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {
    private Rows() {}

    static List<Row> all() {
        List<Row> all = new ArrayList<>();
        add(all, "Console", ConsoleRows.rows());
        add(all, "Files", FileRows.rows());
        add(all, "Levels and groups", LevelRows.rows());
        add(all, "Configuration", ConfigurationRows.rows());
        add(all, "Structured logging", StructuredRows.rows());
        add(all, "Actuator", ActuatorRows.rows());
        add(all, "Other logging APIs", BridgeRows.rows());
        add(all, "Start, end and tests", LifecycleRows.rows());
        return all;
    }

    private static void add(List<Row> all, String area, List<Row> rows) {
        for (Row each : rows) {
            each.area = area;
            all.add(each);
        }
    }
}
