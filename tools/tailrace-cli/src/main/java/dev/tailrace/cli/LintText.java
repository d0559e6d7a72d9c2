package dev.tailrace.cli;

import dev.tailrace.lint.Lint;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lint's results for a person: for each file a verdict, then what is wrong, where, and what to do. */
final class LintText {
    private LintText() {}

    /** At most 80 columns wide, where words allow it. */
    static List<String> lines(List<Lint.Result> results, int leftOut) {
        List<String> lines = new ArrayList<>();
        for (Lint.Result result : results) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(Printable.wrapped(Printable.of(result.file()) + ": " + verdict(result)));
            result.remarks().forEach(each -> remark(each, lines));
        }
        if (leftOut > 0) {
            lines.add("");
            lines.add(VerifyText.count(leftOut, "piece") + " of general advice " + (leftOut == 1 ? "is" : "are")
                    + " left out; --all shows " + (leftOut == 1 ? "it." : "them."));
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
        if (remark.places() != null) {
            indented(lines, "", places(remark.places()));
        }
        indented(lines, "-> ", remark.remedy());
        if (remark.withTailrace() != null) {
            indented(lines, "With Tailrace: ", remark.withTailrace());
        }
        lines.add("  " + remark.document());
    }

    /** "3 places: lines 4, 9 and 17", with the appenders or loggers there if they differ; empty: all are in one line. */
    private static String places(List<Remark.Place> places) {
        boolean named = places.stream().map(Remark.Place::consumer).distinct().count() > 1;
        Map<Integer, Set<String>> lines = new TreeMap<>();
        for (Remark.Place place : places) {
            Set<String> there = lines.computeIfAbsent(place.line(), any -> new LinkedHashSet<>());
            if (named && place.consumer() != null) {
                there.add("\"" + place.consumer() + "\"");
            }
        }
        List<String> texts = new ArrayList<>();
        lines.forEach((line, there) -> texts.add((line > 0 ? Integer.toString(line) : "the file as a whole")
                + (there.isEmpty() ? "" : " (" + String.join(", ", there) + ")")));
        int count = Math.max(
                texts.size(), lines.values().stream().mapToInt(Set::size).sum());
        if (count == 1) {
            return "";
        }
        int last = texts.size() - 1;
        String all = last == 0
                ? "line " + texts.get(0)
                : "lines " + String.join(", ", texts.subList(0, last)) + " and " + texts.get(last);
        return count + " places: " + all + ".";
    }

    private static void indented(List<String> lines, String begin, String text) {
        if (text.isEmpty()) {
            return;
        }
        lines.add(Printable.wrapped("  " + begin + Printable.of(text), begin.equals("-> ") ? 5 : 2));
    }
}
