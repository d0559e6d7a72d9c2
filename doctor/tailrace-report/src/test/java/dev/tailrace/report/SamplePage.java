package dev.tailrace.report;

import java.util.Random;

/** A page with everything on it: five backends, one of which stalls for five seconds. */
final class SamplePage {
    private static final String[] BACKENDS = {"logback", "log4j2", "tailrace", "noop"};

    private SamplePage() {}

    static Page page() {
        Page page = Page.titled("Tailrace race: 3 scenes, 4 backends")
                .lead("JDK 17.0.15, 2 processors, one short round. Every backend wrote the same lines with the same "
                        + "pattern; afterwards each line was looked for in the files.");
        Section first = page.section("I1: a rollover that parks every thread");
        first.text("90 threads log lines of 1.6 kB, paced. The file is rolled and compressed several times meanwhile.");
        first.note(Tone.BAD, "logback: callers waited 5.1 s for one compression.");
        first.note(Tone.GOOD, "tailrace: the longest call took 0.8 ms; nothing was lost.");
        first.table(table());
        first.chart(BarChart.linear("Longest log call", Unit.NANOS)
                .caption("Shorter is better.")
                .bar("logback, as in the incident", 5.1e9, Tone.BAD)
                .bar("log4j2, lossless", 43e6, Tone.WARN)
                .bar("tailrace", 0.8e6, Tone.GOOD)
                .bar("noop", 0.4e6, Tone.FAINT));
        for (int i = 0; i < BACKENDS.length; i++) {
            first.chart(overTime(BACKENDS[i], i));
        }
        first.chart(percentiles());
        page.section("I5: </script><script>alert('no')</script> & <b>text</b>")
                .note(Tone.WARN, "A title from outside is only text: <img src=x onerror=alert(1)>")
                .chart(new LineChart(
                                "One & only <line> </script>",
                                Axis.elapsedSeconds(),
                                Axis.linear("requests per second", Unit.NUMBER))
                        .line("</script><b>tailrace", new double[] {0, 1, 2, 3}, new double[] {0, 980, 1_010, 1_004}));
        return page;
    }

    static Table table() {
        Table table = new Table("Log calls")
                .column("backend", Unit.TEXT)
                .column("settings", Unit.TEXT)
                .column("events", Unit.COUNT)
                .column("lost", Unit.COUNT)
                .column("p50", Unit.NANOS)
                .column("p99", Unit.NANOS)
                .column("p99.9", Unit.NANOS)
                .column("longest", Unit.NANOS)
                .column("blocked", Unit.MILLIS)
                .column("CPU per event", Unit.NANOS)
                .column("bytes per event", Unit.BYTES)
                .column("rolls", Unit.COUNT)
                .column("compressed", Unit.COUNT)
                .keyColumns(2);
        table.row(
                "logback",
                "incident",
                180_000,
                0,
                1_412L,
                4.7e6,
                5.0e9,
                Cell.bad(5.1e9),
                Cell.bad(428_211),
                3_012,
                1_912,
                6,
                6);
        table.row("log4j2", "lossless", 180_000, 0, 1_102L, 91_000, 2.1e6, 43e6, 0, 2_410, 212, 6, 6);
        table.row("log4j2", "discarding", 180_000, Cell.bad(61_233), 904L, 20_100, 1.1e6, 12e6, 0, 2_110, 210, 6, 6);
        table.row(
                "tailrace",
                "default",
                180_000,
                Cell.good(0),
                231L,
                1_250,
                14_000,
                Cell.good(0.8e6),
                0,
                612,
                Cell.good(0),
                6,
                6);
        table.row("noop", "none", 180_000, null, 11L, 41, 310, 0.4e6, 0, null, 0, null, null);
        return table.footnote(
                "Lost: events of which no line was found. Blocked: summed duration of calls over 100 ms.");
    }

    private static LineChart overTime(String name, int seed) {
        Random random = new Random(seed);
        double base = new double[] {1_400, 1_100, 230, 11}[seed];
        int buckets = 150;
        double[] x = new double[buckets];
        double[] longest = new double[buckets];
        double[] p99 = new double[buckets];
        double[] p50 = new double[buckets];
        for (int i = 0; i < buckets; i++) {
            x[i] = i / 10.0;
            p50[i] = base * (1 + random.nextDouble() / 5);
            p99[i] = p50[i] * (4 + 3 * random.nextDouble());
            longest[i] = p99[i] * (8 + 60 * random.nextDouble());
        }
        if (seed == 0) {
            for (int stall : new int[] {30, 90}) {
                longest[stall] = 5.1e9;
                p99[stall] = 5.0e9;
                p50[stall] = 4.7e9;
                for (int i = stall + 1; i < stall + 50; i++) {
                    longest[i] = Double.NaN;
                    p99[i] = Double.NaN;
                    p50[i] = Double.NaN;
                }
            }
        }
        LineChart chart = new LineChart(name, Axis.elapsedSeconds(), Axis.logNanos("log call"))
                .line("longest", x, longest)
                .line("p99", x, p99)
                .line("p50", x, p50)
                .limit(100e6, "100 ms");
        if (seed == 0) {
            chart.band(3.0, 8.1, Tone.BAD, "callers wait").band(9.0, 14.1, Tone.BAD, "callers wait");
        }
        return chart;
    }

    private static LineChart percentiles() {
        LineChart chart = new LineChart("How long a log call takes", Axis.percentiles(), Axis.logNanos("log call"))
                .caption("The further right a curve stays low, the better.");
        double[] at = {0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999, 0.99999};
        for (int i = 0; i < BACKENDS.length; i++) {
            double[] y = new double[at.length];
            for (int k = 0; k < at.length; k++) {
                double tail = -Math.log10(1 - at[k]);
                y[k] = new double[] {1_400, 1_100, 230, 11}[i] * Math.pow(new double[] {22, 8, 4, 6}[i], tail);
            }
            chart.line(BACKENDS[i], at, y);
        }
        return chart;
    }
}
