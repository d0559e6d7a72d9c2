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

    static String of(RunSummary runSummary, History history, List<Moved> moved) {
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
            more(out, worse.size());
        }
        moved(out, history, moved, names);
        List<TestResult> loudest = runSummary.loudest(MOST_TESTS);
        if (!loudest.isEmpty()) {
            out.append("\n| Test that logs most | Entries | Bytes | Over builds |\n|---|--:|--:|---|\n");
            for (TestResult test : loudest) {
                row(
                        out,
                        code(names.of(test.id())) + (test.isTest() ? "" : " outside its tests"),
                        NumberFormats.count(test.kpis().entries()),
                        NumberFormats.bytes((double) test.kpis().bytes()),
                        history.sparkline(Kpi.ENTRIES, test.id()));
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

    private static void moved(StringBuilder out, History history, List<Moved> moved, ShortNames names) {
        List<History.Build> builds = history.builds();
        if (builds.size() < 2) {
            return;
        }
        int earlier = Math.min(Moved.NOISE, builds.size() - 1);
        out.append("\nAgainst the build of ")
                .append(builds.get(builds.size() - 2).started());
        if (moved.isEmpty()) {
            out.append(" nothing moved.\n");
            return;
        }
        out.append(":\n\n| What moved | Before | Now | Change | ")
                .append(earlier == 1 ? "The build before" : "The " + earlier + " builds before")
                .append(" | Over builds |\n|---|--:|--:|--:|--:|---|\n");
        for (Moved each : moved.subList(0, Math.min(MOST_ROWS, moved.size()))) {
            String of = each.test().isEmpty() ? "all tests" : code(names.of(each.test()));
            row(
                    out,
                    of + (each.method().isEmpty() ? "" : " " + code(each.method())) + ": "
                            + each.kpi().title(),
                    each.kpi().figure((double) each.before()),
                    each.kpi().figure((double) each.now()),
                    each.change(),
                    each.noise(),
                    history.sparkline(each.kpi(), each.name()));
        }
        more(out, moved.size());
    }

    private static void more(StringBuilder out, int rows) {
        if (rows > MOST_ROWS) {
            out.append("\nand ").append(rows - MOST_ROWS).append(" more.\n");
        }
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
