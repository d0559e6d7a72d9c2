package dev.tailrace.config.xml;

import dev.tailrace.finding.FindingText;

/**
 * How far variables in a value may go: in length, in lookups, in depth, and in the length of all values together. Properties made of
 * properties can double with each step, which is the billion laughs again without any entity. Not thread-safe.
 */
public final class ValueBounds {
    public static final int LONGEST_VALUE = 1 << 16;
    private static final long LONGEST_SUM = 16 << 20;
    private static final int MOST_LOOKUPS = 1_000;
    private static final int DEEPEST = 50;

    private int lookups;
    private int depth;
    private long sum;
    private boolean exceeded;

    /** Begins the next value. */
    public void begin() {
        lookups = 0;
        depth = 0;
        exceeded = sum > LONGEST_SUM;
    }

    /** Whether one of the bounds was reached since {@link #begin}. */
    public boolean exceeded() {
        return exceeded;
    }

    public void enter() {
        if (++depth > DEEPEST) {
            exceeded = true;
        }
    }

    public void leave() {
        depth--;
    }

    public void countLookup() {
        if (++lookups > MOST_LOOKUPS) {
            exceeded = true;
        }
    }

    /** Appends the text unless the value gets too long by it. */
    public void append(StringBuilder result, String text) {
        if (result.length() + text.length() > LONGEST_VALUE) {
            exceeded = true;
        } else {
            result.append(text);
        }
    }

    /** Counts a finished value. */
    public void end(StringBuilder result) {
        sum += result.length();
    }

    /** The value of a text whose variables went too far. */
    public static String unreplaced(String text) {
        return text.length() > LONGEST_VALUE ? text.substring(0, LONGEST_VALUE) : text;
    }

    /** The cause for a finding. */
    public static String cause(String text) {
        return "The value " + FindingText.quote(text) + " grows beyond " + LONGEST_VALUE
                + " characters or the variables are nested too often; they were not replaced here.";
    }
}
