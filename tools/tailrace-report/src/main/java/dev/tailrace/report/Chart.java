package dev.tailrace.report;

/** A picture on a page. */
public sealed interface Chart permits LineChart, BarChart, FlameGraph {
    /** Its heading. */
    String title();
}
