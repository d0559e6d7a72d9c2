package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.report.Cell;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The page for a {@link Diagnosis}, readable by somebody who never saw a thread dump. */
public final class DiagnosisPage {
    private static final int MOST_STACKS = 20;
    private static final int MOST_CALLS = 12;
    private static final int MOST_FILES = 3;

    private DiagnosisPage() {}

    /** Makes the page. */
    public static Page of(Diagnosis diagnosis) {
        Page page = Page.titled("Tailrace doctor");
        fill(page, diagnosis);
        Glossary.add(page);
        return page;
    }

    /** Adds all that a diagnosis says. */
    static void fill(Page page, Diagnosis diagnosis) {
        List<Remark> findings = diagnosis.findings();
        page.lead("Read: " + files(diagnosis.files()) + ".");
        Section wrong = page.section(findings.isEmpty() ? "Nothing found" : "What is wrong");
        if (findings.isEmpty()) {
            wrong.note(Tone.GOOD, "Nothing was found that somebody would have to do something about.");
        }
        diagnosis.remarks().stream().filter(Remark::counts).forEach(each -> remark(wrong, each));
        Course course = diagnosis.patient().course();
        if (course.isSeries()) {
            ThreadCharts.add(page.section("What the threads did"), diagnosis, course);
        }
        if (StuckFlames.isAny(course)) {
            Section stuck = page.section("Where they are stuck");
            StuckFlames.add(stuck, course);
            stuck.table(stacks(course));
        }
        HeapCharts.add(page, diagnosis.patient().evidence());
        CallSites.add(page, diagnosis.patient().evidence());
        List<Remark> infos =
                diagnosis.remarks().stream().filter(each -> !each.counts()).toList();
        if (!infos.isEmpty()) {
            Section more = page.section("Worth knowing");
            infos.forEach(each -> remark(more, each));
        }
        if (!diagnosis.lookedAt().isEmpty()) {
            Section seen = page.section("What was looked at");
            diagnosis.lookedAt().forEach(each -> seen.text("– " + each));
            diagnosis.recordingNotes().forEach(seen::text);
        }
    }

    /** By their folders, when there are many. */
    private static String files(List<String> files) {
        if (files.size() <= MOST_FILES) {
            return String.join(", ", files);
        }
        Map<String, List<String>> folders = new LinkedHashMap<>();
        for (String each : files) {
            int slash = Math.max(each.lastIndexOf('/'), each.lastIndexOf('\\'));
            folders.computeIfAbsent(
                            slash < 0 ? "the current folder" : each.substring(0, slash), unused -> new ArrayList<>())
                    .add(each.substring(slash + 1));
        }
        return folders.entrySet().stream()
                .map(each -> each.getValue().size() <= MOST_FILES
                        ? String.join(", ", each.getValue()) + " in " + each.getKey()
                        : String.format(
                                Locale.ROOT,
                                "%,d files in %s, %s to %s",
                                each.getValue().size(),
                                each.getKey(),
                                each.getValue().get(0),
                                each.getValue().get(each.getValue().size() - 1)))
                .collect(Collectors.joining("; "));
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

    /** The stacks of threads that can't go on, at the moment when most of them couldn't. */
    private static Table stacks(Course course) {
        Moment worst = course.moments().stream()
                .max(Comparator.comparingLong(StuckFlames::stuck))
                .orElseThrow();
        Map<List<Frame>, List<Subject>> groups = worst.subjects().stream()
                .filter(StuckFlames::isStuck)
                .collect(
                        Collectors.groupingBy(each -> each.thread().frames(), LinkedHashMap::new, Collectors.toList()));
        Table table = new Table("The worst moment, " + course.when(worst))
                .column("threads", Unit.COUNT)
                .column("one of them", Unit.TEXT)
                .column("stack, the innermost call first", Unit.TEXT);
        groups.values().stream()
                .sorted(Comparator.comparingInt((List<Subject> each) -> -each.size()))
                .limit(MOST_STACKS)
                .forEach(each -> table.row(each.size(), each.get(0).name(), Cell.faint(calls(each.get(0)))));
        return table;
    }

    private static String calls(Subject subject) {
        List<Frame> frames = subject.thread().frames();
        String calls = frames.stream()
                .limit(MOST_CALLS)
                .map(each -> StuckFlames.brief(each.call()))
                .collect(Collectors.joining(" < "));
        return frames.size() > MOST_CALLS ? calls + " < ..." : calls;
    }
}
