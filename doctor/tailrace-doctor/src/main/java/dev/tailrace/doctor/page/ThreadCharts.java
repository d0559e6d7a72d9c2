package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Crowd;
import dev.tailrace.doctor.course.Doing;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Episodes;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.Signs;
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

/** What the threads did over time, and what held up those that could not go on. */
final class ThreadCharts {
    private static final int MOST_OPERATIONS = 7;

    private ThreadCharts() {}

    static void add(Section section, Diagnosis diagnosis, Course course) {
        section.text(
                "Idle threads wait for work and are no reason to worry. Those that wait for a lock, to log, or for something"
                        + " outside of the process can't do their work meanwhile.");
        section.chart(states(diagnosis, course));
        Map<String, double[]> operations = operations(diagnosis, course);
        if (!operations.isEmpty()) {
            section.chart(stuck(course, operations));
        }
    }

    private static LineChart states(Diagnosis diagnosis, Course course) {
        LineChart chart = new LineChart("Threads over time", Axis.elapsedSeconds(), Axis.linear("threads", Unit.COUNT));
        Map<Doing, String> names = new LinkedHashMap<>();
        names.put(Doing.WAITS_TO_LOG, "wait to log");
        names.put(Doing.WAITS_FOR_LOCK, "wait for a lock");
        names.put(Doing.WAITS_OUTSIDE, "wait outside");
        names.put(Doing.RUNNING, "run");
        names.put(Doing.WAITS, "wait for something else");
        names.put(Doing.IDLE, "idle");
        List<Moment> moments = course.moments();
        names.forEach((doing, name) -> {
            double[] counts =
                    moments.stream().mapToDouble(each -> each.count(doing)).toArray();
            if (Arrays.stream(counts).anyMatch(each -> each > 0)) {
                chart.line(name, seconds(course), counts);
            }
        });
        for (Episode each : diagnosis.patient().logging()) {
            if (each.seconds() > 0) {
                chart.band(
                        each.first().moment().second(),
                        each.last().moment().second(),
                        Tone.BAD,
                        "wait for " + Signs.name(each.key()));
            }
        }
        return chart.caption(
                course.isTimed()
                        ? "Since " + course.when(moments.get(0)) + ", by the clock of the machine that wrote the dumps."
                        : "The dumps bear no times; they stand one second apart here.");
    }

    private static LineChart stuck(Course course, Map<String, double[]> operations) {
        LineChart chart = new LineChart(
                        "What held them up", Axis.elapsedSeconds(), Axis.linear("stuck threads", Unit.COUNT))
                .caption(
                        "Only threads that could not go on, by what they waited for. A curve that rises within a second and"
                                + " stays up is one cause for all of them.");
        operations.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        each -> -Arrays.stream(each.getValue()).sum()))
                .limit(MOST_OPERATIONS)
                .forEach(each -> chart.line(each.getKey(), seconds(course), each.getValue()));
        return chart;
    }

    private static double[] seconds(Course course) {
        return course.moments().stream().mapToDouble(Moment::second).toArray();
    }

    /** How many threads waited for each, at each moment. */
    private static Map<String, double[]> operations(Diagnosis diagnosis, Course course) {
        Map<String, double[]> operations = new LinkedHashMap<>();
        for (Episode each : diagnosis.patient().logging()) {
            add(operations, course, (each.queue() ? "full queue of " : "lock of ") + Signs.name(each.key()), each);
        }
        for (Episode each : Episodes.ofLocks(course)) {
            add(operations, course, "lock in " + StuckFlames.brief(each.key()), each);
        }
        for (Episode each : Episodes.outside(course)) {
            add(operations, course, outside(Kind.valueOf(each.key())), each);
        }
        return operations;
    }

    private static void add(Map<String, double[]> operations, Course course, String name, Episode episode) {
        double[] counts = operations.computeIfAbsent(
                name, unused -> new double[course.moments().size()]);
        for (Crowd each : episode.crowds()) {
            counts[each.moment().index()] += each.waiters().size();
        }
    }

    private static String outside(Kind kind) {
        return switch (kind) {
            case POOL -> "a connection from a pool";
            case DATABASE -> "a database";
            case DNS -> "the name service";
            case MAIL -> "a mail server";
            default -> "another service";
        };
    }
}
