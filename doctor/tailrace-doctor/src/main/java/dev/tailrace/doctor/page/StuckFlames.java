package dev.tailrace.doctor.page;

import dev.tailrace.doctor.signatures.Libraries;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.report.BarChart;
import dev.tailrace.report.FlameGraph;
import dev.tailrace.report.FlameGraph.Call;
import dev.tailrace.report.FlameGraph.Part;
import dev.tailrace.report.Section;
import dev.tailrace.report.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the threads are stuck that can't go on: all their stacks over each other, and where in the application they came from. */
final class StuckFlames {
    private static final int MOST_SITES = 15;
    /** Frameworks put dozens of calls around each request that say nothing. */
    private static final int MOST_AROUND = 3;

    private StuckFlames() {}

    static void add(Section section, Timeline timeline) {
        Map<List<Frame>, Integer> stacks = new LinkedHashMap<>();
        Map<String, Integer> sites = new HashMap<>();
        List<ThreadSnapshot> stuck =
                timeline.threads().filter(StuckFlames::isStuck).toList();
        for (ThreadSnapshot each : stuck) {
            stacks.merge(each.thread().frames(), 1, Integer::sum);
            Frame site = each.stack().application();
            if (site != null) {
                sites.merge(site.toString(), 1, Integer::sum);
            }
        }
        String all = timeline.isSeries()
                ? String.format(
                        Locale.ROOT,
                        "stuck %,d times, in %,d dumps",
                        stuck.size(),
                        timeline.moments().size())
                : String.format(Locale.ROOT, "%,d stuck threads", stuck.size());
        FlameGraph graph = new FlameGraph("All stuck stacks", all)
                .caption(
                        "Each box is a call. What it called is below it, and the wider it is, the more threads were in it. Follow the"
                                + " widest boxes down: the lowest is where they stand still, and the application's among those above it say"
                                + " what they wanted to do. Click or tap a box to see it closely.");
        stacks.forEach((frames, count) -> graph.stack(calls(frames), count));
        section.chart(graph);
        if (!sites.isEmpty()) {
            BarChart ranked = BarChart.linear("Where in the application they came from", Unit.COUNT)
                    .caption("The innermost call of the application in each stuck stack, and how often it was seen.");
            sites.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue()
                            .reversed()
                            .thenComparing(Comparator.comparing(Map.Entry::getKey)))
                    .limit(MOST_SITES)
                    .forEach(each -> ranked.bar(each.getKey(), each.getValue()));
            section.chart(ranked);
        }
    }

    static boolean isStuck(ThreadSnapshot threadSnapshot) {
        return switch (threadSnapshot.doing()) {
            case WAITS_TO_LOG, WAITS_FOR_LOCK, WAITS_OUTSIDE -> true;
            case JVM, IDLE, RUNNING, WAITS -> false;
        };
    }

    static boolean isAny(Timeline timeline) {
        return timeline.threads().anyMatch(StuckFlames::isStuck);
    }

    /** The outermost first; what a framework puts around the application's first call is one box. */
    private static List<Call> calls(List<Frame> frames) {
        int around = 0;
        while (around < frames.size() && isAround(frames.get(frames.size() - 1 - around))) {
            around++;
        }
        List<Call> calls = new ArrayList<>();
        boolean fold = around > MOST_AROUND && around < frames.size();
        if (fold) {
            calls.add(new Call("calls of a thread pool and frameworks", "thread pool and frameworks", Part.LIBRARY));
        }
        for (int i = frames.size() - 1 - (fold ? around : 0); i >= 0; i--) {
            Frame frame = frames.get(i);
            // Without the line, so that a thread in a loop is not many boxes.
            calls.add(new Call(frame.call(), brief(frame.call()), part(frame)));
        }
        return calls;
    }

    private static boolean isAround(Frame frame) {
        Part part = part(frame);
        return part == Part.JDK || part == Part.LIBRARY;
    }

    static Part part(Frame frame) {
        String type = frame.type();
        if (Libraries.isLogging(type)) {
            return Part.LOGGING;
        }
        return Libraries.isJdk(type) ? Part.JDK : Libraries.isOther(type) ? Part.LIBRARY : Part.APPLICATION;
    }

    /** Class and method without the package. */
    static String brief(String call) {
        int method = call.lastIndexOf('.');
        int type = method < 0 ? -1 : call.lastIndexOf('.', method - 1);
        return call.substring(type + 1);
    }
}
