package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.doctor.rules.Blockage;
import dev.tailrace.doctor.rules.DiagnosisFinding;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Tone;
import java.util.List;
import java.util.Set;

/** The page for a {@link Diagnosis}, readable without ever having seen a thread dump. */
public final class DiagnosisPage {

    /** Characters that a reader takes in at a glance: four lines of the box. */
    private static final int LONGEST_CAUSE = 400;

    private DiagnosisPage() {}

    /** Makes the page. */
    public static Page of(Diagnosis diagnosis) {
        Page page = Page.titled("Tailrace doctor");
        Header.lines(diagnosis).forEach(page::lead);
        summary(page, diagnosis);
        fill(page, diagnosis);
        Glossary.add(page);
        return page;
    }

    /** The worst finding: what is wrong, its cause and its remedy. */
    private static void summary(Page page, Diagnosis diagnosis) {
        List<DiagnosisFinding> findings = findings(diagnosis);
        if (findings.isEmpty() && !diagnosis.isReadable()) {
            page.summary(Tone.WARN, "Not everything could be read")
                    .text(
                            "Nothing was found in the rest. What could not be read, and what to give doctor, stands below.");
            return;
        }
        if (findings.isEmpty()) {
            page.summary(Tone.GOOD, "Nothing found").text("Nothing was found that has to be acted on.");
            return;
        }
        ShortPaths paths = ShortPaths.of(diagnosis.files());
        DiagnosisFinding worst = findings.get(0);
        Remark remark = worst.remark();
        Section box = page.summary(tone(remark), remark.title());
        box.text(paths.in(brief(worst))).text("What to do: " + paths.in(remark.remedy()));
        Snippet.of(worst, configured(diagnosis), Header.pid(diagnosis))
                .ifPresent(each -> box.code(each.caption(), each.text()));
        if (findings.size() > 1) {
            box.text(
                    findings.size() == 2
                            ? "1 more finding stands below."
                            : findings.size() - 1 + " more findings stand below.");
        }
    }

    /** A cause that lists each lock of a deadlock is no sentence for the box. */
    private static String brief(DiagnosisFinding finding) {
        Remark remark = finding.remark();
        String consumer = remark.consumer();
        Blockage blockage = finding.blockage();
        if (remark.cause().length() <= LONGEST_CAUSE || consumer == null || blockage == null) {
            return remark.cause();
        }
        int behind = blockage.victims().size();
        return consumer + "."
                + (behind == 0
                        ? ""
                        : behind == 1 ? " 1 thread waits behind them." : " " + behind + " threads wait behind them.");
    }

    /** The findings that count, without those on files that could not be read. */
    private static List<DiagnosisFinding> findings(Diagnosis diagnosis) {
        Set<Remark> counts = Set.copyOf(diagnosis.findings());
        return diagnosis.found().stream()
                .filter(each -> counts.contains(each.remark()))
                .toList();
    }

    /** The library of the configurations that are in force, if it is one. */
    static String configured(Diagnosis diagnosis) {
        List<String> libraries = diagnosis.patient().configurations().stream()
                .map(LoggingConfiguration::library)
                .distinct()
                .toList();
        return libraries.size() == 1 ? libraries.get(0) : "";
    }

    static void fill(Page page, Diagnosis diagnosis) {
        ShortPaths paths = ShortPaths.of(diagnosis.files());
        Timeline timeline = diagnosis.patient().timeline();
        List<DiagnosisFinding> counting = diagnosis.found().stream()
                .filter(each -> each.remark().counts())
                .toList();
        DiagnosisFinding worst = counting.isEmpty() ? null : counting.get(0);
        if (worst != null && worst.blockage() != null) {
            boolean waits = !worst.blockage().victims().isEmpty();
            stacks(
                    page.section(
                            worst.blockage().culprits().isEmpty()
                                    ? "The threads that wait"
                                    : waits
                                            ? "The cause, and the threads that wait for it"
                                            : "The threads it is about"),
                    worst,
                    timeline);
        }
        if (!counting.isEmpty()) {
            Section wrong = page.section("What is wrong");
            for (int i = 0; i < counting.size(); i++) {
                remark(wrong, counting.get(i).remark(), paths);
                if (i > 0) {
                    stacks(wrong, counting.get(i), timeline);
                }
            }
        }
        if (timeline.isSeries()) {
            ThreadCharts.add(page.section("What the threads did"), diagnosis, timeline);
        }
        if (StuckFlames.isAny(timeline)) {
            StuckFlames.add(page.section("Where they are stuck"), timeline);
        }
        HeapCharts.add(page, diagnosis.patient().evidence());
        CallSites.add(page, diagnosis.patient().evidence());
        List<Remark> infos =
                diagnosis.remarks().stream().filter(each -> !each.counts()).toList();
        if (!infos.isEmpty()) {
            Section more = page.section("Worth knowing");
            infos.forEach(each -> remark(more, each, paths));
        }
        if (!diagnosis.lookedAt().isEmpty()) {
            Section seen = page.section("What was looked at");
            diagnosis.lookedAt().forEach(each -> seen.text("– " + paths.in(each)));
            diagnosis.recordingNotes().forEach(each -> seen.text(paths.in(each)));
        }
        FindingPages.add(page, diagnosis.remarks());
    }

    private static void stacks(Section section, DiagnosisFinding finding, Timeline timeline) {
        Blockage blockage = finding.blockage();
        if (blockage != null) {
            String consumer = finding.remark().consumer();
            BlockageView.add(section, blockage, consumer == null ? "" : consumer, timeline);
        }
    }

    private static Tone tone(Remark remark) {
        return switch (remark.severity()) {
            case "error" -> Tone.BAD;
            case "warning" -> Tone.WARN;
            default -> Tone.PLAIN;
        };
    }

    private static void remark(Section section, Remark remark, ShortPaths paths) {
        section.note(tone(remark), remark.code(), FindingPages.anchor(remark), remark.title());
        section.text(paths.in(remark.cause()));
        for (String each : remark.evidence()) {
            section.text("– " + paths.in(each));
        }
        section.text("What to do: " + paths.in(remark.remedy()));
        if (remark.withTailrace() != null) {
            section.text("With Tailrace: " + remark.withTailrace());
        }
    }
}
