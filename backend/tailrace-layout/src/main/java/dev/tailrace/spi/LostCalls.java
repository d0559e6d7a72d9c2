package dev.tailrace.spi;

/**
 * The calls that returned without a line because their thread had no stack left. Tailrace reports them within a second, and at its end.
 */
public final class LostCalls {
    /**
     * How many. A public field, because a handler of a {@link StackOverflowError} can't call anything: it adds one. Not atomic: if two
     * threads overflow their stacks within the same nanoseconds, one of them isn't counted.
     */
    @SuppressWarnings("NonFinalStaticField") // a method to add one would need stack
    public static int count;

    private LostCalls() {}
}
