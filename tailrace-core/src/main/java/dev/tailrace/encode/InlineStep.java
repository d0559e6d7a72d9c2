package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Writes an object without its braces, and a comma behind it. The object must begin and end with text, and have a member. */
final class InlineStep implements Step {
    private final Step[] steps;

    InlineStep(List<Step> object) {
        List<Step> inside = new ArrayList<>(object);
        byte[] first = ((LiteralStep) inside.get(0)).text();
        inside.set(0, new LiteralStep(Arrays.copyOfRange(first, 1, first.length)));
        int end = inside.size() - 1;
        byte[] last = ((LiteralStep) inside.get(end)).text();
        last[last.length - 1] = ',';
        inside.set(end, new LiteralStep(last));
        this.steps = inside.toArray(new Step[0]);
    }

    /** Whether all that is written comes from such steps. */
    boolean all(Predicate<Step> kind) {
        return Arrays.stream(steps).allMatch(kind);
    }

    @Override
    public void write(Event event, TextBuffer out) {
        for (Step step : steps) {
            step.write(event, out);
        }
    }
}
