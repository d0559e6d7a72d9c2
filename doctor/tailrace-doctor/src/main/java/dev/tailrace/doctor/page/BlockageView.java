package dev.tailrace.doctor.page;

import dev.tailrace.doctor.rules.Blockage;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.report.FlameGraph.Part;
import dev.tailrace.report.Section;
import dev.tailrace.report.Stack;
import dev.tailrace.report.Tone;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The stacks of the threads that a finding is about: first the one that holds the others up, then those that wait. */
final class BlockageView {
    private static final int MOST_CULPRITS = 4;
    private static final int MOST_GROUPS = 2;
    private static final int MOST_NAMES = 8;
    private static final int MOST_CALLS = 40;

    private BlockageView() {}

    /**
     * Adds the stacks.
     *
     * @param consumer the thread that holds the others up and what it does, in the finding's words; empty: not said
     */
    static void add(Section section, Blockage blockage, String consumer, Timeline timeline) {
        for (ThreadSnapshot each :
                blockage.culprits().stream().limit(MOST_CULPRITS).toList()) {
            boolean said = blockage.culprits().size() == 1 && consumer.startsWith(each.name());
            section.stack(stack(
                    each,
                    said ? consumer : each.name(),
                    blockage.culprits().size() > 1
                            ? "One of those that are stuck."
                            : blockage.victims().isEmpty() ? "" : "The cause: the others wait for it.",
                    Tone.BAD));
        }
        Map<List<Frame>, List<ThreadSnapshot>> groups = blockage.victims().stream()
                .collect(
                        Collectors.groupingBy(each -> each.thread().frames(), LinkedHashMap::new, Collectors.toList()));
        List<List<ThreadSnapshot>> largest = groups.values().stream()
                .sorted(Comparator.comparingInt((List<ThreadSnapshot> each) -> -each.size()))
                .limit(MOST_GROUPS)
                .toList();
        for (List<ThreadSnapshot> each : largest) {
            section.stack(stack(
                    each.get(0),
                    String.format(
                            Locale.ROOT,
                            "%,d of the application's %,d threads %s here at %s",
                            each.size(),
                            blockage.moment().threadCount(),
                            each.size() == 1 ? "waits" : "wait",
                            timeline.when(blockage.moment())),
                    names(each),
                    Tone.WARN));
        }
        int shown = largest.stream().mapToInt(List::size).sum();
        if (shown < blockage.victims().size()) {
            section.text(String.format(
                    Locale.ROOT,
                    "%,d more wait at other places.",
                    blockage.victims().size() - shown));
        }
    }

    private static String names(List<ThreadSnapshot> subjects) {
        return subjects.stream().limit(MOST_NAMES).map(ThreadSnapshot::name).collect(Collectors.joining(", "))
                + (subjects.size() > MOST_NAMES
                        ? String.format(Locale.ROOT, " and %,d more", subjects.size() - MOST_NAMES)
                        : "");
    }

    private static Stack stack(ThreadSnapshot threadSnapshot, String title, String caption, Tone tone) {
        Stack stack = new Stack(title, caption, tone);
        List<Frame> frames = threadSnapshot.thread().frames();
        for (int i = 0; i < Math.min(MOST_CALLS, frames.size()); i++) {
            stack.line(frames.get(i).toString(), StuckFlames.part(frames.get(i)));
            for (Lock each : threadSnapshot.thread().locks()) {
                if (each.depth() == i) {
                    stack.line("  – " + lock(each), Part.JDK);
                }
            }
        }
        return stack.leftOut(frames.size() - MOST_CALLS);
    }

    private static String lock(Lock lock) {
        String does = switch (lock.role()) {
            case HOLDS -> "holds ";
            case ENTERS -> "is blocked at ";
            case AWAITS -> "waits to be notified on ";
            case PARKS -> "is parked at ";
        };
        return does
                + (lock.type().isEmpty() ? "a lock" : lock.type())
                + (lock.id().isEmpty() ? "" : " <" + lock.id() + ">");
    }
}
