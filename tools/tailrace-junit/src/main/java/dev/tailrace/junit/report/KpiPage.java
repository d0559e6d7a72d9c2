package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.report.Axis;
import dev.tailrace.report.BarChart;
import dev.tailrace.report.Cell;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.NumberFormats;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The page of a run: what got worse first, then the loggers with most events, then everything. */
final class KpiPage {
    private static final int MOST_ROWS = 200;
    private static final int MOST_LINES = 12;
    private static final int MOST_WORSE = 50;
    private static final int MOST_PLACES = 3;
    private static final Cell NOT_COUNTED = Cell.faint("not counted");

    private final RunSummary runSummary;
    private final Run run;
    private final History history;
    private final ShortNames names;
    private final Page page = Page.titled("Log KPIs");

    private KpiPage(RunSummary runSummary, History history) {
        this.runSummary = runSummary;
        this.run = runSummary.run();
        this.history = history;
        this.names = new ShortNames(runSummary.classes().keySet());
    }

    static Page of(RunSummary runSummary, History history) {
        KpiPage page = new KpiPage(runSummary, history);
        page.lead();
        page.worse();
        page.doubts();
        page.callers();
        page.bars();
        page.curves();
        page.classes();
        page.tests();
        page.exceptions();
        page.methods();
        page.newAndVanished();
        return page.page;
    }

    private void lead() {
        page.lead(runSummary.sentence() + ".");
        page.lead("Run of " + run.started() + " on JDK " + run.jdk()
                + (isCounted() ? ", logging with " + run.backend() : ", log entries not counted")
                + "; exceptions are those " + run.exceptions()
                + ". Bytes are those of the lines in one standard pattern, whatever the configuration's is.");
    }

    private void worse() {
        Section section = page.section("What got worse");
        List<TestResult> worse = runSummary.worse();
        if (!isCounted()) {
            section.note(
                    Tone.WARN,
                    "What the tests log was not counted: " + run.notCounted()
                            + ". Nothing of it was compared with a baseline"
                            + (run.isUpdate() ? ", and no baseline was written." : "."));
        }
        if (run.wroteBaseline()) {
            section.note(Tone.GOOD, "This run has written the baseline: commit it.");
        }
        if (worse.isEmpty()) {
            nothingWorse(section);
            return;
        }
        for (TestResult test : worse.subList(0, Math.min(MOST_WORSE, worse.size()))) {
            StringBuilder what = new StringBuilder(test.id());
            for (String each : test.whatIsWorse()) {
                what.append('\n').append(each);
            }
            section.note(Tone.BAD, what.toString());
            List<CallSite> sites = test.places(MOST_PLACES);
            if (!sites.isEmpty()) {
                StringBuilder most = new StringBuilder("Logged most:");
                for (CallSite site : sites) {
                    most.append(site.sampled() ? "\n• about " : "\n• ")
                            .append(NumberFormats.count(site.entries()))
                            .append(" x ")
                            .append(site.level())
                            .append(" by ")
                            .append(site.logger())
                            .append(" at ")
                            .append(site.place())
                            .append(site.isNew() ? ", new" : "");
                }
                section.text(most.toString());
            }
        }
        if (worse.size() > MOST_WORSE) {
            section.note(Tone.BAD, "and " + (worse.size() - MOST_WORSE) + " more; run.json has them all.");
        }
        if (!run.isUpdate() && isCounted()) {
            section.text("If it is meant, run the tests once with -Dtailrace.kpis=update and commit the file.");
        }
    }

    private void nothingWorse(Section section) {
        if (run.isUpdate() || !isCounted()) {
            return; // nothing was compared
        }
        section.note(Tone.GOOD, run.hasBaseline() ? "Nothing did." : "No budget was exceeded.");
        if (!run.hasBaseline()) {
            section.text("There is no baseline to compare with yet: run the tests once with -Dtailrace.kpis=update and"
                    + " commit tailrace-kpis.json.");
        }
    }

    private boolean isCounted() {
        return run.notCounted().isEmpty();
    }

    private void doubts() {
        Table table = new Table("").column("Test", Unit.TEXT).column("May miss", Unit.COUNT);
        int unsure = 0;
        for (TestResult test : runSummary.telling()) {
            if (test.kpis().unsure() > 0 && unsure++ < MOST_ROWS) {
                table.row(names.of(test.id()), test.kpis().unsure());
            }
        }
        if (run.unattributed() == 0 && unsure == 0) {
            return;
        }
        Section section = page.section("Not attributed");
        section.note(
                Tone.WARN,
                run.unattributed()
                        + (run.unattributed() == 1 ? " entry" : " entries")
                        + " came from threads that belong to no test while several tests ran. They are"
                        + " in no figure; each of these tests may miss some:");
        section.table(table);
    }

