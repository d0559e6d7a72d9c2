package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.WaitGraph;
import dev.tailrace.doctor.timeline.WaiterGroup;
import dev.tailrace.probe.evidence.Frame;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The threads that wait for a stall's waiters in turn, for locks that have nothing to do with logging. Immutable.
 *
 * @param group the waiters at the moment that is shown
 * @param behind the threads that wait for them, directly or behind others; empty when none does
 */
record ChainOfWaits(WaiterGroup group, List<ThreadSnapshot> behind) {
    ChainOfWaits {
        behind = List.copyOf(behind);
    }

    /** At the moment that says most, or at the last one where more wait then for the same thread. */
    static ChainOfWaits of(Stall stall, WaiterGroup telling) {
        ChainOfWaits shown = of(telling);
        WaiterGroup last = stall.last();
        if (last.moment().index() == telling.moment().index() || !isForSameThread(last, telling)) {
            return shown;
        }
        ChainOfWaits other = of(last);
        return other.size() > shown.size() ? other : shown;
    }

    private static ChainOfWaits of(WaiterGroup group) {
        return new ChainOfWaits(group, WaitGraph.of(group.moment()).behindAny(group.waiters()));
    }

    private static boolean isForSameThread(WaiterGroup a, WaiterGroup b) {
        return a.blocker() != null
                && b.blocker() != null
                && a.blocker().thread().identity().equals(b.blocker().thread().identity())
                && Objects.equals(a.blocker().work(), b.blocker().work());
    }

    private int size() {
        return group.waiters().size() + behind.size();
    }

    /** All that wait: for the thread that the finding names, or behind its waiters. */
    List<ThreadSnapshot> victims() {
        return Stream.concat(group.waiters().stream(), behind.stream()).toList();
    }

    /** As a sentence with a space before it; empty when no thread waits behind the waiters. */
    String text() {
        if (behind.isEmpty()) {
            return "";
        }
        ThreadSnapshot first = example();
        Frame place = first.stack().place();
        String front = group.waiters().size() == 1 ? group.waiters().get(0).name() : "them";
        return String.format(
                Locale.ROOT,
                " Behind %s %,d more thread%s, %s%s%s.",
                front,
                behind.size(),
                behind.size() == 1 ? " waits" : "s wait",
                behind.size() == 1 ? "" : "such as ",
                first.name(),
                place == null ? "" : " at " + place.call());
    }

    /** One of the threads behind, and where it stands; empty when there is none. */
    Optional<String> evidence() {
        return behind.isEmpty() ? Optional.empty() : Optional.of(EvidenceFormat.stack(example()));
    }

    /** One of those at the place where most of them stand. */
    private ThreadSnapshot example() {
        Map<Optional<Frame>, List<ThreadSnapshot>> places = behind.stream()
                .collect(Collectors.groupingBy(
                        each -> Optional.ofNullable(each.stack().place()), LinkedHashMap::new, Collectors.toList()));
        return places.values().stream()
                .max(Comparator.comparingInt(List::size))
                .orElse(behind)
                .get(0);
    }
}
