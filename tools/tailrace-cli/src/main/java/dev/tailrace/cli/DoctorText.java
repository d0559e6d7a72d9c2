package dev.tailrace.cli;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.page.LinesToCopy;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;

/** Doctor's report for a person: the worst first, each with the lines of evidence that say most. */
final class DoctorText {
    private static final int MOST_EVIDENCE = 3;

    private DoctorText() {}

    /** At most 80 columns wide, where words allow it. */
    static List<String> lines(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        int found = diagnosis.findings().size();
        lines.add(Printable.wrapped(Printable.of(verdict(diagnosis, found))));
        diagnosis.lookedAt().forEach(each -> lines.add(Printable.wrapped("  Looked at: " + Printable.of(each))));
        diagnosis.recordingNotes().forEach(each -> lines.add(Printable.wrapped("  " + Printable.of(each))));
        diagnosis.remarks().stream().filter(Remark::counts).forEach(each -> remark(diagnosis, each, lines));
        List<Remark> infos =
                diagnosis.remarks().stream().filter(each -> !each.counts()).toList();
        if (!infos.isEmpty()) {
            lines.add("");
            lines.add("Worth knowing:");
            infos.forEach(each -> info(each, lines));
        }
        return lines;
    }

    private static String verdict(Diagnosis diagnosis, int found) {
        if (diagnosis.isBlind() && found == 0) {
            return "COULD NOT LOOK: no thread dump was taken.";
        }
        if (!diagnosis.isReadable() && found == 0) {
            return "COULD NOT READ EVERYTHING, and found nothing in the rest.";
        }
        if (found == 0) {
            return "NOTHING FOUND.";
        }
        return (diagnosis.isReadable() ? "" : "COULD NOT READ EVERYTHING. ")
                + VerifyText.count(found, "finding")
                + ", the worst first.";
    }

    private static void remark(Diagnosis diagnosis, Remark remark, List<String> lines) {
        lines.add("");
        lines.add(Printable.wrapped(remark.severity() + " " + remark.code() + ": " + Printable.of(remark.title())));
        indented(lines, "", remark.cause());
        remark.evidence().stream().limit(MOST_EVIDENCE).forEach(each -> indented(lines, "* ", each));
        indented(lines, "-> ", remark.remedy());
        // To be copied, so never wrapped.
        LinesToCopy.of(diagnosis, remark).forEach(each -> lines.add("     " + Printable.of(each)));
        if (remark.withTailrace() != null) {
            indented(lines, "With Tailrace: ", remark.withTailrace());
        }
        lines.add("  " + remark.document());
    }

    private static void info(Remark remark, List<String> lines) {
        indented(lines, "", remark.code() + " " + place(remark) + remark.cause());
    }

    private static String place(Remark remark) {
        return remark.file() == null ? "" : remark.file() + (remark.line() > 0 ? ":" + remark.line() : "") + ": ";
    }

    private static void indented(List<String> lines, String begin, String text) {
        lines.add(Printable.wrapped("  " + begin + Printable.of(text), 2 + (begin.length() <= 3 ? begin.length() : 0)));
    }
}
