package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Doing;
import dev.tailrace.doctor.course.Episode;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.evidence.Frame;
import dev.tailrace.doctor.lint.Remark;
import dev.tailrace.doctor.signs.Signs;
import dev.tailrace.report.Axis;
import dev.tailrace.report.Cell;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page for a {@link Diagnosis}, readable by somebody who never saw a thread dump. */
public final class DiagnosisPage {
    private static final int MOST_STACKS = 20;
    private static final int MOST_CALLS = 12;

    private DiagnosisPage() {}

    /** Makes the page. */
    public static Page of(Diagnosis diagnosis) {
        Page page = Page.titled("Tailrace doctor");
        List<Remark> findings = diagnosis.findings();
        page.lead("Read: " + String.join(", ", diagnosis.files()) + ".");
        if (!diagnosis.lookedAt().isEmpty()) {
            page.lead("Looked at " + String.join("; ", diagnosis.lookedAt()) + ".");
        }
        diagnosis.recordingNotes().forEach(page::lead);
        Section wrong = page.section(findings.isEmpty() ? "Nothing found" : "What is wrong");
        if (findings.isEmpty()) {
            wrong.note(Tone.GOOD, "Nothing was found that somebody would have to do something about.");
        }
        diagnosis.remarks().stream().filter(Remark::counts).forEach(each -> remark(wrong, each));
        Course course = diagnosis.patient().course();
        if (course.isSeries()) {
            page.section("What the threads did")
                    .text(
                            "Idle threads wait for work and are no reason to worry. Those that wait for a lock, to log, or"
                                    + " for something outside of the process can't do their work meanwhile.")
                    .chart(chart(diagnosis, course));
        }
        if (!course.moments().isEmpty()) {
            stacks(page, course);
        }
        List<Remark> infos =
                diagnosis.remarks().stream().filter(each -> !each.counts()).toList();
        if (!infos.isEmpty()) {
            Section more = page.section("Worth knowing");
            infos.forEach(each -> remark(more, each));
        }
        return page;
    }

    private static void remark(Section section, Remark remark) {
        Tone tone = switch (remark.severity()) {
            case "error" -> Tone.BAD;
            case "warning" -> Tone.WARN;
            default -> Tone.PLAIN;
        };
        section.note(tone, remark.code() + " " + remark.title());
        section.text(remark.cause());
        for (String each : remark.evidence()) {
            section.text("– " + each);
        }
        section.text("What to do: " + remark.remedy());
        if (remark.withTailrace() != null) {
            section.text("With Tailrace: " + remark.withTailrace());
        }
    }

    private static LineChart chart(Diagnosis diagnosis, Course course) {
        LineChart chart = new LineChart("Threads over time", Axis.elapsedSeconds(), Axis.linear("threads", Unit.COUNT));
        Map<Doing, String> names = new LinkedHashMap<>();
        names.put(Doing.WAITS_TO_LOG, "wait to log");
        names.put(Doing.WAITS_FOR_LOCK, "wait for a lock");
        names.put(Doing.WAITS_OUTSIDE, "wait outside");
        names.put(Doing.RUNNING, "run");
        names.put(Doing.WAITS, "wait for something else");
        names.put(Doing.IDLE, "idle");
        List<Moment> moments = course.moments();
        double[] xs = moments.stream().mapToDouble(Moment::second).toArray();
        names.forEach((doing, name) -> chart.line(
                name,
                xs,
                moments.stream().mapToDouble(each -> each.count(doing)).toArray()));
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

    /** The stacks of threads that can't go on, at the moment when most of them couldn't. */
    private static void stacks(Page page, Course course) {
        Moment worst = course.moments().stream()
                .max(Comparator.comparingLong(DiagnosisPage::stuck))
                .orElseThrow();
        if (stuck(worst) == 0) {
            return;
        }
        Map<List<Frame>, List<Subject>> groups = worst.subjects().stream()
                .filter(DiagnosisPage::isStuck)
                .collect(
                        Collectors.groupingBy(each -> each.thread().frames(), LinkedHashMap::new, Collectors.toList()));
        Table table = new Table("At " + course.when(worst))
                .column("threads", Unit.COUNT)
                .column("one of them", Unit.TEXT)
                .column("stack, the innermost call first", Unit.TEXT);
        groups.values().stream()
                .sorted(Comparator.comparingInt((List<Subject> each) -> -each.size()))
                .limit(MOST_STACKS)
                .forEach(each -> table.row(each.size(), each.get(0).name(), Cell.faint(calls(each.get(0)))));
        page.section("Where they are stuck").table(table);
    }

    private static String calls(Subject subject) {
        List<Frame> frames = subject.thread().frames();
        String calls = frames.stream().limit(MOST_CALLS).map(Frame::toString).collect(Collectors.joining(" < "));
        return frames.size() > MOST_CALLS ? calls + " < ..." : calls;
    }

    private static long stuck(Moment moment) {
        return moment.subjects().stream().filter(DiagnosisPage::isStuck).count();
    }

    private static boolean isStuck(Subject subject) {
        return switch (subject.doing()) {
            case WAITS_TO_LOG, WAITS_FOR_LOCK, WAITS_OUTSIDE -> true;
            case JVM, IDLE, RUNNING, WAITS -> false;
        };
    }
}
