package dev.tailrace.report;

/**
 * A column of a {@link Table}.
 *
 * @param header short title
 * @param unit how the values are written and aligned
 */
public record Column(String header, Unit unit) {}
