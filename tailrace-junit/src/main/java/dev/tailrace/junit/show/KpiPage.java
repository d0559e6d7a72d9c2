package dev.tailrace.junit.show;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.report.Axis;
import dev.tailrace.report.BarChart;
import dev.tailrace.report.Cell;
import dev.tailrace.report.Figures;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The page of a run: what got worse first, then who logs most, then everything. */
final class KpiPage {
    private static final int MOST_ROWS = 200;
    private static final int MOST_BARS = 12;
    private static final int MOST_WORSE = 50;
    private static final int MOST_PLACES = 3;

    private final Run run;
    private final History history;
    private final ShortNames names;
    private final Page page = Page.titled("Log KPIs");

    private KpiPage(Run run, History history) {
        this.run = run;
        this.history = history;
        this.names = new ShortNames(run);
    }

    static Page of(Run run, History history) {
        KpiPage page = new KpiPage(run, history);
        page.lead();
        page.worse();
        page.doubts();
        page.callers();
        page.bars();
        page.curve();
        page.classes();
        page.tests();
        page.exceptions();
        page.methods();
        page.newAndVanished();
        return page.page;
    }

    private void lead() {
        page.lead(run.sentence() + ".");
        page.lead("Run of " + run.started() + " on JDK " + run.jdk() + ", logging with " + run.backend()
                + "; exceptions are those " + run.exceptions()
                + ". Bytes are those of the lines in one standard pattern,"
                + " whatever the configuration's is; times are compared in loops of calibration, one of which took "
                + run.calibrationNanos() / 1_000 + " µs here.");
    }

    private void worse() {
        Section section = page.section("What got worse");
        List<TestResult> worse = run.worse();
        if (worse.isEmpty()) {
            section.note(Tone.GOOD, run.hasBaseline() ? "Nothing did." : "No budget was exceeded.");
            if (!run.hasBaseline()) {
                section.text(
                        "There is no baseline to compare with yet: run the tests once with -Dtailrace.kpis=update and"
                                + " commit tailrace-kpis.json.");
            }
            return;
        }
        for (TestResult test : worse.subList(0, Math.min(MOST_WORSE, worse.size()))) {
            StringBuilder what = new StringBuilder(test.id());
            test.exceeded().forEach(each -> what.append('\n').append(each));
            test.changes().forEach(each -> what.append('\n').append(each.text()));
            section.note(Tone.BAD, what.toString());
            List<CallSite> sites = test.kpis().callSites();
            if (!sites.isEmpty()) {
                StringBuilder most = new StringBuilder("Logged most:");
                for (CallSite site : sites.subList(0, Math.min(MOST_PLACES, sites.size()))) {
                    most.append(site.sampled() ? "\n• about " : "\n• ")
                            .append(Figures.count(site.entries()))
                            .append(" x ")
                            .append(site.level())
                            .append(" by ")
                            .append(site.logger())
                            .append(" at ")
                            .append(site.place());
                }
                section.text(most.toString());
            }
        }
        if (worse.size() > MOST_WORSE) {
            section.note(Tone.BAD, "and " + (worse.size() - MOST_WORSE) + " more; run.json has them all.");
        }
        section.text("If it is meant, run the tests once with -Dtailrace.kpis=update and commit the file.");
    }

    private void doubts() {
        List<TestResult> unsure =
                run.tests().stream().filter(test -> test.kpis().unsure() > 0).toList();
        if (run.unattributed() == 0 && unsure.isEmpty()) {
            return;
        }
        Section section = page.section("Not attributed");
        section.note(
                Tone.WARN,
                run.unattributed()
                        + (run.unattributed() == 1 ? " entry" : " entries")
                        + " came from threads that belong to no test while several tests ran. They are"
                        + " in no figure; each of these tests may miss some:");
        Table table = new Table("").column("Test", Unit.TEXT).column("May miss", Unit.COUNT);
        unsure.stream()
                .limit(MOST_ROWS)
                .forEach(test -> table.row(names.of(test.id()), test.kpis().unsure()));
        section.table(table);
    }

