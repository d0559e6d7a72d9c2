package dev.tailrace.report;

/** A chart on a page. */
public sealed interface Chart permits LineChart, BarChart, FlameGraph {
    /** The chart's heading. */
    String title();
}
