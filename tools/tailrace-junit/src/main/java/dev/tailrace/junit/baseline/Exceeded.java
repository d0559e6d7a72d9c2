package dev.tailrace.junit.baseline;

/**
 * An exceeded budget.
 *
 * @param kpi the limited figure
 * @param method the named method; empty for a figure of the test itself
 * @param text in words: {@code 31 entries, budget 10}
 */
public record Exceeded(Kpi kpi, String method, String text) {}
