package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Threads wait for the same over moments in a row. Immutable.
 *
 * @param key what they wait for: a library's queue or lock, or a call
 * @param queue whether it is a queue
 * @param groups one for each moment, at least one
 * @param before how many waited for it at the moment before; always 0, or -1 when it began with the first moment
 * @param after the first moment at which no thread waited any more; null when it went on until the last
 */
public record Stall(
        String key,
        boolean queue,
        List<WaiterGroup> groups,
        int before,
        @Nullable DumpSnapshot after) {
    public Stall {
        groups = List.copyOf(groups);
    }

    public WaiterGroup first() {
        return groups.get(0);
    }

    public WaiterGroup last() {
        return groups.get(groups.size() - 1);
    }

    /** All threads that wait, at all moments. */
    public List<ThreadSnapshot> waiters() {
        return groups.stream().flatMap(each -> each.waiters().stream()).toList();
    }

    /** The threads they wait for, at each moment at which one is seen. */
    public List<Blocker> blockers() {
        return groups.stream()
                .map(WaiterGroup::blocker)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The crowd with the most waiters. */
    public WaiterGroup peak() {
        return groups.stream()
                .max(Comparator.comparingInt(each -> each.waiters().size()))
                .orElse(first());
    }

    /** The most threads at a moment that stood where they had stood a moment before. */
    public long still() {
        return groups.stream().mapToLong(WaiterGroup::still).max().orElse(0);
    }

    /** From the first moment to the last at which a thread waited, in seconds. */
    public double seconds() {
        return last().moment().second() - first().moment().second();
    }

    /** How much time all threads lost together, roughly, in seconds; what is seen once counts for one second. */
    public double threadSeconds() {
        double sum = 0;
        for (int i = 0; i < groups.size(); i++) {
            double until = i + 1 < groups.size()
                    ? groups.get(i + 1).moment().second()
                    : groups.get(i).moment().second() + 1;
            sum += groups.get(i).waiters().size()
                    * (until - groups.get(i).moment().second());
        }
        return sum;
    }

    /** The consumer that most threads waited for; that of the fullest moment with it. */
    public Optional<WaiterGroup> telling() {
        Map<String, Integer> votes = new HashMap<>();
        for (WaiterGroup each : groups) {
            if (each.blocker() != null) {
                votes.merge(word(each.blocker()), each.waiters().size(), Integer::sum);
            }
        }
        return votes.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .flatMap(winner -> groups.stream()
                        .filter(each ->
                                each.isBlockedBy(blocker -> word(blocker).equals(winner.getKey())))
                        .max(Comparator.comparingInt(each -> each.waiters().size())));
    }

    /** From the first moment to the last at which the consumer did this, in seconds; 0 when it was seen once. */
    public double seconds(Kind work) {
        List<WaiterGroup> doing = groups.stream()
                .filter(each -> each.isBlockedBy(blocker -> blocker.work() == work))
                .toList();
        return doing.isEmpty()
                ? 0
                : doing.get(doing.size() - 1).moment().second()
                        - doing.get(0).moment().second();
    }

    private static String word(Blocker blocker) {
        return blocker.ownQueue() ? "own" : String.valueOf(blocker.work());
    }
}
