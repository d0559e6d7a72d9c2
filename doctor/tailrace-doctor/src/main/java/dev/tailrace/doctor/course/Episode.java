package dev.tailrace.doctor.course;

import dev.tailrace.doctor.signs.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Threads wait for the same over moments in a row. Immutable.
 *
 * @param key what they wait for: a library's queue or lock, or a call
 * @param queue whether it is a queue
 * @param crowds one for each moment, at least one
 * @param before how many waited for it at the moment before; always 0, or -1 when it began with the first moment
 * @param after the first moment at which no thread waited any more; null when it went on until the last
 */
public record Episode(
        String key,
        boolean queue,
        List<Crowd> crowds,
        int before,
        @Nullable Moment after) {
    public Episode {
        crowds = List.copyOf(crowds);
    }

    public Crowd first() {
        return crowds.get(0);
    }

    public Crowd last() {
        return crowds.get(crowds.size() - 1);
    }

    /** The crowd with the most waiters. */
    public Crowd peak() {
        return crowds.stream()
                .max(Comparator.comparingInt(each -> each.waiters().size()))
                .orElse(first());
    }

    /** The most threads at a moment that stood where they had stood a moment before. */
    public long still() {
        return crowds.stream().mapToLong(Crowd::still).max().orElse(0);
    }

    /** From the first moment to the last at which a thread waited, in seconds. */
    public double seconds() {
        return last().moment().second() - first().moment().second();
    }

    /** How much time all threads lost together, roughly, in seconds; what is seen once counts for one second. */
    public double threadSeconds() {
        double sum = 0;
        for (int i = 0; i < crowds.size(); i++) {
            double until = i + 1 < crowds.size()
                    ? crowds.get(i + 1).moment().second()
                    : crowds.get(i).moment().second() + 1;
            sum += crowds.get(i).waiters().size()
                    * (until - crowds.get(i).moment().second());
        }
        return sum;
    }

    /** The consumer that most threads waited for; that of the fullest moment with it. */
    public Optional<Crowd> telling() {
        Map<String, Integer> votes = new HashMap<>();
        for (Crowd each : crowds) {
            if (each.consumer() != null) {
                votes.merge(word(each.consumer()), each.waiters().size(), Integer::sum);
            }
        }
        return votes.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .flatMap(winner -> crowds.stream()
                        .filter(each ->
                                each.consumer() != null && word(each.consumer()).equals(winner.getKey()))
                        .max(Comparator.comparingInt(each -> each.waiters().size())));
    }

    /** From the first moment to the last at which the consumer did this, in seconds; 0 when it was seen once. */
    public double seconds(Kind work) {
        List<Crowd> doing = crowds.stream()
                .filter(each -> each.consumer() != null && each.consumer().work() == work)
                .toList();
        return doing.isEmpty()
                ? 0
                : doing.get(doing.size() - 1).moment().second()
                        - doing.get(0).moment().second();
    }

    private static String word(Consumer consumer) {
        return consumer.ownQueue() ? "own" : String.valueOf(consumer.work());
    }
}
