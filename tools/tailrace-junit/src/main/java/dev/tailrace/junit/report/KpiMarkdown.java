package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.report.NumberFormats;
import java.util.List;
import java.util.stream.Stream;

/** A summary for a pull request. */
final class KpiMarkdown {
    private static final int MOST_ROWS = 20;
    private static final int MOST_TESTS = 5;
    private static final int MOST_PLACES = 3;

    private KpiMarkdown() {}

    static String of(RunSummary runSummary, History history) {
        Run run = runSummary.run();
        StringBuilder out = new StringBuilder("## Log KPIs\n\n")
                .append(runSummary.sentence())
                .append(".\n");
        List<TestResult> worse = runSummary.worse();
        ShortNames names = new ShortNames(runSummary.classes().keySet());
        if (!worse.isEmpty()) {
            out.append("\n| Test | What | Logs most |\n|---|---|---|\n");
            for (TestResult test : worse.subList(0, Math.min(MOST_ROWS, worse.size()))) {
                List<String> places = test.places(MOST_PLACES).stream()
                        .map(site -> (site.sampled() ? "about " : "") + NumberFormats.count(site.entries()) + " x "
                                + site.level()
                                + " by " + code(site.logger()) + " at " + code(ShortNames.place(site.place()))
                                + (site.isNew() ? ", new" : ""))
                        .toList();
                row(
                        out,
                        code(names.of(test.id())),
                        String.join("<br>", test.whatIsWorse()),
                        String.join("<br>", places));
            }
            if (worse.size() > MOST_ROWS) {
                out.append("\nand ").append(worse.size() - MOST_ROWS).append(" more.\n");
            }
        }
        List<TestResult> loudest = runSummary.loudest(MOST_TESTS);
        if (!loudest.isEmpty()) {
            out.append("\n| Test that logs most | Entries | Bytes | Over runs |\n|---|--:|--:|---|\n");
            for (TestResult test : loudest) {
                row(
                        out,
                        code(names.of(test.id())) + (test.isTest() ? "" : " outside its tests"),
                        NumberFormats.count(test.kpis().entries()),
                        NumberFormats.bytes((double) test.kpis().bytes()),
                        history.sparkline(test.id()));
            }
        }
        methods(out, runSummary, names);
        if (run.unattributed() > 0) {
            out.append('\n')
                    .append(run.unattributed())
                    .append(" log entries could not be attributed to any of the tests that ran in parallel.\n");
        }
        list(out, "New", runSummary.fresh());
        list(out, "Vanished", run.vanished());
        return out.toString();
    }

    private static void methods(StringBuilder out, RunSummary runSummary, ShortNames names) {
        Stream<TestResult> naming = runSummary.telling().stream()
                .filter(test -> !test.kpis().methods().isEmpty());
        List<TestResult> slowest = RunSummary.most(naming, Kpi.RESPONSE, MOST_TESTS);
        out.append(slowest.isEmpty() ? "" : "\n| Test with slow methods | Method | The median call |\n|---|---|---|\n");
        for (TestResult test : slowest) {
            for (MethodTime each : test.kpis().methods()) {
                String judged = each.isJudged() ? "" : ", not judged: " + each.notJudged();
                row(out, code(names.of(test.id())), code(each.method()), Kpi.figures(each) + judged);
            }
        }
    }

    private static void list(StringBuilder out, String title, List<String> tests) {
        if (tests.isEmpty()) {
            return;
        }
        out.append('\n').append(title).append(": ");
        for (int i = 0; i < Math.min(MOST_ROWS, tests.size()); i++) {
            out.append(i == 0 ? "" : ", ").append(code(tests.get(i)));
        }
        out.append(tests.size() > MOST_ROWS ? ", and " + (tests.size() - MOST_ROWS) + " more" : "")
                .append(".\n");
    }

    private static void row(StringBuilder out, String... cells) {
        for (String cell : cells) {
            out.append("| ").append(cell.replace("|", "\\|").replace('\n', ' ')).append(' ');
        }
        out.append("|\n");
    }

    private static String code(String text) {
        return "`" + text.replace('`', '\'') + "`";
    }
}
