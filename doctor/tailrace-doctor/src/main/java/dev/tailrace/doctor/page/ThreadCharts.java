package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.signatures.FrameSignatures;
import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.Stalls;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaiterGroup;
import dev.tailrace.report.Axis;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Section;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Charts of the threads over time, and of what held up those that could not go on. */
final class ThreadCharts {
    private static final int MOST_OPERATIONS = 7;

    private ThreadCharts() {}

    static void add(Section section, Diagnosis diagnosis, Timeline timeline) {
        section.text(
                "Idle threads wait for work and are no reason to worry. Those that wait for a lock, to log, or for something"
                        + " outside of the process can't do their work meanwhile.");
        section.chart(states(diagnosis, timeline));
        Map<String, double[]> operations = operations(diagnosis, timeline);
        if (!operations.isEmpty()) {
            section.chart(stuck(timeline, operations));
        }
    }

    private static LineChart states(Diagnosis diagnosis, Timeline timeline) {
        LineChart chart = new LineChart("Threads over time", Axis.elapsedSeconds(), Axis.linear("threads", Unit.COUNT));
        Map<ThreadActivity, String> names = new LinkedHashMap<>();
        names.put(ThreadActivity.WAITS_TO_LOG, "wait to log");
        names.put(ThreadActivity.WAITS_FOR_LOCK, "wait for a lock");
        names.put(ThreadActivity.WAITS_OUTSIDE, "wait outside");
        names.put(ThreadActivity.RUNNING, "run");
        names.put(ThreadActivity.WAITS, "wait for something else");
        names.put(ThreadActivity.IDLE, "idle");
        List<DumpSnapshot> moments = timeline.moments();
        names.forEach((threadActivity, name) -> {
            double[] counts = moments.stream()
                    .mapToDouble(each -> each.count(threadActivity))
                    .toArray();
            if (Arrays.stream(counts).anyMatch(each -> each > 0)) {
                chart.line(name, seconds(timeline), counts);
            }
        });
        for (Stall each : diagnosis.patient().logging()) {
            if (each.seconds() > 0) {
                chart.band(
                        each.first().moment().second(),
                        each.last().moment().second(),
                        Tone.BAD,
                        "wait for " + FrameSignatures.name(each.key()));
            }
        }
        return chart.caption(
                timeline.isTimed()
                        ? "Since " + timeline.when(moments.get(0))
                                + ", by the clock of the machine that wrote the dumps."
                        : "The dumps bear no times; they stand one second apart here.");
    }

    private static LineChart stuck(Timeline timeline, Map<String, double[]> operations) {
        LineChart chart = new LineChart(
                        "What held them up", Axis.elapsedSeconds(), Axis.linear("stuck threads", Unit.COUNT))
                .caption(
                        "Only threads that could not go on, by what they waited for. A curve that rises within a second and"
                                + " stays up is one cause for all of them.");
        operations.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        each -> -Arrays.stream(each.getValue()).sum()))
                .limit(MOST_OPERATIONS)
                .forEach(each -> chart.line(each.getKey(), seconds(timeline), each.getValue()));
        return chart;
    }

    private static double[] seconds(Timeline timeline) {
        return timeline.moments().stream().mapToDouble(DumpSnapshot::second).toArray();
    }

    /** How many threads waited for each, at each moment. */
    private static Map<String, double[]> operations(Diagnosis diagnosis, Timeline timeline) {
        Map<String, double[]> operations = new LinkedHashMap<>();
        for (Stall each : diagnosis.patient().logging()) {
            add(
                    operations,
                    timeline,
                    (each.queue() ? "full queue of " : "lock of ") + FrameSignatures.name(each.key()),
                    each);
        }
        for (Stall each : Stalls.ofLocks(timeline)) {
            add(operations, timeline, "lock in " + StuckFlames.brief(each.key()), each);
        }
        for (Stall each : Stalls.outside(timeline)) {
            add(operations, timeline, Kind.valueOf(each.key()).outside(), each);
        }
        return operations;
    }

    private static void add(Map<String, double[]> operations, Timeline timeline, String name, Stall stall) {
        double[] counts = operations.computeIfAbsent(
                name, unused -> new double[timeline.moments().size()]);
        for (WaiterGroup each : stall.groups()) {
            counts[each.moment().index()] += each.waiters().size();
        }
    }
}
