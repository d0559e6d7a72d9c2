package dev.tailrace.layout.pattern;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.DateStep;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.LoggerStep;
import dev.tailrace.layout.event.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects steps and merges neighbours: text into text, text into level names, text into logger names. */
public final class StepFolder {
    private final List<Step> steps = new ArrayList<>();

    public List<Step> steps() {
        return steps;
    }

    public void addAll(List<Step> more) {
        more.forEach(this::add);
    }

    public void add(Step step) {
        if (steps.isEmpty()) {
            steps.add(step);
            return;
        }
        int last = steps.size() - 1;
        Step before = steps.get(last);
        if (isConstant(before) && isConstant(step)) {
            steps.set(last, merge(before, step));
        } else if (before instanceof LiteralStep text && step instanceof LoggerStep logger) {
            steps.set(last, logger.after(text));
        } else if (before instanceof LoggerStep logger && step instanceof LiteralStep text) {
            steps.set(last, logger.before(text));
        } else if (before instanceof LiteralStep text && step instanceof DateStep date) {
            steps.set(last, date.after(text));
        } else if (before instanceof DateStep date && step instanceof LiteralStep text) {
            steps.set(last, date.before(text));
        } else {
            steps.add(step);
        }
    }

    /** Whether a step writes a text, or a text by level. */
    private static boolean isConstant(Step step) {
        return step instanceof LiteralStep || step instanceof LevelStep;
    }

    private static Step merge(Step first, Step second) {
        Step both = (event, out) -> {
            first.write(event, out);
            second.write(event, out);
        };
        return precomputed(both, List.of(first, second));
    }

    /** The step, replaced by its results if its parts depend on nothing but the level. */
    public static Step precomputed(Step step, List<Step> parts) {
        if (!parts.stream().allMatch(StepFolder::isConstant)) {
            return step;
        }
        byte[][] texts = new byte[LevelStep.LEVELS][];
        for (int i = 0; i < LevelStep.LEVELS; i++) {
            TextBuffer buffer = new TextBuffer(64, Integer.MAX_VALUE - 8);
            Event event = new Event(buffer);
            event.begin(i * 10, 0, "", "", 0);
            step.write(event, buffer);
            texts[i] = Arrays.copyOf(buffer.array(), buffer.length());
        }
        return parts.stream().allMatch(LiteralStep.class::isInstance)
                ? new LiteralStep(texts[0])
                : new LevelStep(texts);
    }
}
