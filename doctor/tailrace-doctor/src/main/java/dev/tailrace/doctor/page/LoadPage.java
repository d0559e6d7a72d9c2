package dev.tailrace.doctor.page;

import dev.tailrace.doctor.LoadReport;
import dev.tailrace.loadtest.RampResult;
import dev.tailrace.loadtest.Slo;
import dev.tailrace.loadtest.Step;
import dev.tailrace.report.Axis;
import dev.tailrace.report.Cell;
import dev.tailrace.report.LineChart;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import dev.tailrace.report.Unit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The page for a {@link LoadReport}: how much a service carries, and what gives way then. */
public final class LoadPage {
    private LoadPage() {}

    /** Makes the page. */
    public static Page of(LoadReport load) {
        RampResult result = load.result();
        Slo slo = result.plan().slo();
        Page page = Page.titled("Tailrace doctor: the ceiling");
        page.lead(String.format(
                Locale.ROOT,
                "GET %s, %d steps of %.0f s. Requests are sent at a fixed rate whether or not earlier ones were answered, and each counts from"
                        + " the moment when it was due. Wanted: %s of %,.0f ms at most.",
                result.plan().url(),
                result.steps().size(),
                result.plan().length().toMillis() / 1000.0,
                slo.name(),
                slo.limitMillis()));
        Section box = page.summary(
                result.isCeilingFound() ? Tone.WARN : Tone.GOOD,
                result.isCeilingFound()
                        ? String.format(
                                Locale.ROOT,
                                "It carries %,.0f requests a second; %,.0f are too many.",
                                result.ceiling(),
                                result.broke())
                        : String.format(
                                Locale.ROOT,
                                "It carries %,.0f requests a second; no ceiling was found.",
                                result.ceiling()));
        Section section = page.section("How much it carries");
        if (!load.gaveWay().isEmpty()) {
            box.text("What gave way: " + load.gaveWay());
        }
        if (result.isSenderTheLimit()) {
            section.note(
                    Tone.WARN,
                    "Doctor could not send faster on this machine, so the last step says nothing of the service.");
        }
        load.notes().forEach(each -> section.note(Tone.FAINT, each));
        List<Step> byRate = result.steps().stream()
                .sorted(Comparator.comparingDouble(Step::rate).thenComparing(Step::number))
                .toList();
        section.chart(latency(byRate, slo)).chart(throughput(byRate)).table(table(result));
        if (load.seen() != null) {
            DiagnosisPage.fill(page, load.seen());
            Glossary.add(page);
        }
        return page;
    }

    private static LineChart latency(List<Step> steps, Slo slo) {
        double[] xs = rates(steps);
        return new LineChart(
                        "How long answers take",
                        Axis.linear("requests a second", Unit.NUMBER),
                        Axis.linear("answer", Unit.MILLIS))
                .caption("Where the curve crosses the line is the ceiling.")
                .line(slo.name(), xs, finite(steps, Step::atSlo))
                .line("half of them", xs, finite(steps, Step::p50))
                .limit(slo.limitMillis(), "wanted");
    }

    private static LineChart throughput(List<Step> steps) {
        double[] xs = rates(steps);
        return new LineChart(
                        "How many answers come",
                        Axis.linear("requests a second", Unit.NUMBER),
                        Axis.linear("answers a second", Unit.NUMBER))
                .caption("As long as a service keeps up, both curves are one.")
                .line("asked for", xs, xs)
                .line("answered", xs, finite(steps, Step::throughput));
    }

    /** Charts need ascending values; a rate that was tried twice stands beside itself. */
    private static double[] rates(List<Step> steps) {
        double[] rates = steps.stream().mapToDouble(Step::rate).toArray();
        for (int i = 1; i < rates.length; i++) {
            rates[i] = Math.max(rates[i], rates[i - 1] * 1.001);
        }
        return rates;
    }

    /** A curve has a gap where nothing came. */
    private static double[] finite(List<Step> steps, ToDoubleFunction<Step> of) {
        return steps.stream()
                .mapToDouble(of)
                .map(each -> Double.isFinite(each) ? each : Double.NaN)
                .toArray();
    }

    private static Table table(RampResult result) {
        Table table = new Table("Step by step")
                .column("requests a second", Unit.NUMBER)
                .column("answered a second", Unit.NUMBER)
                .column("not answered", Unit.COUNT)
                .column("p50", Unit.MILLIS)
                .column("p99", Unit.MILLIS)
                .column(result.plan().slo().name() + ", wanted", Unit.MILLIS)
                .column("longest", Unit.MILLIS)
                .column("", Unit.TEXT);
        for (Step each : result.steps()) {
            Cell verdict = switch (each.verdict()) {
                case HELD -> Cell.good("held");
                case BROKE -> Cell.bad("too late");
                case SENDER_TOO_SLOW -> Cell.faint("doctor could not send so fast");
            };
            table.row(
                    each.rate(),
                    each.throughput(),
                    each.failed(),
                    each.p50(),
                    each.p99(),
                    each.atSlo(),
                    each.longest(),
                    verdict);
        }
        return table;
    }
}
