package dev.tailrace.cli;

import dev.tailrace.doctor.lint.Lint;
import dev.tailrace.doctor.lint.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What lint has to say, for a person: for each file a verdict, then what is wrong, where, and what to do. */
final class LintText {
    private LintText() {}

    /** At most 80 columns wide, where words allow it. */
    static List<String> lines(List<Lint.Result> results) {
        List<String> lines = new ArrayList<>();
        for (Lint.Result result : results) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(Printable.wrapped(Printable.of(result.file()) + ": " + verdict(result)));
            result.remarks().forEach(each -> remark(each, lines));
        }
        return lines;
    }

    private static String verdict(Lint.Result result) {
        if (!result.readable()) {
            return "CAN'T BE READ.";
        }
        if (result.remarks().isEmpty()) {
            return "FINE.";
        }
        return Stream.of("error", "warning", "info")
                .map(severity -> count(result, severity))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(
                        ", ", result.remarks().stream().anyMatch(Remark::counts) ? "" : "FINE; ", "."));
    }

    private static String count(Lint.Result result, String severity) {
        long count = result.remarks().stream()
                .filter(each -> each.severity().equals(severity))
                .count();
        return count == 0 ? "" : VerifyText.count(count, severity);
    }

    private static void remark(Remark remark, List<String> lines) {
        lines.add("");
        String place = Printable.of(String.valueOf(remark.file())) + (remark.line() > 0 ? ":" + remark.line() : "");
        lines.add(Printable.wrapped(place + ": " + remark.severity() + " " + remark.code() + ": " + remark.title()));
        indented(lines, "", remark.cause());
        remark.evidence().forEach(each -> indented(lines, "(", each + ")"));
        indented(lines, "-> ", remark.remedy());
        if (remark.withTailrace() != null) {
            indented(lines, "With Tailrace: ", remark.withTailrace());
        }
        lines.add("  " + remark.document());
    }

    private static void indented(List<String> lines, String begin, String text) {
        lines.add(Printable.wrapped("  " + begin + Printable.of(text), begin.equals("-> ") ? 5 : 2));
    }
}