    private void callers() {
        Map<String, Long> entries = new TreeMap<>();
        Set<String> sampled = new HashSet<>();
        for (TestResult test : runSummary.telling()) {
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
        for (Map.Entry<String, Long> each : most(entries)) {
            String[] parts = each.getKey().split("\n", 2);
            table.row(
                    ShortNames.place(parts[0]),
                    parts[1],
                    each.getValue(),
                    sampled.contains(each.getKey()) ? "about" : "");
        }
        page.section("Loggers with most events").table(table);
    }

    private static List<Map.Entry<String, Long>> most(Map<String, Long> counts) {
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        return sorted.subList(0, Math.min(MOST_LINES, sorted.size()));
    }

    private void bars() {
        Section section = page.section("The figures");
        bar(section, "Log entries", Unit.COUNT, Kpi.ENTRIES);
        bar(section, "Bytes of log", Unit.BYTES, Kpi.BYTES);
        bar(section, "Exceptions " + run.exceptions(), Unit.COUNT, Kpi.EXCEPTIONS);
        bar(section, "Entries by the root logger", Unit.COUNT, Kpi.ROOT_ENTRIES);
        bar(section, "Time", Unit.NANOS, Kpi.TIME);
    }

    private void bar(Section section, String title, Unit unit, Kpi kpi) {
        List<TestResult> most = runSummary.most(kpi);
        if (most.isEmpty()) {
            return;
        }
        BarChart chart = BarChart.linear(title, unit);
        for (TestResult test : most) {
            chart.bar(names.of(test.id()), (double) kpi.of(test.kpis()), test.isWorse(kpi, "") ? Tone.BAD : Tone.PLAIN);
        }
        section.chart(
                chart.caption("The tests with most; red: this figure is over budget or worse than the baseline."));
    }

    /** An empty curve shows nothing, and the drawing code is most of a page. */
    private void curves() {
        int count = history.builds().size();
        List<Kpi> shown = Stream.of(Kpi.ENTRIES, Kpi.BYTES, Kpi.EXCEPTIONS, Kpi.RESPONSE)
                .filter(kpi -> history.values(kpi, History.ALL).stream().anyMatch(value -> value > 0))
                .toList();
        if (count < 2 || shown.isEmpty()) {
            return;
        }
        Section section = page.section("Over the kept builds");
        for (Kpi kpi : shown) {
            Unit unit = kpi == Kpi.BYTES ? Unit.BYTES : kpi == Kpi.RESPONSE ? Unit.NANOS : Unit.COUNT;
            section.chart(new LineChart(
                            switch (kpi) {
                                case BYTES -> "Bytes of log";
                                case EXCEPTIONS -> "Exceptions " + run.exceptions();
                                case RESPONSE -> "Response time of the named methods, added up";
                                default -> "Log entries";
                            },
                            Axis.linear("build, the newest is " + count, Unit.COUNT),
                            Axis.linear(kpi.title(), unit))
                    .line(
                            kpi.title(),
                            IntStream.rangeClosed(1, count).asDoubleStream().toArray(),
                            history.values(kpi, History.ALL).stream()
                                    .mapToDouble(Long::doubleValue)
                                    .toArray()));
        }
    }

    private void classes() {
        Table table = new Table("")
                .column("Class", Unit.TEXT)
                .column("Tests", Unit.COUNT)
                .column("Entries", Unit.COUNT)
                .column("Bytes", Unit.BYTES)
                .column("Exceptions", Unit.COUNT)
                .column("Time", Unit.NANOS);
        List<Map.Entry<String, ClassSums>> sorted =
                new ArrayList<>(runSummary.classes().entrySet());
        sorted.sort(Comparator.comparingLong((Map.Entry<String, ClassSums> each) -> each.getValue().entries)
                .reversed());
        for (Map.Entry<String, ClassSums> each : sorted.subList(0, Math.min(MOST_ROWS, sorted.size()))) {
            ClassSums of = each.getValue();
            if (isCounted() || of.entries > 0) {
                table.row(each.getKey(), of.tests, of.entries, of.bytes, of.exceptions, of.nanos);
            } else {
                table.row(
                        each.getKey(),
                        of.tests,
                        NOT_COUNTED,
                        NOT_COUNTED,
                        run.exceptions().equals("thrown") ? of.exceptions : NOT_COUNTED,
                        of.nanos);
            }
        }
        if (sorted.size() > MOST_ROWS) {
            table.footnote("The " + MOST_ROWS + " of " + sorted.size() + " classes that log most.");
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
                .column("Entries over builds", Unit.TEXT);
        List<TestResult> shown = runSummary.telling().stream()
                .filter(test -> !test.kpis().isSilent() || test.isWorse())
                .toList();
        int telling = shown.size();
        long silent = runSummary.sums().tests
                - shown.stream().filter(TestResult::isTest).count();
        for (TestResult test : RunSummary.most(shown.stream(), Kpi.ENTRIES, MOST_ROWS)) {
            Kpis kpis = test.kpis();
            String name = names.of(test.id());
            table.row(
                    test.isTest() ? name : name + " outside its tests",
                    cell(test, Kpi.ENTRIES, Tone.PLAIN),
                    levels(kpis),
                    cell(test, Kpi.BYTES, Tone.PLAIN),
                    cell(test, Kpi.ROOT_ENTRIES, kpis.rootEntries() > 0 ? Tone.WARN : Tone.FAINT),
                    cell(test, Kpi.EXCEPTIONS, Tone.PLAIN),
                    cell(test, Kpi.TIME, Tone.PLAIN),
                    history.sparkline(Kpi.ENTRIES, test.id()));
        }
        if (telling > MOST_ROWS) {
            table.footnote("The " + MOST_ROWS + " of " + telling + " that log most; run.json has all.");
        }
        Section section = page.section("Tests");
        if (telling > 0) {
            section.table(table);
        }
        if (silent > 0 && !isCounted()) {
            section.text(NumberFormats.count(silent) + (silent == 1 ? " test was" : " tests were")
                    + " not counted; run.json has their times.");
        } else if (silent > 0) {
            section.text(NumberFormats.count(silent) + (telling == 0 ? "" : " more")
                    + (silent == 1 ? " test" : " tests") + " logged nothing; run.json has the figures of all.");
        }
    }

    private static Cell cell(TestResult test, Kpi kpi, Tone tone) {
        return new Cell(kpi.of(test.kpis()), test.isWorse(kpi, "") ? Tone.BAD : tone);
    }

    static String levels(Kpis kpis) {
        return kpis.levels().entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private void exceptions() {
        Map<String, Long> counts = new TreeMap<>();
        for (TestResult test : runSummary.telling()) {
            for (Kpis.Thrown thrown : test.kpis().thrown()) {
                counts.merge(thrown.type() + "\n" + thrown.place(), thrown.count(), Long::sum);
            }
        }
        if (counts.isEmpty()) {
            return;
        }
        Table table = new Table("")
                .column("Exception", Unit.TEXT)
                .column("Top frame", Unit.TEXT)
                .column("Count", Unit.COUNT);
        for (Map.Entry<String, Long> each : most(counts)) {
            String[] parts = each.getKey().split("\n", 2);
            table.row(parts[0], parts[1], each.getValue());
        }
        page.section("Exceptions " + run.exceptions()).table(table);
    }

    private void methods() {
        Table table = new Table("")
                .column("Test", Unit.TEXT)
                .column("Method", Unit.TEXT)
                .column("Calls", Unit.COUNT)
                .column("Response time", Unit.NANOS)
                .column("CPU time", Unit.NANOS)
                .column("Allocated", Unit.BYTES)
                .column("Mean wall time", Unit.NANOS)
                .column("Response over builds", Unit.TEXT)
                .column("Remark", Unit.TEXT);
        boolean any = false;
        for (TestResult test : runSummary.telling()) {
            for (MethodTime each : test.kpis().methods()) {
                any = true;
                table.row(
                        names.of(test.id()),
                        each.method(),
                        each.calls(),
                        cell(test, Kpi.RESPONSE, each),
                        cell(test, Kpi.CPU, each),
                        cell(test, Kpi.ALLOCATED, each),
                        (double) each.nanos() / Math.max(1, each.calls()),
                        history.sparkline(Kpi.RESPONSE, History.name(test.id(), each.method())),
                        note(each));
            }
        }
        if (any) {
            page.section("Methods")
                    .table(table.footnote("Response time, CPU time and allocation are those of the median call."
                            + " Response time is wall time less the time in which the thread waited for a CPU."));
        }
    }

    private static Cell cell(TestResult test, Kpi kpi, MethodTime method) {
        boolean worse = test.isWorse(kpi, method.method());
        return new Cell(kpi.of(method) < 0 ? null : kpi.of(method), worse ? Tone.BAD : Tone.PLAIN);
    }

    private static String note(MethodTime method) {
        List<String> notes = new ArrayList<>();
        if (!method.isJudged()) {
            notes.add("not judged: " + method.notJudged());
        }
        if (method.classes() > MethodTime.FEW_CLASSES) {
            notes.add("loaded " + method.classes() + " classes");
        }
        if (method.onlyTheCall()) {
            notes.add("only the call: its work goes on afterwards");
        }
        if (method.excusedNanos() > method.responseNanos() / 2) {
            notes.add("other threads of the JVM waited for a CPU for "
                    + Kpi.RESPONSE.figure((double) method.excusedNanos()) + " of it, which isn't judged");
        }
        return String.join("; ", notes);
    }

    private void newAndVanished() {
        if (!run.hasBaseline()) {
            return;
        }
        List<String> fresh = runSummary.fresh();
        if (fresh.isEmpty() && run.vanished().isEmpty()) {
            return;
        }
        Section section = page.section("New and vanished");
        Table table = new Table("").column("Test", Unit.TEXT).column("", Unit.TEXT);
        for (String test : fresh.subList(0, Math.min(MOST_ROWS, fresh.size()))) {
            table.row(test, "new: not in the baseline yet");
        }
        for (String test :
                run.vanished().subList(0, Math.min(MOST_ROWS, run.vanished().size()))) {
            table.row(test, "vanished: in the baseline, though its class ran without it");
        }
        section.table(table.footnote("-Dtailrace.kpis=update takes the new ones in and removes the vanished ones."));
    }
}