    private void callers() {
        Map<String, Long> entries = new TreeMap<>();
        Set<String> sampled = new HashSet<>();
        for (TestResult test : run.tests()) {
            for (CallSite site : test.kpis().callSites()) {
                String key = site.place() + "\n" + site.level() + " by " + site.logger();
                entries.merge(key, site.entries(), Long::sum);
                if (site.sampled()) {
                    sampled.add(key);
                }
            }
        }
        if (entries.isEmpty()) {
            return;
        }
        Table table = new Table("")
                .column("Place of the call", Unit.TEXT)
                .column("Logger", Unit.TEXT)
                .column("Entries", Unit.COUNT)
                .column("", Unit.TEXT);
        entries.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_BARS)
                .forEach(each -> {
                    String[] parts = each.getKey().split("\n", 2);
                    table.row(
                            ShortNames.place(parts[0]),
                            parts[1],
                            each.getValue(),
                            sampled.contains(each.getKey()) ? "about" : "");
                });
        page.section("Who logs most").table(table);
    }

    private void bars() {
        Section section = page.section("The figures");
        bar(section, "Log entries", Unit.COUNT, Kpis::entries);
        bar(section, "Bytes of log", Unit.BYTES, Kpis::bytes);
        bar(section, "Exceptions " + run.exceptions(), Unit.COUNT, Kpis::exceptions);
        bar(section, "Entries by the root logger", Unit.COUNT, Kpis::rootEntries);
        bar(section, "Time", Unit.NANOS, Kpis::nanos);
    }

    private void bar(Section section, String title, Unit unit, ToDoubleFunction<Kpis> value) {
        BarChart chart = BarChart.linear(title, unit);
        List<TestResult> most = run.tests().stream()
                .filter(TestResult::isTest)
                .filter(test -> value.applyAsDouble(test.kpis()) > 0)
                .sorted(Comparator.<TestResult>comparingDouble(test -> value.applyAsDouble(test.kpis()))
                        .reversed())
                .limit(MOST_BARS)
                .toList();
        if (most.isEmpty()) {
            return;
        }
        for (TestResult test : most) {
            boolean worse = !test.changes().isEmpty() || !test.exceeded().isEmpty();
            chart.bar(names.of(test.id()), value.applyAsDouble(test.kpis()), worse ? Tone.BAD : Tone.PLAIN);
        }
        section.chart(chart.caption("The tests with most; red: over budget or worse than the baseline."));
    }

    private void curve() {
        int count = history.runs().size();
        if (count < 2) {
            return;
        }
        double[] xs = new double[count];
        double[] ys = new double[count];
        for (int i = 0; i < count; i++) {
            xs[i] = i + 1;
            ys[i] = history.runs().get(i).entries();
        }
        page.section("Over the kept runs")
                .chart(new LineChart(
                                "Log entries of a run",
                                Axis.linear("run, the newest is " + count, Unit.COUNT),
                                Axis.linear("entries", Unit.COUNT))
                        .line("entries", xs, ys));
    }

    private void classes() {
        Map<String, long[]> classes = new TreeMap<>();
        for (TestResult test : run.tests()) {
            long[] sums = classes.computeIfAbsent(test.className(), unused -> new long[5]);
            sums[0] += test.isTest() ? 1 : 0;
            sums[1] += test.kpis().entries();
            sums[2] += test.kpis().bytes();
            sums[3] += test.kpis().exceptions();
            sums[4] += test.isTest() ? test.kpis().nanos() : 0;
        }
        Table table = new Table("")
                .column("Class", Unit.TEXT)
                .column("Tests", Unit.COUNT)
                .column("Entries", Unit.COUNT)
                .column("Bytes", Unit.BYTES)
                .column("Exceptions", Unit.COUNT)
                .column("Time", Unit.NANOS);
        classes.entrySet().stream()
                .sorted((a, b) -> Long.compare(b.getValue()[1], a.getValue()[1]))
                .limit(MOST_ROWS)
                .forEach(each -> {
                    long[] sums = each.getValue();
                    table.row(each.getKey(), sums[0], sums[1], sums[2], sums[3], sums[4]);
                });
        if (classes.size() > MOST_ROWS) {
            table.footnote("The " + MOST_ROWS + " of " + classes.size() + " classes that log most.");
        }
        page.section("Classes").table(table.footnote("Entries of a class include what it logs outside its tests."));
    }

    private void tests() {
        Table table = new Table("")
                .column("Test", Unit.TEXT)
                .column("Entries", Unit.COUNT)
                .column("By level", Unit.TEXT)
                .column("Bytes", Unit.BYTES)
                .column("Root logger", Unit.COUNT)
                .column("Exceptions", Unit.COUNT)
                .column("Time", Unit.NANOS)
                .column("Entries over runs", Unit.TEXT);
        run.tests().stream()
                .filter(test -> test.isTest() || test.kpis().entries() > 0)
                .sorted(Comparator.<TestResult>comparingLong(test -> test.kpis().entries())
                        .reversed()
                        .thenComparing(TestResult::id))
                .limit(MOST_ROWS)
                .forEach(test -> {
                    Kpis kpis = test.kpis();
                    boolean worse =
                            !test.changes().isEmpty() || !test.exceeded().isEmpty();
                    String name = names.of(test.id());
                    table.row(
                            test.isTest() ? name : name + " outside its tests",
                            worse ? Cell.bad(kpis.entries()) : kpis.entries(),
                            levels(kpis),
                            kpis.bytes(),
                            kpis.rootEntries() > 0 ? Cell.warn(kpis.rootEntries()) : Cell.faint(0),
                            kpis.exceptions(),
                            kpis.nanos(),
                            history.sparkline(test.id()));
                });
        if (run.tests().size() > MOST_ROWS) {
            table.footnote("The " + MOST_ROWS + " of " + run.tests().size() + " that log most; run.json has all.");
        }
        page.section("Tests").table(table);
    }

    static String levels(Kpis kpis) {
        StringBuilder text = new StringBuilder();
        kpis.levels()
                .forEach((level, count) -> text.append(text.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(level));
        return text.toString();
    }

    private void exceptions() {
        Map<String, Long> counts = new TreeMap<>();
        run.tests()
                .forEach(test -> test.kpis()
                        .thrown()
                        .forEach(thrown ->
                                counts.merge(thrown.type() + "\n" + thrown.place(), thrown.count(), Long::sum)));
        if (counts.isEmpty()) {
            return;
        }
        Table table = new Table("")
                .column("Exception", Unit.TEXT)
                .column("Top frame", Unit.TEXT)
                .column("Count", Unit.COUNT);
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_BARS)
                .forEach(each -> {
                    String[] parts = each.getKey().split("\n", 2);
                    table.row(parts[0], parts[1], each.getValue());
                });
        page.section("Exceptions " + run.exceptions()).table(table);
    }

    private void methods() {
        Table table = new Table("")
                .column("Test", Unit.TEXT)
                .column("Method", Unit.TEXT)
                .column("Calls", Unit.COUNT)
                .column("Time", Unit.NANOS)
                .column("Mean", Unit.NANOS);
        boolean any = false;
        for (TestResult test : run.tests()) {
            for (Kpis.MethodTime time : test.kpis().methods()) {
                any = true;
                table.row(
                        names.of(test.id()),
                        time.method(),
                        time.calls(),
                        time.nanos(),
                        (double) time.nanos() / Math.max(1, time.calls()));
            }
        }
        if (any) {
            page.section("Methods").table(table);
        }
    }

    private void newAndVanished() {
        if (!run.hasBaseline()) {
            return;
        }
        List<String> fresh = run.tests().stream()
                .filter(test -> test.isNew() && test.isTest())
                .map(TestResult::id)
                .toList();
        if (fresh.isEmpty() && run.vanished().isEmpty()) {
            return;
        }
        Section section = page.section("New and vanished");
        Table table = new Table("").column("Test", Unit.TEXT).column("", Unit.TEXT);
        fresh.stream().limit(MOST_ROWS).forEach(test -> table.row(test, "new: not in the baseline yet"));
        run.vanished().stream()
                .limit(MOST_ROWS)
                .forEach(test -> table.row(test, "vanished: in the baseline, though its class ran without it"));
        section.table(table.footnote("-Dtailrace.kpis=update takes the new ones in and removes the vanished ones."));
    }
}
