package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each call and each stack only once: those of idle threads are the same in every dump, and later a reader of stacks looks
 * at each of them once. Not thread-safe.
 */
final class StackPool {
    private final Map<String, Frame> frames = new HashMap<>();
    private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();

    /** The call that a text stands for; null when it is none. */
    @Nullable
    Frame frame(String text, Function<String, @Nullable Frame> parser) {
        Frame known = frames.get(text);
        if (known == null) {
            known = parser.apply(text);
            if (known != null) {
                frames.put(text, known);
            }
        }
        return known;
    }

    List<Frame> stack(List<Frame> stack) {
        List<Frame> known = stacks.get(stack);
        if (known == null) {
            known = List.copyOf(stack);
            stacks.put(known, known);
        }
        return known;
    }
}
