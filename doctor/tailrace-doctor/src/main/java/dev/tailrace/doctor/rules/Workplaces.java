package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Where in the application threads were seen at work over a series of dumps: a profile of a few samples. Stateless. */
final class Workplaces {
    private static final int LEAST_SEEN = 3;
    private static final int SHOWN = 3;

    private static final Set<String> JOINS_STRINGS = Set.of(
            "java.lang.String",
            "java.lang.StringBuilder",
            "java.lang.StringBuffer",
            "java.lang.AbstractStringBuilder",
            "java.lang.StringConcatHelper",
            "java.lang.StringLatin1",
            "java.util.Formatter",
            "java.util.StringJoiner");

    private Workplaces() {}

    /** A line of evidence; empty when too few were seen. */
    static Optional<String> of(Timeline timeline) {
        List<ThreadSnapshot> working = timeline.threads()
                .filter(each ->
                        each.doing() == ThreadActivity.RUNNING && each.stack().application() != null)
                .toList();
        if (working.size() < LEAST_SEEN) {
            return Optional.empty();
        }
        Map<String, Long> places = working.stream()
                .collect(Collectors.groupingBy(Workplaces::place, LinkedHashMap::new, Collectors.counting()));
        return Optional.of(String.format(Locale.ROOT, "of %,d times that a thread was seen at work: ", working.size())
                + places.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(SHOWN)
                        .map(each -> String.format(Locale.ROOT, "%,d at %s", each.getValue(), each.getKey()))
                        .collect(Collectors.joining(", ")));
    }

    private static String place(ThreadSnapshot threadSnapshot) {
        Frame application = threadSnapshot.stack().application();
        List<Frame> frames = threadSnapshot.thread().frames();
        boolean joins = frames.subList(0, Math.max(0, frames.indexOf(application))).stream()
                .anyMatch(each -> JOINS_STRINGS.contains(each.type()));
        return application + (joins ? " (joining strings)" : "");
    }
}
